import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking, HistoryEntry } from '#shared/booking/desk-api.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import { zoneCity, zoneWords } from '#shared/lib/zone-names.ts'
import type { Books } from '#shared/sales/schema.ts'
import type { Reading, TimelineEntry, TimelineKind, TimelineSign } from './timeline-entry.ts'

/** The call itself, and all that has happened about it. */
export function bookingEntries(
  booking: DeskBooking,
  books: Books,
  reading: Reading,
): TimelineEntry[] {
  const payments = paymentEntries(booking, books, reading)
  const happened = booking.history
    .map((entry, turn) => ({ ...happening(booking, entry), key: `${booking.id} ${turn}` }))
    // The books know the same money better, by its documents.
    .filter(({ sign }) => sign !== 'money' || payments.length === 0)
  return [...callEntry(booking, reading), ...happened, ...payments]
}

/** A call that was given up before its time is told by its history alone. */
function callEntry(booking: DeskBooking, { now, zone }: Reading): TimelineEntry[] {
  const { id, serviceType, status, start, end } = booking
  const at = Date.parse(start)
  const off = status === 'cancelled' || status === 'expired'
  if (off && at > now) return []
  const call: TimelineEntry = {
    key: id,
    kind: 'booking',
    sign: 'call',
    at,
    ahead: !off && Date.parse(end) > now,
    title: `Call: ${catalogue[serviceType].title}`,
    text: callTimes(booking, zone),
    status,
    to: `/admin/bookings/${id}`,
  }
  return [call]
}

/** `10:30 to 11:00, Europe/Oslo. 09:30 in London.` */
export function callTimes(
  { start, end, timezone }: Pick<DeskBooking, 'start' | 'end' | 'timezone'>,
  zone: string,
): string {
  const at = Date.parse(start)
  const here = `${clockTime(at, zone)} to ${clockTime(Date.parse(end), zone)}, ${zoneWords(zone)}.`
  if (timezone === zone) return here
  const city = zoneCity(timezone)
  const [time, day] = [clockTime(at, timezone), longDate(at, timezone)]
  if (day !== longDate(at, zone)) return `${here} ${time} on ${day} in ${city}.`
  return `${here} ${time === clockTime(at, zone) ? 'Same time' : time} in ${city}.`
}

const kinds: Record<HistoryEntry['kind'], { kind: TimelineKind; sign: TimelineSign }> = {
  booking: { kind: 'booking', sign: 'booking' },
  mail: { kind: 'message', sign: 'mail' },
  money: { kind: 'booking', sign: 'money' },
  note: { kind: 'note', sign: 'note' },
  trouble: { kind: 'message', sign: 'mail' },
}

function happening(
  { id, serviceType, message, createdAt }: DeskBooking,
  { at, kind, text }: HistoryEntry,
): Omit<TimelineEntry, 'key'> {
  const about = `${catalogue[serviceType].title}.`
  // What they wrote came with the booking itself.
  const more = kind === 'booking' && at === createdAt && message ? `${about} ${message}` : about
  const common = { ...kinds[kind], at: Date.parse(at), ahead: false, to: `/admin/bookings/${id}` }
  return kind === 'note'
    ? { ...common, title: 'Note on a booking', text }
    : { ...common, title: text, text: more }
}

function paymentEntries(
  { id, serviceType, currency }: DeskBooking,
  { sales, waiting }: Books,
  { zone }: Reading,
): TimelineEntry[] {
  const about = `${catalogue[serviceType].title}.`
  const common = { kind: 'booking', sign: 'money', ahead: false, to: '/admin/sales' } as const
  const documents = sales
    .filter(({ bookingId }) => bookingId === id)
    .map(({ kind, label, amount, issuedAt }) => {
      const sum = formatPrice(Math.abs(amount), currency)
      return {
        ...common,
        key: `${kind} ${label}`,
        at: Date.parse(issuedAt),
        title: kind === 'receipt' ? `${sum} received` : `${sum} given back`,
        text: `${about} ${kind === 'receipt' ? 'Receipt' : 'Credit note'} ${label}.`,
      }
    })
  const due = waiting
    .filter(({ bookingId }) => bookingId === id)
    .map(({ amount, date }, turn) => ({
      ...common,
      key: `${id} refund ${turn}`,
      at: firstInstantFrom(date, 0, zone),
      dateOnly: true,
      title: `${formatPrice(amount, currency)} to go back`,
      text: about,
    }))
  return [...documents, ...due]
}
