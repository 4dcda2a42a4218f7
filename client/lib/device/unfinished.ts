import { UNFINISHED } from '#client/lib/unfinished-flag.ts'

/** A booking that could not go on to its payment for want of a connection. */
export interface Unfinished {
  /** Where it goes on; a path of this site. */
  address: string
  service: string
}

export function noteUnfinished(unfinished: Unfinished): void {
  try {
    localStorage.setItem(UNFINISHED, JSON.stringify(unfinished))
  } catch {
    // Then its person has to find the way back alone.
  }
}

export function forgetUnfinished(): void {
  try {
    localStorage.removeItem(UNFINISHED)
  } catch {
    // Nothing was noted then.
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
