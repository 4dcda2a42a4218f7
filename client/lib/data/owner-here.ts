import { useSyncExternalStore } from 'react'
import { accountHere, onAccount } from './account-here.ts'

/** Whose desk this device keeps: enough to open it without a connection. */
export interface Owner {
  userId: string
  name: string
  email: string
}

let last: Owner | undefined

/** The same object as long as nothing changes, as React wants it. */
export function ownerHere(): Owner | undefined {
  const account = accountHere()
  if (account?.role !== 'owner') return undefined
  const { id: userId, name, email } = account
  const same = last?.userId === userId && last.name === name && last.email === email
  if (!same) last = { userId, name, email }
  return last
}

export function useOwnerHere(): Owner | undefined {
  return useSyncExternalStore(onAccount, ownerHere, () => undefined)
}
