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
