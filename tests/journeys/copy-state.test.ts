import { describe, expect, test } from 'vitest'
import type { ItemView, JourneyView } from '#client/data/journeys/types.ts'
import { listDaysOf } from '#client/desk/journeys/journey-edits.ts'
import {
  describeDay,
  findToday,
  formatDayPlaces,
  formatEnd,
  parseTime,
  summarizeItem,
} from '#client/desk/journeys/journeys-text.ts'
import {
  type CopyState,
  describeChanges,
  describeCount,
  getCopyState,
  listChangeRows,
} from '#client/desk/journeys/share/copy-state.ts'
import {
  emptyItem,
  type GuestPassData,
  type ItemData,
  toGuestPassData,
  toItemData,
  toJourneyData,
} from '#shared/journeys/journey-fields.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { buildJourney, buildLofoten } from '#tests/support/journeys/sample-journeys.ts'

const state = { rev: 1, isPending: false, conflicts: [], updatedAt: 0 }

/** A sample journey as a page shows it; `publish` gives guests a copy of it as it is. */
function openLofoten(sample = buildLofoten()) {
  const { id, journey, items } = sample
  const view: JourneyView = {
    ...{ id, ...state, journey: toJourneyData(journey) as JourneyView['journey'] },
    ...{
      isDeleted: false,
      goneClients: 0,
      clients: [],
      names: [],
      pass: undefined,
      rejected: [],
      documents: { here: [], waiting: [] },
    },
    items: Object.entries(items).map(
      ([itemId, data]): ItemView => ({ ...state, item: { ...toItemData(data), id: itemId } }),
    ),
  }
  const read = (): CopyState => getCopyState(view, listDaysOf(view))
  const publish = (isPending = false, data: Partial<GuestPassData> = {}) => {
    const { next: copy } = read()
    const before = view.pass?.copy
    view.pass = {
      ...{ ...state, isPending, copy, sentCopy: isPending ? before : copy },
      data: toGuestPassData({
        ...{ version: copy.publishedAt, endsAt: copy.endsAt, ciphertext: 'x', ...data },
      }),
    }
  }
  const set = (title: string, change: Partial<ItemData>) => {
    view.items = view.items.map((one) =>
      one.item.title === title ? { ...one, item: { ...one.item, ...change } } : one,
    )
  }
  const text = () => {
    const copy = read()
    return `${describeCount(copy)} ${describeChanges(copy, listDaysOf(view))}`
  }
  return { view, read, publish, set, text, days: () => listDaysOf(view) }
}

describe('What is not on their copy yet', () => {
  test('is nothing before the first update, and nothing after each', () => {
    const journey = openLofoten()
    expect(journey.read()).toMatchObject({ link: 'none', items: [], journey: [] })
    journey.publish()
    expect(journey.read()).toMatchObject({ link: 'open', items: [], journey: [] })
  })

  test('is nothing while the owner is to choose whether a journey that was deleted elsewhere stays', () => {
    const { view, read, publish } = openLofoten()
    publish()
    // Its items were deleted with it.
    view.items = []
    expect(read().items.length).toBeGreaterThan(0)
    view.conflicts = [{ cid: 'c1', kind: 'delete' } as OpenConflict]
    expect(read()).toMatchObject({ link: 'open', items: [], journey: [] })
  })

  test('is not asked of a link that has ended, whose copy the server has deleted', () => {
    const journey = openLofoten()
    journey.publish(false, { ciphertext: '' })
    expect(journey.read().link).toBe('ended')
  })

  test('is described by a sentence that names the first two changes and counts the others', () => {
    const journey = openLofoten()
    journey.publish()
    journey.set('Sauna on the pier', { begins: '18:00' })
    expect(journey.text()).toBe(
      '1 change is not on their copy yet. Sauna on the pier begins at 18:00.',
    )
    journey.set('Table for two', { begins: '20:30' })
    expect(journey.text()).toBe(
      '2 changes are not on their copy yet. Sauna on the pier begins at 18:00, and Table for two at 20:30.',
    )
    journey.set('Fast boat', { ends: '21:10' })
    journey.set('Lunch', { phone: '+47 1' })
    expect(journey.text()).toBe(
      '4 changes are not on their copy yet. Lunch has a change in “Phone”, Fast boat arrives at 21:10, and 2 more.',
    )
  })

  test('does not include what guests never see: the owner’s notes, and prices unless they are ticked', () => {
    const journey = openLofoten()
    journey.publish()
    journey.set('Sauna on the pier', { ownerText: 'Another account', price: 'NOK 950' })
    expect(journey.read().items).toEqual([])
    journey.view.journey = { ...journey.view.journey, showsPrices: true }
    expect(journey.text()).toBe(
      '1 change is not on their copy yet. Sauna on the pier has a change in “Price”.',
    )
  })

  test('includes days, moved, new and removed items, the title and the end of the link', () => {
    const journey = openLofoten()
    journey.publish()
    const { view } = journey
    journey.set('Lunch', { day: 'd2' })
    expect(journey.text()).toContain('Lunch is now on Thursday 11 June')
    view.items = view.items.filter(({ item }) => item.title !== 'Lunch')
    expect(journey.text()).toContain('Lunch is removed')
    view.journey = { ...view.journey, title: 'Lofoten', linkUntil: '2026-07-31' }
    expect(journey.read().journey).toEqual(['title', 'link end'])
    expect(journey.text()).toContain('the title is new, and 1 more.')
    const rows = listChangeRows(journey.read(), view.pass?.copy as never)
    expect(rows.map(({ title, before, after }) => [title, before, after])).toEqual([
      ['Lunch', 'Lunch', 'Removed'],
      ['Title', 'Lofoten, by sea', 'Lofoten'],
      ['The link works until', '30 June', '31 July'],
    ])
  })

  test('waits once it is published and not sent: only what guests do not have is marked', () => {
    const journey = openLofoten()
    journey.publish()
    journey.set('Sauna on the pier', { begins: '18:00' })
    journey.publish(true)
    const { items, waiting, link } = journey.read()
    expect({ items, link }).toEqual({ items: [], link: 'waiting' })
    expect([...waiting]).toEqual(['J0000000000000000001-i2x3'])
  })

  test('does not include the link’s end of a journey without dates, which moves with each update', () => {
    const journey = openLofoten(buildJourney('Undated', [[{ title: 'a' }]], { start: '' }))
    journey.publish()
    expect(journey.read().journey).toEqual([])
  })
})

describe('A day', () => {
  test('is named after where guests sleep and between which places they travel', () => {
    const days = openLofoten().days()
    expect(days.map(formatDayPlaces)).toEqual([
      'New York, then Oslo',
      'Oslo, then Bodø, then Svolvær',
      'Svolvær',
      'Svolvær, then Henningsvær',
      'Henningsvær, then Reine',
      'Reine',
      'Reine, then Bodø',
      'Bodø, then New York',
    ])
  })

  test('says in which zone its times are, and how far that is from this device’s clock', () => {
    const days = openLofoten().days()
    expect(describeDay(days, 2)).toMatch(/^Day 3 of 8\. All times in Europe\/Oslo/)
    expect(describeDay(days, 7)).toBe('Day 8 of 8. Times in Europe/Oslo, then in America/New York.')
  })

  test('names the zone of each time of a journey between two zones, and of no other', () => {
    const flight = {
      ...emptyItem,
      id: 'f',
      kind: 'flight',
      begins: '12:05',
      ends: '14:20',
    } as const
    const far = { ...flight, endZone: 'America/New_York' } as const
    expect(formatEnd(flight)).toBe('to 14:20')
    expect(formatEnd(far)).toBe('Oslo time, to 14:20 New York time')
    expect(formatEnd({ ...far, begins: '', endDay: 1 })).toBe('to 14:20 New York time next day')
  })

  test('is today by the clock where guests are', () => {
    const days = openLofoten().days()
    // 23:30 in Oslo on the third day.
    expect(findToday(days, Date.parse('2026-06-11T21:30:00Z'))).toBe(2)
    expect(findToday(days, Date.parse('2026-06-11T22:30:00Z'))).toBe(3)
    expect(findToday(days, Date.parse('2026-06-18T12:00:00Z'))).toBe(-1)
  })
})

test('an item’s line says where it is and what guests read first', () => {
  const { view } = openLofoten()
  const line = (title: string) => {
    const found = view.items.find(({ item }) => item.title === title)
    return found && summarizeItem(found.item)
  }
  expect(line('Boat into the Trollfjord')).toBe('Visitor quay, berth 3. Ingrid Nilsen, skipper.')
  expect(line('Breakfast at the house')).toBe('Havnehuset, ground floor. Included.')
  expect(line('Fast boat')).toBe('Bodø to Svolvær.')
  expect(line('Havnehuset')).toBe('Svolvær, Torget 22. Room 7, towards the sea.')
})

test.each([
  ['17:00', '17:00'],
  ['1700', '17:00'],
  ['9.30', '09:30'],
  ['930', '09:30'],
  [' 7 ', '07:00'],
  ['', ''],
  ['24:00', undefined],
  ['17:60', undefined],
  ['5pm', undefined],
  ['17:0', undefined],
  ['soon', undefined],
])('the time %j is read as %j', (typed, time) => {
  expect(parseTime(typed)).toBe(time)
})
