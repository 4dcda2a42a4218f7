import { describe, expect, test } from 'vitest'
import { bookingPath, editPath } from '#client/outbox/on-this-device/entry-card.tsx'
import {
  detailOf,
  fateOf,
  hasLostTime,
  historyOf,
  inOrder,
  standingOf,
} from '#client/outbox/on-this-device/entry-words.ts'
import { attention, bookingAt, entryAt, sent } from '#tests/support/entries.ts'

const HOUR = 3_600_000
/** Noon in this machine's zone, so that a few hours before and after are the same day. */
const now = new Date(2026, 10, 21, 12, 0).getTime()
const fate = (entry: Parameters<typeof fateOf>[0]) => fateOf(entry, now, true)

test('what needs attention stands first, then what waits, then what was sent, the newest first', () => {
  const entries = [
    entryAt(now, { ...sent(now), key: 'sent' }),
    entryAt(now, { key: 'older' }),
    entryAt(now, { key: 'on its way', state: 'sending', createdAt: now - HOUR }),
    entryAt(now, { key: 'newer', createdAt: now }),
    entryAt(now, { ...attention('taken'), key: 'lost', createdAt: now - 9 * HOUR }),
  ]
  const keys = inOrder(entries).map(({ key }) => key)
  expect(keys).toEqual(['lost', 'newer', 'on its way', 'older', 'sent'])
})

describe('what waits', () => {
  test('is saved and promised to nobody', () => {
    expect(fate(entryAt(now))).toBe(
      'Saved on this device. It will be sent when you are back online.',
    )
    expect(fate(bookingAt(now))).toBe('Request saved on this device. It is not confirmed yet.')
  })

  test('asks to be looked after where the browser does not send by itself', () => {
    expect(fateOf(entryAt(now), now, false)).toMatch(/Open this page again when you are online\.$/)
  })

  test('is called on its way only as long as whoever sends it may still be at it', () => {
    const lease = { holder: 'worker', until: now + 1 }
    const entry = entryAt(now, { state: 'sending', lease })
    expect(standingOf(entry, now)).toBe('sending')
    expect(standingOf(entry, now + 1)).toBe('waiting')
  })

  test.each([
    ['503', 'At the last try, the server answered with 503.'],
    ['not ours', 'perhaps the sign-in page of a Wi-Fi network.'],
    ['TypeError', 'There was no connection at the last try.'],
  ])('tells that its last try ended with %s, and when the next comes', (lastError, words) => {
    const history = historyOf(entryAt(now, { attempts: 1, lastError }), now)
    expect(history).toContain('Written today at 10:00.')
    expect(history).toContain(words)
    expect(history).toContain('The next try is today at 12:10.')
  })
})

describe('what needs attention', () => {
  test.each([
    ['taken', 'That time was taken while you were away.'],
    ['past', 'That time passed while you were away.'],
    ['notice', 'That time is now too soon to book online.'],
    ['closed', 'That time is no longer offered.'],
  ])('for a time that is %s is a choice of another, with all else kept', (code, words) => {
    const entry = bookingAt(now, attention(code))
    expect(hasLostTime(entry)).toBe(true)
    expect(fate(entry)).toBe(`${words} Choose another; everything else is kept.`)
  })

  test('for another reason says that reason', () => {
    expect(fate(bookingAt(now, attention('fields')))).toBe('Refused as fields.')
    expect(fate(entryAt(now, attention('past')))).toBe('Refused as past.')
  })
})

describe('what was sent', () => {
  test('says when it was written and sent, and how long it is kept', () => {
    const entry = entryAt(now, { ...sent(now), createdAt: now - 24 * HOUR })
    expect(fate(entry)).toBe(
      'Written yesterday at 12:00, sent today at 12:00. Shown here for 30 days.',
    )
    expect(detailOf(entry)).toBe('')
  })

  test('is called confirmed only where the server confirmed it, and leads to the booking', () => {
    const answer = { status: 'confirmed', manageUrl: '/booking/manage?id=x' }
    expect(fate(bookingAt(now, sent(now, answer)))).toContain('and confirmed.')
    expect(bookingPath(bookingAt(now, sent(now, answer)))).toBe('/booking/manage?id=x')
    const requested = bookingAt(now, sent(now, { ...answer, status: 'requested' }))
    expect(fate(requested)).not.toContain('and confirmed')
    expect(fate(requested)).toContain('It is not confirmed yet.')
  })

  test('says where only an earlier version of it arrived', () => {
    expect(fate(bookingAt(now, sent(now, { earlier: true })))).toContain('An earlier version')
  })

  test('leads to no other site, whatever was answered', () => {
    const answer = { status: 'confirmed', manageUrl: 'https://elsewhere.example/' }
    expect(bookingPath(bookingAt(now, sent(now, answer)))).toBeUndefined()
    const sameScheme = { status: 'confirmed', manageUrl: '//elsewhere.example/' }
    expect(bookingPath(bookingAt(now, sent(now, sameScheme)))).toBeUndefined()
  })
})

test('each is changed in its own form', () => {
  expect(editPath(entryAt(now, { key: 'k' }))).toBe('/contact?entry=k')
  expect(editPath(entryAt(now, { key: 'k', form: 'inquiry' }))).toBe('/inquiry-form?entry=k')
  expect(editPath(bookingAt(now, { key: 'k' }))).toBe('/service/initial-consultation?entry=k')
})
