import { onAccount } from '#client/lib/data/account-here.ts'

/** An answer of the server, and when it came (UTC milliseconds). */
export interface Known<T> {
  data: T
  asOf: number
  /** When it was asked for, by this tab; absent where it is a copy from before. */
  askedAt?: number
}

/** What this tab has seen already: going back to a screen waits for no store. */
const answers = new Map<string, Known<unknown>>()

/** Keys are addresses, so that one has answers of one shape only. */
export function known<T>(key: string): Known<T> | undefined {
  return answers.get(key) as Known<T> | undefined
}

export function note(key: string, answer: Known<unknown>): void {
  answers.set(key, answer)
}

/** Nothing that was seen is shown again before the server has answered anew. */
export function forget(): void {
  answers.clear()
}

// One owner's answers are not another's.
onAccount(forget)
