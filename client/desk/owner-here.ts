import { useSyncExternalStore } from 'react'
import { dropDesk } from '../offline/desk-copies.ts'

const RECORD = 'owner-here'

/** Whose desk this device keeps: enough to open it without a connection. */
export interface Owner {
  userId: string
  name: string
  email: string
}

const listeners = new Set<() => void>()
let read: { text: string | null; owner: Owner | undefined } = { text: null, owner: undefined }

/** To be called at each sign-in as owner. */
export function rememberOwner({ userId, name, email }: Owner): void {
  write(JSON.stringify({ userId, name, email } satisfies Owner))
}

/** To be called at sign-out: nothing of the desk's data stays on this device. */
export async function forgetOwner(): Promise<void> {
  const owner = ownerHere()
  // First, so that no other tab keeps anything more.
  write(null)
  if (owner) await dropDesk(owner.userId)
}

/** The same object as long as nothing changes, as React wants it. */
export function ownerHere(): Owner | undefined {
  const text = record()
  if (text !== read.text) read = { text, owner: ownerIn(text) }
  return read.owner
}

export function useOwnerHere(): Owner | undefined {
  return useSyncExternalStore(onOwner, ownerHere, () => undefined)
}

/** Hears of sign-ins and sign-outs, in this tab and in others; returns the way to end it. */
export function onOwner(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}

function record(): string | null {
  try {
    return localStorage.getItem(RECORD)
  } catch {
    return null
  }
}

function write(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(RECORD)
    else localStorage.setItem(RECORD, text)
  } catch {
    // Storage is barred; then this tab alone knows, until it is closed.
    read = { text: null, owner: ownerIn(text) }
  }
  for (const listener of listeners) listener()
}

function ownerIn(text: string | null): Owner | undefined {
  try {
    const { userId, name, email }: Record<string, unknown> = JSON.parse(text ?? '{}')
    return typeof userId === 'string' && typeof name === 'string' && typeof email === 'string'
      ? { userId, name, email }
      : undefined
  } catch {
    return undefined
  }
}
