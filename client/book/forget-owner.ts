import { rememberAccount } from '#client/lib/data/account-here.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'
import { dropStore } from './store/raw-store.ts'

/** Nothing of the desk's data stays on this device. */
export async function forgetOwner(): Promise<void> {
  const owner = ownerHere()
  // First, so that no tab keeps anything more.
  rememberAccount(null)
  if (owner) await dropStore(owner.userId)
}
