import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { AccountView } from '#shared/account/session-api.ts'

const NAME = 'account'

/**
 * Repeats the schema of `AccountView`, because importing its module would add to every form's
 * bundle.
 */
const Kept: v.GenericSchema<unknown, AccountView> = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(['visitor', 'owner']),
  secondFactor: v.boolean(),
})

const listeners = new Set<() => void>()

/**
 * The account that last signed in on this device and has not signed out. It grants no access by
 * itself.
 */
export function accountHere(): AccountView | undefined {
  try {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), localStorage.getItem(NAME))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/**
 * Remembers the account on this device; null removes it. A browser without storage asks the server
 * each time.
 */
export function rememberAccount(account: AccountView | null): void {
  try {
    if (account) localStorage.setItem(NAME, JSON.stringify(account))
    else localStorage.removeItem(NAME)
  } catch {
    // No storage; see above.
  }
  for (const changed of listeners) changed()
}

/**
 * Calls `changed` at each sign-in and sign-out, in this tab and in others. Returns the unsubscribe
 * function.
 */
export function onAccount(changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (key === NAME || key === null) changed()
  }
  listeners.add(changed)
  addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', elsewhere)
  }
}

/** The owner whose data this device has; enough to open the desk without a connection. */
export interface Owner {
  userId: string
  name: string
  email: string
}

let last: Owner | undefined

/** Returns the same object until something changes, as `useSyncExternalStore` requires. */
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

/** A boolean stored on this device; always false in a browser without storage. */
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
        // No storage; see above.
      }
    },
  }
}

/** Whether the owner removed this device from another one, and nobody has signed in here since. */
export const { isSet: wasRemovedHere, set: noteRemovedHere } = deviceFlag('device-removed')

/**
 * Whether a sign-out on this device is not confirmed by the server yet. Until it is, no tab here
 * uses the session.
 */
export const { isSet: hasLeft, set: noteLeft } = deviceFlag('signed-out')
