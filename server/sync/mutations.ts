import { safeParse } from 'valibot'
import { fingerprint } from '#server/lib/ids.ts'
import { findJsonProblem } from '#server/lib/json-limits.ts'
import { Intent } from '#shared/sync/protocol.ts'

/** A device's clock that is off by more counts as wrong, ms; a slow connection alone takes 30 s. */
const MAX_CLOCK_SKEW = 2 * 60_000

/**
 * When an edit was made, ISO 8601: the device's time, however long the edit was queued there. If
 * the device's clock is wrong or the time is invalid or in the future, the time of arrival.
 */
export function getEditTime(at: string, { now, sentAt }: { now: number; sentAt: string }): string {
  const [edited, sent] = [Date.parse(at), sentAt === '' ? now : Date.parse(sentAt)]
  const isPlausible = Math.abs(now - sent) <= MAX_CLOCK_SKEW && edited <= now + MAX_CLOCK_SKEW
  return new Date(isPlausible ? Math.min(edited, now) : now).toISOString()
}

/** One mutation of a push, with its number. */
export interface Mutation {
  mid: number
  intent: Intent
}

/**
 * Parses the mutations of a push. `invalid`: numbers of those that do not match the schema, have no
 * valid number, or are JSON that `findJsonProblem` forbids.
 */
export function parseMutations(sent: { mid: number }[]): { parsed: Mutation[]; invalid: number[] } {
  const parsed: Mutation[] = []
  const invalid: number[] = []
  for (const one of sent) {
    const { mid } = one
    const intent = safeParse(Intent, one)
    const isValid = intent.success && mid >= 1 && !findJsonProblem(one)
    if (isValid) parsed.push({ mid, intent: intent.output })
    else invalid.push(mid)
  }
  return { parsed, invalid }
}

/** The same for every repeat: a device stores a numbered intent unchanged, key order included. */
export function hashIntent(intent: Intent): string {
  return fingerprint(JSON.stringify(intent))
}
