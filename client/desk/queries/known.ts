import { onAccount } from '#client/lib/data/account-here.ts'

/** A server answer, and when it arrived (UTC ms). */
export interface Known<T> {
  data: T
  asOf: number
  /** When this tab sent the request (UTC ms); absent for a copy that the device stored earlier. */
  askedAt?: number
}

/** Answers that this tab has seen: going back to a screen does not wait for IndexedDB. */
const answers = new Map<string, Known<unknown>>()

/** A key is the URL of the request, so all answers under one key have the same shape. */
export function known<T>(key: string): Known<T> | undefined {
  return answers.get(key) as Known<T> | undefined
}

export function note(key: string, answer: Known<unknown>): void {
  answers.set(key, answer)
}

/** Empties this tab's cache: screens show nothing from it until the server answers again. */
export function forget(): void {
  answers.clear()
}

// Another owner must not see this owner's answers.
onAccount(forget)
