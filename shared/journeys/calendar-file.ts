import { findClockChange } from '#shared/booking/zoned-time.ts'
import { addDays, toIsoTime } from '#shared/lib/date.ts'
import { formatTimeOfDay } from '#shared/lib/format-date.ts'
import { getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import { listInstants } from '#shared/lib/wall-time.ts'
import { getEnd, getEndZone, getStart, getZone } from './days.ts'
import type { GuestCopy, GuestItem } from './guest-copy.ts'
import { travelKinds } from './journey-fields.ts'

const DAY = 86_400_000

/**
 * A journey as a calendar file (RFC 5545): every item with a time, in its own zones, and every stay
 * by its nights. Importing a newer copy changes the entries of an older one.
 */
export function writeCalendarFile(copy: GuestCopy): string {
  const dates = new Map(copy.days.map(({ id, date }) => [id, date]))
  const zones = new ZoneSpans()
  const events = copy.items.flatMap((item) => {
    const times = listTimes(item, dates.get(item.day) ?? '', zones)
    return times.length > 0 ? writeEvent(item, copy, times) : []
  })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lysning//Journey//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(copy.title)}`,
    ...zones.write(),
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function listTimes(item: GuestItem, date: string, zones: ZoneSpans): string[] {
  if (!date) return []
  if (item.kind === 'stay') {
    const end = addDays(date, item.nights)
    return [
      `DTSTART;VALUE=DATE:${compact(date)}`,
      `DTEND;VALUE=DATE:${compact(end)}`,
      // Guests are not busy at night.
      'TRANSP:TRANSPARENT',
    ]
  }
  const [start, end] = [getStart(item, date), getEnd(item, date)]
  if (start === undefined) return []
  return [
    `DTSTART${zones.writeTime(start, getZone(item))}`,
    // An end before the beginning is a mistake in the journey, and no calendar accepts it.
    ...(end !== undefined && end > start ? [`DTEND${zones.writeTime(end, getEndZone(item))}`] : []),
  ]
}

function writeEvent(item: GuestItem, { publishedAt }: GuestCopy, times: string[]) {
  const { id, title, kind, phone } = item
  const text = describeEvent(item)
  const place = describePlace(item)
  return [
    'BEGIN:VEVENT',
    `UID:${id}@journey.lysning`,
    `DTSTAMP:${compact(toIsoTime(publishedAt).slice(0, 19))}Z`,
    `SEQUENCE:${toSequence(publishedAt)}`,
    ...times,
    `SUMMARY:${escapeText(title || kind)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    ...(text ? [`DESCRIPTION:${escapeText(text)}`] : []),
    ...(phone ? [`CONTACT:${escapeText([item.contact, phone].filter(Boolean).join(', '))}`] : []),
    'END:VEVENT',
  ]
}

/** A sequence is an integer of 32 bits, which seconds since 1970 exceed in 2038. */
const SEQUENCE_START = Date.UTC(2026, 0, 1)

function toSequence(publishedAt: number): number {
  return Math.max(0, Math.floor((publishedAt - SEQUENCE_START) / 1000))
}

function describePlace({ kind, place, toPlace, address }: GuestItem): string {
  const where = travelKinds.includes(kind) && toPlace ? `${place} to ${toPlace}` : place
  return [where, address].filter(Boolean).join(', ')
}

function describeEvent(item: GuestItem): string {
  const { kind, begins, ends, confirmation, contact, phone, email, included, guestText } = item
  const hours = [begins && `From ${begins}`, ends && `until ${ends}`].filter(Boolean).join(' ')
  return [
    kind === 'stay' ? hours : '',
    confirmation && `Confirmation ${confirmation}`,
    [contact, phone, email].filter(Boolean).join(', '),
    included && `Included: ${included}`,
    guestText,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The time zones that a file uses, and the times for which it must define them. */
class ZoneSpans {
  private readonly spans = new Map<string, { from: number; to: number }>()

  /**
   * `;TZID=Europe/Oslo:20260611T170000`; UTC for a wall time that occurs twice, because calendars read it
   * differently.
   */
  writeTime(instant: number, zone: string): string {
    const { date, minute } = toWallTime(instant, zone)
    if (listInstants(date, minute, zone).length > 1)
      return `:${compact(toIsoTime(instant).slice(0, 19))}Z`
    const { from, to } = this.spans.get(zone) ?? { from: instant, to: instant }
    this.spans.set(zone, { from: Math.min(from, instant), to: Math.max(to, instant) })
    return `;TZID=${zone}:${compact(date)}T${compact(formatTimeOfDay(minute))}00`
  }

  write(): string[] {
    return [...this.spans].flatMap(([zone, { from, to }]) => [
      'BEGIN:VTIMEZONE',
      `TZID:${zone}`,
      ...listOffsets(zone, from - DAY, to + DAY).flatMap(writeOffset),
      'END:VTIMEZONE',
    ])
  }
}

interface ZoneOffset {
  /** Wall time in the previous offset from which this offset is valid. */
  start: string
  /** Milliseconds, as is `to`. */
  from: number
  to: number
  isSummer: boolean
}

/** The offset at `from`, and every change of the clocks until `to`. */
function listOffsets(zone: string, from: number, to: number): ZoneOffset[] {
  const first = getOffset(from, zone)
  const offsets: ZoneOffset[] = [
    { start: '19700101T000000', from: first, to: first, isSummer: false },
  ]
  let at = from
  for (;;) {
    const change = findClockChange(at, to, zone)
    if (!change) return offsets
    const [before, after] = [getOffset(change.at - 1, zone), getOffset(change.at, zone)]
    const start = compact(toIsoTime(change.at + before).slice(0, 19))
    offsets.push({ start, from: before, to: after, isSummer: after > before })
    at = change.at
  }
}

function writeOffset({ start, from, to, isSummer }: ZoneOffset): string[] {
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${writeOffsetValue(from)}`,
    `TZOFFSETTO:${writeOffsetValue(to)}`,
    `END:${kind}`,
  ]
}

/** `+0200`, `-0330` */
function writeOffsetValue(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${formatTimeOfDay(minutes).replace(':', '')}`
}

const compact = (text: string) => text.replaceAll(/[-:]/g, '')

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n')
}

/** Most octets of a line. */
const MAX_LINE = 75

/** Folds a long line; continuation lines begin with a space. */
function foldLine(line: string): string {
  let folded = ''
  let length = 0
  for (const character of line) {
    const size = countOctets(character)
    if (length + size > MAX_LINE) {
      folded += '\r\n '
      length = 1
    }
    folded += character
    length += size
  }
  return folded
}

/** Octets of a character in UTF-8. */
function countOctets(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
