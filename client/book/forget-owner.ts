import { accountHere, rememberAccount } from '#client/lib/data/account-here.ts'
import { dropStore } from './store/raw-store.ts'

/** Nothing of the desk's data stays on this device. */
export async function forgetOwner(): Promise<void> {
  const account = accountHere()
  // First, so that no tab keeps anything more.
  rememberAccount(null)
  if (account?.role === 'owner') await dropStore(account.id)
}
