import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { AccountView } from '#shared/account/session-api.ts'

const STORAGE_KEY = 'account'

/**
 * Repeats the schema of `AccountView`, because importing its module would add to every form's
 * bundle.
 */
const StoredAccount: v.GenericSchema<unknown, AccountView> = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(['visitor', 'owner']),
  hasSecondFactor: v.boolean(),
})

const listeners = new Set<() => void>()

/**
 * The account that last signed in on this device and has not signed out. It grants no access by
 * itself.
 */
export function readStoredAccount(): AccountView | undefined {
  try {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), StoredAccount),
      localStorage.getItem(STORAGE_KEY),
    )
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/**
 * Remembers the account on this device; null removes it. A browser without storage asks the server
 * each time.
 */
export function storeAccount(account: AccountView | null): void {
  try {
    if (account) localStorage.setItem(STORAGE_KEY, JSON.stringify(account))
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // No storage; see above.
  }
  for (const changed of listeners) changed()
}

/**
 * Calls `changed` at each sign-in and sign-out, in this tab and in others. Returns the unsubscribe
 * function.
 */
export function subscribeToAccount(changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (key === STORAGE_KEY || key === null) changed()
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

let cachedOwner: Owner | undefined

/** Returns the same object until something changes, as `useSyncExternalStore` requires. */
export function getStoredOwner(): Owner | undefined {
  const account = readStoredAccount()
  if (account?.role !== 'owner') return undefined
  const { id: userId, name, email } = account
  const same =
    cachedOwner?.userId === userId && cachedOwner.name === name && cachedOwner.email === email
  if (!same) cachedOwner = { userId, name, email }
  return cachedOwner
}

export function useStoredOwner(): Owner | undefined {
  return useSyncExternalStore(subscribeToAccount, getStoredOwner, () => undefined)
}

/** A boolean stored on this device; always false in a browser without storage. */
function createDeviceFlag(name: string) {
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
export const { isSet: isDeviceRemoved, set: setDeviceRemoved } = createDeviceFlag('device-removed')

/**
 * Whether a sign-out on this device is not confirmed by the server yet. Until it is, no tab here
 * uses the session.
 */
export const { isSet: isSignOutPending, set: setSignOutPending } = createDeviceFlag('signed-out')
