import { safeParse } from 'valibot'
import { Intent } from '#shared/sync/intent.ts'

/** One numbered mutation, as it came. */
export interface Numbered {
  mid: number
  intent: Intent
}

/** What a push holds: its mutations, and the numbers of those in which anything is none of ours. */
export function readMutations(sent: { mid: number }[]): { read: Numbered[]; unread: number[] } {
  const read: Numbered[] = []
  const unread: number[] = []
  for (const one of sent) {
    const { mid } = one
    const intent = safeParse(Intent, one)
    const isOurs = intent.success && mid >= 1 && !hasForbiddenKey(one)
    if (isOurs) read.push({ mid, intent: intent.output })
    else unread.push(mid)
  }
  return { read, unread }
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, part]) => FORBIDDEN.has(key) || hasForbiddenKey(part))
}
