import { accountHere, hasLeft, noteLeft, rememberAccount } from '#client/lib/data/account-here.ts'
import { call } from '#client/lib/data/api.ts'
import { type AccountView, getSession, signOut as leave } from '#shared/account/session-api.ts'

/** The signed-in account, or null: from the server, or offline the last one on this device. */
export async function whoIsHere(): Promise<AccountView | null> {
  if (hasLeft()) {
    await endSession()
    return null
  }
  const answer = await call(getSession, {})
  const here = accountHere() ?? null
  if (!answer.ok) return here
  const { user } = answer.value
  // An expired session is not a sign-out: the owner's device still opens the desk offline.
  if (user || here?.role !== 'owner') rememberAccount(user)
  return user
}

/**
 * Removes the account and the owner's client book from this device, also offline. If the server
 * cannot be reached, `whoIsHere` ends the session there the next time it is called.
 */
export async function signOut(): Promise<void> {
  noteLeft(true)
  if (accountHere()?.role === 'owner') {
    const { forgetOwner } = await import('#client/book/forget-owner.ts')
    await forgetOwner()
  }
  rememberAccount(null)
  await endSession()
}

/** Ends the session at the server; returns whether that succeeded. */
async function endSession(): Promise<boolean> {
  const answer = await call(leave, {})
  if (answer.ok) noteLeft(false)
  return answer.ok
}
