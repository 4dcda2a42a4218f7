import * as v from 'valibot'
import { isPlainDate } from '#shared/lib/date.ts'
import { PlainDateText } from '#shared/schedule/schema.ts'

const text = (max: number) =>
  v.pipe(v.string(), v.maxLength(max, `Please keep this under ${max} characters.`))
const line = text(300)
const chips = v.pipe(v.array(v.pipe(text(100), v.nonEmpty())), v.maxLength(100))

/** A journey that is planned: both dates of the place itself, `end` included. */
export const Trip = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  place: line,
  start: PlainDateText,
  end: PlainDateText,
})

/** Something noted of a client at a moment; `at` is the device's ISO 8601 instant. */
export const JournalNote = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  at: v.pipe(v.string(), v.isoTimestamp()),
  text: text(4000),
})

/** A client's fields as they are kept and synced; `preferences` of the form are the flat ones here. */
export const clientEntries = {
  name: v.pipe(
    line,
    v.check((name) => name.trim() !== '', 'Please enter a name.'),
  ),
  location: line,
  email: text(254),
  phone: text(60),
  accommodation: text(2000),
  dining: chips,
  transport: text(2000),
  activities: chips,
  specialRequests: text(4000),
  /** A date, or nothing. */
  lastContact: v.pipe(
    v.string(),
    v.check((date) => date === '' || isPlainDate(date), 'Please enter a date such as 2026-11-25.'),
  ),
  trips: v.pipe(v.array(Trip), v.maxLength(200)),
  notes: text(20_000),
  journal: v.pipe(v.array(JournalNote), v.maxLength(2000)),
  /** Other e-mail addresses by which this client has written or booked. */
  otherEmails: v.pipe(v.array(v.pipe(text(254), v.nonEmpty())), v.maxLength(50)),
  /** Clients that look alike and are somebody else: their ids. */
  distinctFrom: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(200)),
} as const

export const Client = v.object(clientEntries)

export type Client = v.InferOutput<typeof Client>
export type Trip = v.InferOutput<typeof Trip>
export type JournalNote = v.InferOutput<typeof JournalNote>
export type ClientField = keyof Client
