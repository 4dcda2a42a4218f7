import type { PlainDate } from '../lib/date.ts'
import { fold } from '../lib/fold.ts'
import { firstInstantFrom } from '../lib/wall.ts'
import { wallOf } from '../lib/zone.ts'
import { catalogue } from './catalogue.ts'
import type { DeskBooking } from './desk-api.ts'
import { statusNames } from './owner-commands.ts'

export const bookingFilters = ['all', 'upcoming', 'past'] as const

export type BookingFilter = (typeof bookingFilters)[number]

export interface DayOfBookings {
  /** In the owner's zone. */
  date: PlainDate
  bookings: DeskBooking[]
}

export interface BookingList {
  /** From today on, the earliest day first. */
  upcoming: DayOfBookings[]
  /** Before today, the latest day first. */
  past: DayOfBookings[]
}

interface Question {
  filter: BookingFilter
  search: string
  now: number
  /** The owner's. */
  zone: string
}

/** The bookings that a filter and a search leave, under their dates. */
export function bookingList(bookings: readonly DeskBooking[], question: Question): BookingList {
  const { filter, search, now, zone } = question
  const today = firstInstantFrom(wallOf(now, zone).date, 0, zone)
  const found = bookings.filter((booking) => matches(booking, search)).sort(byStart)
  const upcoming = found.filter(({ start }) => Date.parse(start) >= today)
  const past = found.filter(({ start }) => Date.parse(start) < today)
  return {
    upcoming: filter === 'past' ? [] : byDate(upcoming, zone),
    past: filter === 'upcoming' ? [] : byDate(past, zone).reverse(),
  }
}

/** Whether every word of a search stands somewhere in a booking; accents and case do not count. */
export function matches(booking: DeskBooking, search: string): boolean {
  const text = fold(textOf(booking))
  return fold(search)
    .split(' ')
    .every((word) => text.includes(word))
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
  return Date.parse(a.start) - Date.parse(b.start) || (a.id < b.id ? -1 : 1)
}

function byDate(bookings: readonly DeskBooking[], zone: string): DayOfBookings[] {
  const days: DayOfBookings[] = []
  for (const booking of bookings) {
    const { date } = wallOf(Date.parse(booking.start), zone)
    const last = days.at(-1)
    if (last?.date === date) last.bookings.push(booking)
    else days.push({ date, bookings: [booking] })
  }
  return days
}
