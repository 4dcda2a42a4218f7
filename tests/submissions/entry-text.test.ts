import { describe, expect, test } from 'vitest'
import { toBookingPath, toEditPath } from '#client/outbox/on-this-device/entry-card.tsx'
import {
  describeEntry,
  formatHistory,
  getEntryStatus,
  getVisibleDetail,
  hasLostSlot,
  sortEntries,
} from '#client/outbox/on-this-device/entry-text.ts'
import type { SiteConfig } from '#shared/site/api.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import {
  attentionFields,
  buildBookingEntry,
  buildEntry,
  sentFields,
} from '#tests/support/outbox/outbox-entries.ts'

const HOUR = 3_600_000
/** Noon in this machine's zone, so that a few hours before and after are the same day. */
const now = new Date(2026, 10, 21, 12, 0).getTime()
const getDescription = (entry: Parameters<typeof describeEntry>[0]) =>
  describeEntry(entry, { now, canSyncInBackground: true, config: buildSiteConfig() })

test('Entries that need attention come first, then queued ones, then sent ones, each newest first', () => {
  const entries = [
    buildEntry(now, { ...sentFields(now), key: 'sent' }),
    buildEntry(now, { key: 'older' }),
    buildEntry(now, { key: 'on its way', state: 'sending', createdAt: now - HOUR }),
    buildEntry(now, { key: 'newer', createdAt: now }),
    buildEntry(now, { ...attentionFields('taken'), key: 'lost', createdAt: now - 9 * HOUR }),
  ]
  const keys = sortEntries(entries).map(({ key }) => key)
  expect(keys).toEqual(['lost', 'newer', 'on its way', 'older', 'sent'])
})

describe('A queued outbox entry', () => {
  test('is described as saved, and never as confirmed', () => {
    expect(getDescription(buildEntry(now))).toBe(
      'Saved on this device. It will be sent when you are back online.',
    )
    expect(getDescription(buildBookingEntry(now))).toBe(
      'Request saved on this device. It is not confirmed yet.',
    )
  })

  test('advises opening the page again when online if the browser does not send by itself', () => {
    const context = { now, canSyncInBackground: false, config: undefined }
    expect(describeEntry(buildEntry(now), context)).toMatch(
      /Open this page again when you are online\.$/,
    )
  })

  test('is described as sending only until its lease ends', () => {
    const lease = { holder: 'worker', until: now + 1 }
    const entry = buildEntry(now, { state: 'sending', lease })
    expect(getEntryStatus(entry, now)).toBe('sending')
    expect(getEntryStatus(entry, now + 1)).toBe('queued')
  })

  test.each([
    ['503', 'At the last try, the server answered with 503.'],
    ['not ours', 'perhaps the sign-in page of a Wi-Fi network.'],
    ['TypeError', 'There was no connection at the last try.'],
  ])(
    'shows that its last attempt ended with %s, and when the next one is due',
    (lastError, text) => {
      const history = formatHistory(buildEntry(now, { attempts: 1, lastError }), now)
      expect(history).toContain('Written today at 10:00.')
      expect(history).toContain(text)
      expect(history).toContain('The next try is today at 12:10.')
    },
  )
})

describe('An outbox entry that needs attention', () => {
  test.each([
    ['taken', 'That time was taken while you were away.'],
    ['past', 'That time passed while you were away.'],
    ['notice', 'That time is now too soon to book online.'],
    ['closed', 'That time is no longer offered.'],
  ])(
    'because its time was refused as %s suggests another time and says that the rest is saved',
    (code, text) => {
      const entry = buildBookingEntry(now, attentionFields(code))
      expect(hasLostSlot(entry)).toBe(true)
      expect(getDescription(entry)).toBe(`${text} Choose another; everything else is kept.`)
    },
  )

  test('for another reason shows that reason', () => {
    expect(getDescription(buildBookingEntry(now, attentionFields('fields')))).toBe(
      'Refused as fields.',
    )
    expect(getDescription(buildEntry(now, attentionFields('past')))).toBe('Refused as past.')
  })
})

describe('A sent outbox entry', () => {
  test('shows when it was written and sent, and for how long it stays listed', () => {
    const entry = buildEntry(now, { ...sentFields(now), createdAt: now - 24 * HOUR })
    expect(getDescription(entry)).toBe(
      'Written yesterday at 12:00, sent today at 12:00. Shown here for 30 days.',
    )
    expect(getVisibleDetail(entry)).toBe('')
  })

  test('is described as confirmed only if the server confirmed it, and links to the booking', () => {
    const answer = { status: 'confirmed', manageUrl: '/booking/manage?id=x' }
    expect(getDescription(buildBookingEntry(now, sentFields(now, answer)))).toContain(
      'and confirmed.',
    )
    expect(toBookingPath(buildBookingEntry(now, sentFields(now, answer)))).toBe(
      '/booking/manage?id=x',
    )
    const requested = buildBookingEntry(now, sentFields(now, { ...answer, status: 'requested' }))
    expect(getDescription(requested)).not.toContain('and confirmed')
    expect(getDescription(requested)).toContain('It is not confirmed yet.')
  })

  test.each([true, false])(
    'announces an answer by email only where the site is known to send any (%s)',
    (blocksSlot) => {
      const answer = { status: 'requested', blocksSlot }
      const entry = buildBookingEntry(now, sentFields(now, answer))
      const describeAt = (config: SiteConfig | undefined) =>
        describeEntry(entry, { now, canSyncInBackground: true, config })
      expect(describeAt(buildSiteConfig())).toContain('I will answer by email.')
      for (const config of [undefined, buildSiteConfig({ sendsMail: false })]) {
        expect(describeAt(config)).not.toMatch(/e.?mail/i)
        expect(describeAt(config)).toContain('The page of your booking will show my answer.')
      }
    },
  )

  test('indicates if only an earlier version of it arrived', () => {
    expect(
      getDescription(buildBookingEntry(now, sentFields(now, { isEarlierVersion: true }))),
    ).toContain('An earlier version')
  })

  test('never links to another site, whatever the server answered', () => {
    const answer = { status: 'confirmed', manageUrl: 'https://elsewhere.example/' }
    expect(toBookingPath(buildBookingEntry(now, sentFields(now, answer)))).toBeUndefined()
    const sameScheme = { status: 'confirmed', manageUrl: '//elsewhere.example/' }
    expect(toBookingPath(buildBookingEntry(now, sentFields(now, sameScheme)))).toBeUndefined()
  })
})

test('Each outbox entry is edited in its own form', () => {
  expect(toEditPath(buildEntry(now, { key: 'k' }))).toBe('/contact?entry=k')
  expect(toEditPath(buildEntry(now, { key: 'k', form: 'inquiry' }))).toBe('/inquiry-form?entry=k')
  expect(toEditPath(buildBookingEntry(now, { key: 'k' }))).toBe(
    '/service/initial-consultation?entry=k',
  )
})
