import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { AccountView } from '#shared/account/session-api.ts'

const NAME = 'account'

/** As the endpoints answer it, whose own module would weigh on every form. */
const Kept: v.GenericSchema<unknown, AccountView> = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(['visitor', 'owner']),
  secondFactor: v.boolean(),
})

const listeners = new Set<() => void>()

/** Whoever signed in on this device last and has not signed out; it opens nothing by itself. */
export function accountHere(): AccountView | undefined {
  try {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), localStorage.getItem(NAME))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Null forgets. A browser that stores nothing asks the server each time. */
export function rememberAccount(account: AccountView | null): void {
  try {
    if (account) localStorage.setItem(NAME, JSON.stringify(account))
    else localStorage.removeItem(NAME)
  } catch {
    // See above.
  }
  for (const changed of listeners) changed()
}

/** Hears of each sign-in and sign-out, in this tab and in others; returns the way to end it. */
export function onAccount(changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    // Null where all was cleared.
    if (key === NAME || key === null) changed()
  }
  listeners.add(changed)
  addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', elsewhere)
  }
}

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

/** Something noted on this device until it is taken back. A browser that stores nothing notes nothing. */
function deviceFlag(name: string) {
  return {
    isSet(): boolean {
      try {
        return localStorage.getItem(name) !== null
      } catch {
        return false
      }
    },
    set(on: boolean): void {
      try {
        if (on) localStorage.setItem(name, '')
        else localStorage.removeItem(name)
      } catch {
        // See above.
      }
    },
  }
}

/** Whether the owner removed this device from another one, and nobody has signed in on it since. */
export const { isSet: wasRemovedHere, set: noteRemovedHere } = deviceFlag('device-removed')

/**
 * Whether somebody signed out on this device and the server may not know it yet: there was no
 * connection, or its answer is on its way. Until it does, the session opens nothing here, in no tab.
 */
export const { isSet: hasLeft, set: noteLeft } = deviceFlag('signed-out')
