import type { PlainDate } from '#shared/lib/date.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { createDateFinder, getFirstInstant } from '#shared/lib/wall-time.ts'
import type { DeskBooking } from './desk-api.ts'
import { statusLabels } from './owner-commands.ts'

export const bookingFilters = ['all', 'upcoming', 'past'] as const

export type BookingFilter = (typeof bookingFilters)[number]

export interface BookingDay {
  /** In the owner's time zone. */
  date: PlainDate
  bookings: DeskBooking[]
}

export interface BookingList {
  /** From today on, the earliest day first. */
  upcoming: BookingDay[]
  /** Before today, the latest day first. */
  past: BookingDay[]
}

/** Counts for the list; cancelled and expired bookings do not count as upcoming. */
export interface BookingCounts {
  upcoming: number
  /** Cancelled and expired bookings from today on. */
  cancelled: number
  past: number
}

export function countBookings({ upcoming, past }: BookingList): BookingCounts {
  const coming = upcoming.flatMap(({ bookings }) => bookings)
  const off = coming.filter(({ status }) => status === 'cancelled' || status === 'expired').length
  const before = past.reduce((sum, { bookings }) => sum + bookings.length, 0)
  return { upcoming: coming.length - off, cancelled: off, past: before }
}

interface BookingListQuery {
  filter: BookingFilter
  search: string
  now: number
  /** The owner's time zone. */
  zone: string
}

/** The bookings that match a filter and a search, grouped by date. */
export function buildBookingList(
  bookings: readonly DeskBooking[],
  question: BookingListQuery,
): BookingList {
  const { filter, search, now, zone } = question
  const today = getFirstInstant(toWallTime(now, zone).date, 0, zone)
  const words = normalizeForSearch(search).split(' ').filter(Boolean)
  const found = bookings.filter((booking) => containsAllWords(booking, words)).sort(compareByStart)
  const upcoming = found.filter(({ start }) => Date.parse(start) >= today)
  const past = found.filter(({ start }) => Date.parse(start) < today)
  return {
    upcoming: filter === 'past' ? [] : groupByDay(upcoming, zone),
    past: filter === 'upcoming' ? [] : groupByDay(past, zone).reverse(),
  }
}

/** Whether every word of a search occurs in a booking; accents and case are ignored. */
export function matchesSearch(booking: DeskBooking, search: string): boolean {
  return containsAllWords(booking, normalizeForSearch(search).split(' ').filter(Boolean))
}

function containsAllWords(booking: DeskBooking, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = getSearchText(booking)
  return words.every((word) => text.includes(word))
}

/** Cached for each record, because each typed letter searches all bookings again. */
const searchTexts = new WeakMap<DeskBooking, string>()

function getSearchText(booking: DeskBooking): string {
  const known = searchTexts.get(booking)
  if (known !== undefined) return known
  const text = normalizeForSearch(joinSearchFields(booking))
  searchTexts.set(booking, text)
  return text
}

function joinSearchFields(booking: DeskBooking): string {
  return [
    booking.clientName,
    booking.clientEmail,
    booking.clientPhone,
    booking.clientPhone.replaceAll(/\D/g, ''),
    booking.serviceTitle,
    statusLabels[booking.status],
    ...booking.destinations,
    booking.otherDestination,
    booking.message,
    booking.reference,
  ].join(' ')
}

function compareByStart(a: DeskBooking, b: DeskBooking): number {
  if (a.start !== b.start) return a.start < b.start ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function groupByDay(bookings: readonly DeskBooking[], zone: string): BookingDay[] {
  const days: BookingDay[] = []
  const dateOf = createDateFinder(zone)
  for (const booking of bookings) {
    const date = dateOf(Date.parse(booking.start))
    const last = days.at(-1)
    if (last?.date === date) last.bookings.push(booking)
    else days.push({ date, bookings: [booking] })
  }
  return days
}
