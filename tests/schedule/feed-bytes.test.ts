import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFeed } from '#server/schedule/feed/lines.ts'
import {
  buildCalendar,
  buildEvent,
  buildOutlookZone,
} from '#tests/support/schedule/calendar-files.ts'
import { NINE_TO_ELEVEN, readBusyTimes, readText } from '#tests/support/schedule/feed-reading.ts'

/** Only the file explains this name. Its letters have two bytes and more. */
const ZONE = 'Bürozeit für Østlandet'

const named = buildCalendar(
  buildOutlookZone(ZONE),
  buildEvent(
    'SUMMARY:Møte hos 上海 č',
    `DTSTART;TZID=${ZONE}:20261208T100000`,
    `DTEND;TZID=${ZONE}:20261208T120000`,
    // Names the entry to the owner.
    'EXDATE:garbage',
  ),
)

const inTokyo = { zone: 'Asia/Tokyo' }

const utf8 = (text: string) => Buffer.from(text)
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const bigEndian = (text: string) => utf16(text).swap16()
const withLineEnds = (end: string) => named.replaceAll('\r\n', end)

describe('A calendar file', () => {
  it.each([
    ['UTF-8', utf8(named)],
    ['UTF-8 with a mark', utf8(`\ufeff${named}`)],
    ['UTF-16 with a mark', utf16(`\ufeff${named}`)],
    ['UTF-16 with a mark, the high byte first', bigEndian(`\ufeff${named}`)],
    ['UTF-16 without a mark', utf16(named)],
    ['UTF-16 without a mark, the high byte first', bigEndian(named)],
    ['UTF-16 with lines that end in CR', utf16(withLineEnds('\r'))],
    ['lines that end in CR', utf8(withLineEnds('\r'))],
    ['lines that end in LF', utf8(withLineEnds('\n'))],
    ['lines that end in CR CR LF', utf8(withLineEnds('\r\r\n'))],
    ['NUL after its end', Buffer.concat([utf8(named), Buffer.alloc(512)])],
    ['a mark before each entry', utf8(named.replaceAll('BEGIN:', '\ufeffBEGIN:'))],
    ['the end mark of DOS', utf8(`${named.trimEnd()}\u001a`)],
    ['control characters', utf8(named.replaceAll('DT', '\u0001DT\u007f'))],
    ['invisible characters around its lines', utf8(withLineEnds('\u200b\r\n\u200e'))],
  ])('in %s is read whole, with its names', (_what, bytes) => {
    const text = decodeFeed(bytes)
    expect(readBusyTimes(text, inTokyo)).toEqual(NINE_TO_ELEVEN)
    expect(readText(text, inTokyo)?.guessedZoneCount).toBe(0)
    expect(readText(text, inTokyo)?.notes).toMatchObject([{ title: 'Møte hos 上海 č' }])
  })

  it('in Latin-1 whose lines end in NEL is read', () => {
    const text = buildCalendar(
      buildEvent('SUMMARY:Møte', 'DTSTART:20261208T090000Z', 'DURATION:PT2H'),
    )
    const bytes = Buffer.from(text.replaceAll('\r\n', '\x85'), 'latin1')
    expect(readBusyTimes(decodeFeed(bytes))).toEqual(NINE_TO_ELEVEN)
  })

  it('is read the same wherever its lines are folded, also within a letter', () => {
    const bytes = utf8(named)
    const fold = fc.constantFrom('\r\n ', '\n ', '\r ', '\r\n\t')
    const places = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 5 })
    fc.assert(
      fc.property(places, fold, (given, by) => {
        const folded = given
          .filter((at) => bytes[at - 1] !== 13 && bytes[at - 1] !== 10)
          .toSorted((a, b) => b - a)
          .reduce(
            (whole, at) => Buffer.concat([whole.subarray(0, at), utf8(by), whole.subarray(at)]),
            bytes,
          )
        expect(readText(decodeFeed(folded), inTokyo)).toEqual(readText(named, inTokyo))
      }),
    )
  })
})
