import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { feedFaults } from './calendar-state.ts'
import { PlainDateText } from './schema.ts'

export const DEFAULT_STALE_MINUTES = 60

/** How the owner's own calendar is doing. Its address is a secret, so it does not come back whole. */
const FeedView = v.object({
  /** The address's host and the end of its path; null where no calendar is set. */
  shown: v.nullable(v.string()),
  staleMinutes: v.number(),
  /** `stale`: new bookings become requests until it can be read again. */
  state: v.picklist(['none', 'fresh', 'stale']),
  /** When it was last read well, and last tried; ISO 8601. */
  syncedAt: v.nullable(v.string()),
  triedAt: v.nullable(v.string()),
  failure: v.nullable(v.picklist(feedFaults)),
  failingSince: v.nullable(v.string()),
  /** Entries of the last good reading, and how many of them could not be understood. */
  entries: v.number(),
  unreadable: v.number(),
  /** When the address of our bookings for the owner's calendar was made; null where there is none. */
  bookingsFeedMadeAt: v.nullable(v.string()),
})

export type FeedView = v.InferOutput<typeof FeedView>

export const getFeed = endpoint({
  name: 'get-feed',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: FeedView,
  failure: 'Failed to fetch calendar settings',
})

const NO_ADDRESS = 'Please enter an address such as https://example.com/calendar.ics.'

const FeedAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000, 'This address is too long.'),
  // How Apple and Google write the address of a calendar.
  v.transform((address) => address.replace(/^webcals?:\/\//i, 'https://')),
  v.check((address) => address === '' || /^https?:\/\/[^\s/]+/i.test(address), NO_ADDRESS),
)

/** What is absent stays as it is; an empty address takes the calendar off. Reads the calendar at once. */
export const setFeed = endpoint({
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

/** A GET with effects, as specified; from pages of this site only. */
export const syncIcal = endpoint({
  name: 'sync-ical',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: FeedView,
  failure: 'Failed to sync calendar',
})

/** Makes a new address for our bookings, and ends the one before. It is told this one time. */
export const renewBookingsFeed = endpoint({
  name: 'renew-bookings-feed',
  method: 'POST',
  access: 'owner',
  input: v.object({}),
  output: v.object({ url: v.string(), madeAt: v.string() }),
  failure: 'Failed to renew the calendar address',
})

/** Our bookings for the owner's own calendar; whoever knows the address may read it. */
export const bookingsFeed = endpoint({
  name: 'bookings-feed',
  method: 'GET',
  access: 'public',
  fromAnywhere: true,
  input: v.object({ token: v.pipe(v.string(), v.maxLength(128)) }),
  output: v.string(),
  failure: 'Failed to fetch bookings',
})

/** The owner's busy times in the whole weeks of a month, from their own calendar. Instants are ISO 8601. */
export const getBusyTimes = endpoint({
  name: 'get-busy-times',
  method: 'GET',
  access: 'owner',
  /** Its first day. */
  input: v.object({ month: PlainDateText }),
  output: v.object({
    busy: v.array(v.object({ start: v.string(), end: v.string() })),
    /** When the calendar was last read, and how far; null where there is none. */
    readAt: v.nullable(v.string()),
    readUntil: v.nullable(v.string()),
  }),
  failure: 'Failed to fetch busy times',
})
