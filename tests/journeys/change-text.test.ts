import { describe, expect, test } from 'vitest'
import { describeChanges, formatChangeCount, formatDates } from '#shared/journeys/change-text.ts'
import type { ItemData } from '#shared/journeys/journey-fields.ts'
import {
  changeItems,
  createSampleCopy,
  lofotenItems,
} from '#tests/support/journeys/guest-journey.ts'

const before = createSampleCopy()
const document = { id: 'x', name: 'Map', type: 'image/png', size: 10 } as const

const after = (changes: Record<string, Partial<ItemData>>) =>
  describeChanges(before, createSampleCopy({ items: changeItems(changes) }))

describe('A change is described in plain sentences', () => {
  test.each<[string, Record<string, Partial<ItemData>>, string[]]>([
    [
      'later, with its end',
      { c3: { begins: '17:00', ends: '19:00' } },
      ['Sauna on the pier begins at 17:00, an hour later.'],
    ],
    [
      'half an hour earlier, with another end',
      { c3: { begins: '15:30' } },
      ['Sauna on the pier begins at 15:30, half an hour earlier.'],
    ],
    ['an end', { c3: { ends: '18:01' } }, ['Sauna on the pier ends at 18:01, a minute later.']],
    [
      'a ferry and its arrival',
      { g1: { begins: '14:20', ends: '17:15' } },
      ['Ferry over the Vestfjord leaves at 14:20, 20 minutes later.'],
    ],
    [
      'an arrival on the next day',
      { b2: { endDay: 1 } },
      ['Express boat to Svolvær arrives at 21:25, a day later.'],
    ],
    [
      'an arrival by another clock',
      { h2: { endZone: 'Europe/London' } },
      ['Flight to New York arrives at 14:20, London time.'],
    ],
    ['no time any more', { c4: { begins: '' } }, ['Table for two no longer has a fixed time.']],
    [
      'check-in',
      { b3: { begins: '16:30' } },
      ['Havnehuset has check-in from 16:30, 1 hour 30 minutes later.'],
    ],
    ['nights', { b3: { nights: 3 } }, ['Havnehuset is now for three nights.']],
    ['a place', { c4: { place: 'Du Verden' } }, ['Table for two is now at Du Verden.']],
    [
      'a phone number and a note',
      { c4: { phone: '+47 1', guestText: 'By the door' } },
      ['Table for two has a new phone number, +47 1; it has a new note from me.'],
    ],
    [
      'a number that is gone',
      { c3: { confirmation: '' } },
      ['Sauna on the pier no longer has a confirmation number.'],
    ],
    ['a name', { c4: { title: 'Dinner' } }, ['Table for two is now called “Dinner”.']],
    ['a paper', { c4: { documents: [document] } }, ['Table for two has a new paper, “Map”.']],
    [
      'a zone of what has no time',
      { a3: { zone: 'Europe/Helsinki', endZone: 'Europe/Helsinki' } },
      [],
    ],
    [
      'a paper that is gone',
      { g1: { documents: [] } },
      ['Ferry over the Vestfjord no longer has the paper “Ferry tickets, 15 June”.'],
    ],
  ])('%s', (_what, changes, sentences) => {
    expect(after(changes)).toEqual(sentences)
  })

  test('another day', () => {
    const items = lofotenItems.map((item) =>
      item.id === 'c4' ? { ...item, on: 4, begins: '20:00' } : item,
    )
    expect(describeChanges(before, createSampleCopy({ items }))).toEqual([
      'Table for two is now on Friday 12 June at 20:00, instead of Thursday 11 June.',
    ])
  })

  test('added and removed', () => {
    const items = [
      ...lofotenItems.filter(({ id }) => id !== 'c2'),
      { id: 'z', on: 4, title: 'Museum', begins: '12:00' },
    ]
    expect(describeChanges(before, createSampleCopy({ items }))).toEqual([
      'New on Friday 12 June: Museum at 12:00.',
      'Boat into the Trollfjord on Thursday 11 June is no longer planned.',
    ])
  })

  test('the journey itself', () => {
    const copy = { ...createSampleCopy({ start: '2026-06-10' }), guests: 'Thomas' }
    const host = { name: 'Kari', phone: '+47 2' }
    expect(describeChanges(before, { ...copy, title: 'Lofoten', host })).toEqual([
      'The journey is now called “Lofoten”.',
      'The journey is now for Thomas.',
      'Your host is Kari, +47 2.',
      'The journey is now from 10 to 17 June 2026, instead of 9 to 16 June 2026.',
    ])
  })

  test('no sentence if guests see the same', () => {
    expect(describeChanges(before, { ...createSampleCopy(), publishedAt: 1 })).toEqual([])
  })
})

test.each([
  ['2026-06-11T06:00:00Z', 2, 'Two things have changed since this morning'],
  ['2026-06-11T11:00:00Z', 1, 'One thing has changed since this afternoon'],
  ['2026-06-10T11:00:00Z', 14, 'Fourteen things have changed since yesterday'],
  ['2026-06-08T11:00:00Z', 15, '15 things have changed since Monday'],
  ['2026-06-01T11:00:00Z', 2, 'Two things have changed since 1 June'],
])('Noted at %s, %i changes are counted in words', (noted, count, text) => {
  const now = Date.parse('2026-06-11T18:00:00Z')
  const notedAt = Date.parse(noted)
  expect(formatChangeCount(count, { notedAt, now, zone: 'Europe/Oslo' })).toBe(text)
})

test.each([
  ['2026-06-09', '2026-06-16', '9 to 16 June 2026'],
  ['2026-05-28', '2026-06-03', '28 May to 3 June 2026'],
  ['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
  ['2026-06-09', '2026-06-09', '9 June 2026'],
])('The dates %s and %s are %s', (start, end, text) => {
  expect(formatDates(start, end)).toBe(text)
})
