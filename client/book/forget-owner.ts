import { accountHere, rememberAccount } from '#client/lib/data/account-here.ts'
import { dropStore } from './store/raw-store.ts'

/** Wipes the owner's data from this device, at sign-out. */
export async function forgetOwner(): Promise<void> {
  const account = accountHere()
  // First, so that no tab writes to the database any more.
  rememberAccount(null)
  if (account?.role === 'owner') await dropStore(account.id)
}
