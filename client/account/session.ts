import { callEndpoint } from '#client/lib/data/api.ts'
import {
  isSignOutPending,
  readStoredAccount,
  setSignOutPending,
  storeAccount,
} from '#client/lib/data/stored-account.ts'
import { type AccountView, getSession, signOut as leave } from '#shared/account/session-api.ts'

/** The signed-in account, or null: from the server, or offline the last one on this device. */
export async function fetchCurrentAccount(): Promise<AccountView | null> {
  if (isSignOutPending()) {
    await endSession()
    return null
  }
  const answer = await callEndpoint(getSession, {})
  const here = readStoredAccount() ?? null
  if (!answer.ok) return here
  const { user } = answer.value
  // An expired session is not a sign-out: the owner's device still opens the desk offline.
  if (user || here?.role !== 'owner') storeAccount(user)
  return user
}

/**
 * Removes the account and the owner's client book from this device, also offline. If the server
 * cannot be reached, `fetchCurrentAccount` ends the session there the next time it is called.
 */
export async function signOut(): Promise<void> {
  setSignOutPending(true)
  if (readStoredAccount()?.role === 'owner') {
    const { wipeOwnerData } = await import('#client/data/wipe-owner-data.ts')
    await wipeOwnerData()
  }
  storeAccount(null)
  await endSession()
}

/** Ends the session at the server; returns whether that succeeded. */
async function endSession(): Promise<boolean> {
  const answer = await callEndpoint(leave, {})
  if (answer.ok) setSignOutPending(false)
  return answer.ok
}
