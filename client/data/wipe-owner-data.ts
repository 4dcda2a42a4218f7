import { readStoredAccount, storeAccount } from '#client/lib/data/stored-account.ts'
import { wipeStore } from './raw-store.ts'

/** Wipes the owner's data from this device, at sign-out. */
export async function wipeOwnerData(): Promise<void> {
  const account = readStoredAccount()
  // First, so that no tab writes to the database any more.
  storeAccount(null)
  if (account?.role === 'owner') await wipeStore(account.id)
}
