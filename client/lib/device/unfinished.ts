import { UNFINISHED } from '#client/lib/unfinished-flag.ts'

/** A booking that could not continue to payment without a connection. */
export interface Unfinished {
  /** Path on this site at which the booking continues. */
  address: string
  service: string
}

export function noteUnfinished(unfinished: Unfinished): void {
  try {
    localStorage.setItem(UNFINISHED, JSON.stringify(unfinished))
  } catch {
    // No storage: the person must find the booking without help.
  }
}

export function forgetUnfinished(): void {
  try {
    localStorage.removeItem(UNFINISHED)
  } catch {
    // No storage, so nothing was stored.
  }
}

export function readUnfinished(): Unfinished | undefined {
  try {
    const noted: Partial<Unfinished> | null = JSON.parse(localStorage.getItem(UNFINISHED) ?? 'null')
    const { address, service } = noted ?? {}
    return address?.startsWith('/service/') && service ? { address, service } : undefined
  } catch {
    return undefined
  }
}
