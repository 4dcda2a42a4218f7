import type { BookingMoneyRecord, BookingRecord } from '#shared/booking/booking-record.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { NewsletterRecord } from '#shared/contact/api.ts'
import type { SiteVersionRecord } from '#shared/content/desk-api.ts'
import type { FailingJobRecord } from '#shared/desk/failing-jobs.ts'
import type { SettingRecord } from '#shared/desk/settings.ts'
import type { AuditEntry } from '#shared/privacy/api.ts'
import type { ReceiptRecord } from '#shared/sales/api.ts'
import type { CalendarFeedRecord } from '#shared/schedule/feed-api.ts'
import type { SubmissionRecord } from '#shared/submissions/api.ts'

/**
 * Collections that only the server writes, with the data of their records. Devices pull them with all
 * other changes; a record says what is stored, and the device derives from it what depends on the
 * clock or on other records. Who may see a record depends on its collection alone.
 */
export interface ReadOnlyRecords {
  booking: BookingRecord
  'booking-money': BookingMoneyRecord
  /** The busy times of the owner's calendar that begin in the same 30 days. */
  'busy-times': Interval[]
  /** The state of the owner's external calendar; its only record is `CALENDAR_FEED_ID`. */
  'calendar-feed': CalendarFeedRecord
  submission: SubmissionRecord
  /** Also the credit notes and corrections. Only those of the series that sales consist of. */
  receipt: ReceiptRecord
  /** The server's jobs, such as mails, that have failed for good or keep failing. */
  'failing-job': FailingJobRecord
  /** The owner's settings that devices do not write, by group. */
  setting: SettingRecord
  /** A consent to the newsletter, whatever its state. */
  'newsletter-reader': NewsletterRecord
  /** The owner's audit entries of one day (UTC), the latest first; of the last `MAX_AUDIT_ENTRIES` alone. */
  'audit-day': AuditEntry[]
  /** A version of the site's content that was published; its number is the id. */
  'site-version': SiteVersionRecord
}

export type ReadOnlyCollection = keyof ReadOnlyRecords

export const readOnlyCollections = [
  'booking',
  'booking-money',
  'busy-times',
  'calendar-feed',
  'submission',
  'receipt',
  'failing-job',
  'setting',
  'newsletter-reader',
  'audit-day',
  'site-version',
] as const satisfies ReadOnlyCollection[]

/** How a change shows that somebody may have been erased. */
const erasureSigns: {
  [Coll in ReadOnlyCollection]?: (data: ReadOnlyRecords[Coll] | undefined) => boolean
} = {
  // The server deletes a booking, or removes its address, for nothing else.
  booking: (data) => !data?.clientEmail,
  // These are also deleted when they are too old.
  submission: (data) => data === undefined,
  'newsletter-reader': (data) => data === undefined,
}

export function isErasure({ coll, data }: ReadOnlyChange): boolean {
  const isSign = erasureSigns[coll] as ((data: unknown) => boolean) | undefined
  return isSign?.(data) ?? false
}

/** A change of a read-only record; without `data`, its deletion. */
export interface ReadOnlyChange {
  coll: ReadOnlyCollection
  id: string
  seq: number
  data?: unknown
}
