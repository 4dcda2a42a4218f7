import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { feedFaults, feedNoteKinds, isCalendarFresh } from './calendar-state.ts'
import { PlainDateText } from './schema.ts'

export const DEFAULT_STALE_MINUTES = 60

/** Something in the calendar that was not understood; see `FeedNote`. */
export const FeedNoteView = v.object({
  key: v.string(),
  kind: v.picklist(feedNoteKinds),
  title: v.string(),
  start: v.nullable(v.string()),
  count: v.number(),
  isSeen: v.boolean(),
  /** Bookings at its times need the owner's approval, until the owner has seen it. */
  needsApproval: v.boolean(),
})

export type FeedNoteView = v.InferOutput<typeof FeedNoteView>

/** The state of the owner's external calendar. Its address is a secret, so it is shown in part. */
const FeedView = v.object({
  /** Host and end of the path of the address; null if no calendar is set. */
  maskedAddress: v.nullable(v.string()),
  staleMinutes: v.number(),
  /** `stale`: new bookings become requests until the calendar can be read again. */
  state: v.picklist(['none', 'fresh', 'stale']),
  /** The last successful sync and the last attempt; ISO 8601. */
  syncedAt: v.nullable(v.string()),
  triedAt: v.nullable(v.string()),
  /** Its busy times are known up to this instant. */
  coversUntil: v.nullable(v.string()),
  failure: v.nullable(v.picklist(feedFaults)),
  failingSince: v.nullable(v.string()),
  /** Last successful sync: how many entries were understood, and how many others were not. */
  entryCount: v.number(),
  unreadableCount: v.number(),
  /** How many entries were read with a guessed time zone. */
  guessedZoneCount: v.number(),
  notes: v.array(FeedNoteView),
  /** The calendar is suddenly empty: its last busy times stay until the owner has answered. */
  isEmptyQuestionOpen: v.boolean(),
  /** When the address of the feed of our bookings was created; null if there is none. */
  bookingsFeedCreatedAt: v.nullable(v.string()),
})

export type FeedView = v.InferOutput<typeof FeedView>

/** What is stored about the calendar; whether it is fresh depends on the clock. */
export type CalendarFeedRecord = Omit<FeedView, 'state'>

export const CALENDAR_FEED_ID = 'feed'

/** No calendar is set. */
export const emptyFeedRecord: CalendarFeedRecord = {
  maskedAddress: null,
  staleMinutes: DEFAULT_STALE_MINUTES,
  syncedAt: null,
  triedAt: null,
  coversUntil: null,
  failure: null,
  failingSince: null,
  entryCount: 0,
  unreadableCount: 0,
  guessedZoneCount: 0,
  notes: [],
  isEmptyQuestionOpen: false,
  bookingsFeedCreatedAt: null,
}

export function toFeedView(record: CalendarFeedRecord, now: number): FeedView {
  const { maskedAddress, syncedAt, coversUntil, failure, staleMinutes } = record
  if (maskedAddress === null) return { ...record, state: 'none' }
  const toInstant = (text: string | null) => (text === null ? null : Date.parse(text))
  const calendar = {
    syncedAt: toInstant(syncedAt),
    isFailing: failure !== null,
    staleAfter: staleMinutes * 60_000,
    coversUntil: toInstant(coversUntil),
    doubts: [],
  }
  const isFresh = isCalendarFresh(calendar, { now, start: now })
  return { ...record, state: isFresh ? 'fresh' : 'stale' }
}

export const getFeed = defineEndpoint({
  name: 'get-feed',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: FeedView,
  failure: 'Failed to fetch calendar settings',
})

const INVALID_ADDRESS_TEXT = 'Please enter an address such as https://example.com/calendar.ics.'

const FeedAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000, 'This address is too long.'),
  // `webcal:` is how Apple and Google write the address of a calendar.
  v.transform((address) => address.replace(/^webcals?:\/\//i, 'https://')),
  v.check(
    (address) => address === '' || /^https?:\/\/[^\s/]+/i.test(address),
    INVALID_ADDRESS_TEXT,
  ),
)

/** Absent fields stay as they are; an empty address removes the calendar; a new one is synced. */
export const setFeed = defineEndpoint({
  name: 'set-feed',
  method: 'POST',
  access: 'owner',
  input: v.object({
    address: v.optional(FeedAddress),
    staleMinutes: v.optional(
      v.pipe(
        v.number(),
        v.integer('Please enter whole minutes.'),
        v.minValue(15, 'Please allow at least 15 minutes.'),
        v.maxValue(7 * 24 * 60, 'Please allow at most a week.'),
      ),
    ),
  }),
  output: FeedView,
  failure: 'Failed to save calendar settings',
})

/** A GET with effects, as specified; accepted from pages of this site only. */
export const syncIcal = defineEndpoint({
  name: 'sync-ical',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: FeedView,
  failure: 'Failed to sync calendar',
})

export const markCalendarNotesSeen = defineEndpoint({
  name: 'mark-calendar-notes-seen',
  method: 'POST',
  access: 'owner',
  input: v.object({
    keys: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)),
  }),
  output: FeedView,
  failure: 'Failed to save what you have seen',
})

/** Whether a calendar that is suddenly empty really is; if not, its last busy times stay. */
export const answerEmptyCalendar = defineEndpoint({
  name: 'answer-empty-calendar',
  method: 'POST',
  access: 'owner',
  input: v.object({ isReallyEmpty: v.boolean() }),
  output: FeedView,
  failure: 'Failed to save your answer',
})

/** Creates a new address for the feed of our bookings and revokes the old one. Shown only once. */
export const renewBookingsFeed = defineEndpoint({
  name: 'renew-bookings-feed',
  method: 'POST',
  access: 'owner',
  input: v.object({}),
  output: v.object({ url: v.string(), createdAt: v.string() }),
  failure: 'Failed to renew the calendar address',
})

/** Our bookings for the owner's own calendar; anybody who knows the address can read them. */
export const getBookingsFeed = defineEndpoint({
  name: 'bookings-feed',
  method: 'GET',
  access: 'public',
  allowsCrossSite: true,
  input: v.object({ token: v.pipe(v.string(), v.maxLength(128)) }),
  output: v.string(),
  failure: 'Failed to fetch bookings',
})

/** Busy times of the owner's calendar in the whole weeks of a month. Instants are ISO 8601. */
export const getBusyTimes = defineEndpoint({
  name: 'get-busy-times',
  method: 'GET',
  access: 'owner',
  /** `month` is the first day of the month. */
  input: v.object({ month: PlainDateText }),
  output: v.object({
    busy: v.array(v.object({ start: v.string(), end: v.string() })),
    /** When the calendar was last synced, and until when it was read; null if never. */
    readAt: v.nullable(v.string()),
    readUntil: v.nullable(v.string()),
  }),
  failure: 'Failed to fetch busy times',
})
