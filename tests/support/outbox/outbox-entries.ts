import { createEntry, type OutboxEntry } from '#client/outbox/entry.ts'
import { buildContactSubmission } from './outbox-device.ts'

const HOUR = 3_600_000

let entryCount = 0

/**
 * An outbox entry. By default a message of two hours ago that a server answered once with 503;
 * `over` replaces fields.
 */
export function buildEntry(now: number, over: Partial<OutboxEntry> = {}): OutboxEntry {
  entryCount++
  const key = `${String(entryCount).padStart(8, '0')}-1111-4111-8111-111111111111`
  const submission = buildContactSubmission(key, {
    summary: { title: 'Message to Lysning', detail: '“We are two, perhaps three…”' },
  })
  const entry = createEntry(submission, now - 2 * HOUR)
  return { ...entry, attempts: 1, lastError: '503', nextAttemptAt: getLaterRetry(now), ...over }
}

/** A next attempt in ten minutes: not due, and not so far off that the clock seems to be wrong. */
export function getLaterRetry(now: number): number {
  return now + HOUR / 6
}

export function buildBookingEntry(now: number, over: Partial<OutboxEntry> = {}): OutboxEntry {
  return buildEntry(now, {
    form: 'booking',
    fields: { service_type: 'initial_consultation', first_name: 'Elisabeth' },
    summary: {
      title: 'Initial Consultation, Wednesday 25 November 2026, 10:30',
      detail: 'Europe/Oslo (GMT+1)',
    },
    slotStart: now + 96 * HOUR,
    ...over,
  })
}

export function attentionFields(
  code: string,
  fields?: Record<string, string>,
): Partial<OutboxEntry> {
  return {
    state: 'attention',
    problem: { code, error: `Refused as ${code}.`, ...(fields ? { fields } : {}) },
  }
}

export function sentFields(at: number, answer: Record<string, unknown> = {}): Partial<OutboxEntry> {
  return { state: 'sent', fields: null, formValues: null, deliveryReceipt: { at, answer } }
}
