import type { PlainDate } from '#shared/lib/date.ts'
import { fold } from '#shared/lib/fold.ts'
import { dateFinder, firstInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { catalogue } from './catalogue.ts'
import type { DeskBooking } from './desk-api.ts'
import { statusNames } from './owner-commands.ts'

export const bookingFilters = ['all', 'upcoming', 'past'] as const

export type BookingFilter = (typeof bookingFilters)[number]

export interface DayOfBookings {
  /** In the owner's time zone. */
  date: PlainDate
  bookings: DeskBooking[]
}

export interface BookingList {
  /** From today on, the earliest day first. */
  upcoming: DayOfBookings[]
  /** Before today, the latest day first. */
  past: DayOfBookings[]
}

/** Counts for the list; cancelled and expired bookings do not count as upcoming. */
export interface BookingCounts {
  upcoming: number
  /** Cancelled and expired bookings from today on. */
  off: number
  past: number
}

export function countBookings({ upcoming, past }: BookingList): BookingCounts {
  const coming = upcoming.flatMap(({ bookings }) => bookings)
  const off = coming.filter(({ status }) => status === 'cancelled' || status === 'expired').length
  const before = past.reduce((sum, { bookings }) => sum + bookings.length, 0)
  return { upcoming: coming.length - off, off, past: before }
}

interface Question {
  filter: BookingFilter
  search: string
  now: number
  /** The owner's time zone. */
  zone: string
}

/** The bookings that match a filter and a search, grouped by date. */
export function bookingList(bookings: readonly DeskBooking[], question: Question): BookingList {
  const { filter, search, now, zone } = question
  const today = firstInstantFrom(wallOf(now, zone).date, 0, zone)
  const words = fold(search).split(' ').filter(Boolean)
  const found = bookings.filter((booking) => hasAll(booking, words)).sort(byStart)
  const upcoming = found.filter(({ start }) => Date.parse(start) >= today)
  const past = found.filter(({ start }) => Date.parse(start) < today)
  return {
    upcoming: filter === 'past' ? [] : byDate(upcoming, zone),
    past: filter === 'upcoming' ? [] : byDate(past, zone).reverse(),
  }
}

/** Whether every word of a search occurs in a booking; accents and case are ignored. */
export function matches(booking: DeskBooking, search: string): boolean {
  return hasAll(booking, fold(search).split(' ').filter(Boolean))
}

function hasAll(booking: DeskBooking, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = foldedOf(booking)
  return words.every((word) => text.includes(word))
}

/** Cached for each record, because each typed letter searches all bookings again. */
const folded = new WeakMap<DeskBooking, string>()

function foldedOf(booking: DeskBooking): string {
  const known = folded.get(booking)
  if (known !== undefined) return known
  const text = fold(textOf(booking))
  folded.set(booking, text)
  return text
}

function textOf(booking: DeskBooking): string {
  return [
    booking.clientName,
    booking.clientEmail,
    booking.clientPhone,
    booking.clientPhone.replaceAll(/\D/g, ''),
    catalogue[booking.serviceType].title,
    statusNames[booking.status],
    ...booking.destinations,
    booking.otherDestination,
    booking.message,
    booking.reference,
  ].join(' ')
}

function byStart(a: DeskBooking, b: DeskBooking): number {
  if (a.start !== b.start) return a.start < b.start ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function byDate(bookings: readonly DeskBooking[], zone: string): DayOfBookings[] {
  const days: DayOfBookings[] = []
  const dateOf = dateFinder(zone)
  for (const booking of bookings) {
    const date = dateOf(Date.parse(booking.start))
    const last = days.at(-1)
    if (last?.date === date) last.bookings.push(booking)
    else days.push({ date, bookings: [booking] })
  }
  return days
}
