import { accountHere, hasLeft, noteLeft, rememberAccount } from '#client/lib/data/account-here.ts'
import { call } from '#client/lib/data/api.ts'
import { type AccountView, getSession, signOut as leave } from '#shared/account/session-api.ts'

/** By the server's word; without a connection, whoever signed in here last. */
export async function whoIsHere(): Promise<AccountView | null> {
  if (hasLeft()) {
    await endSession()
    return null
  }
  const answer = await call(getSession, {})
  const here = accountHere() ?? null
  if (!answer.ok) return here
  const { user } = answer.value
  // A session that lapsed is no sign-out: the owner's device goes on opening the desk offline.
  if (user || here?.role !== 'owner') rememberAccount(user)
  return user
}

/**
 * Forgets who was here in any case, and what this device kept of the desk; the session ends at the
 * server where it can be reached, and otherwise when somebody next asks who is here.
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

/** Whether the server knows of it now. */
async function endSession(): Promise<boolean> {
  const answer = await call(leave, {})
  if (answer.ok) noteLeft(false)
  return answer.ok
}
