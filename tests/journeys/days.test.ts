import { describe, expect, it } from 'vitest'
import { getJourneyState } from '#client/desk/journeys/list/journey-groups.ts'
import {
  findDayIndex,
  findTimedIndex,
  findWarnings,
  getDates,
  getEnd,
  getStart,
  getZone,
  type JourneyItem,
  listDays,
  listPlaces,
} from '#shared/journeys/days.ts'
import { emptyItem, type ItemKind, toJourneyData } from '#shared/journeys/journey-fields.ts'

const days = { 'day.a': 'a0', 'day.b': 'a1', 'day.c': 'a2' }

function createJourney(data: Record<string, unknown> = {}) {
  return toJourneyData({ start: '2027-06-09', ...days, ...data }) as ReturnType<
    typeof toJourneyData
  > &
    Record<string, unknown>
}

let count = 0

function createItem(kind: ItemKind, data: Partial<JourneyItem> = {}): JourneyItem {
  count += 1
  return {
    ...emptyItem,
    ...{ id: `j-${count}`, kind, title: kind, day: 'a', order: `a${count}` },
    ...data,
  }
}

const iso = (instant: number | undefined) => instant && new Date(instant).toISOString()

describe('The days of a journey', () => {
  it('have dates from the first day on, in the order of their keys', () => {
    const listed = listDays(createJourney({ 'day.x': 'Zz' }), [])
    expect(listed.map(({ id, date, number }) => [id, date, number])).toEqual([
      ['x', '2027-06-09', 1],
      ['a', '2027-06-10', 2],
      ['b', '2027-06-11', 3],
      ['c', '2027-06-12', 4],
    ])
  })

  it('have no dates while the journey has none', () => {
    expect(listDays(createJourney({ start: '' }), []).map(({ date }) => date)).toEqual(['', '', ''])
  })

  it('leave out a removed day, but not one on which something is planned', () => {
    const journey = createJourney({ 'removed.b': true })
    expect(listDays(journey, []).map(({ id }) => id)).toEqual(['a', 'c'])
    const shown = listDays(journey, [createItem('note', { day: 'b' })])
    expect(shown.map(({ id, isRestored }) => [id, isRestored])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ])
  })

  it('show an item whose day is not known, at the end', () => {
    const shown = listDays(createJourney(), [createItem('note', { day: 'lost' })])
    expect(shown.at(-1)).toMatchObject({ id: 'lost', date: '2027-06-12', isRestored: true })
    expect(shown.at(-1)?.items).toHaveLength(1)
  })

  it('list a stay on its first day and count the nights of the others', () => {
    const stay = createItem('stay', { nights: 2, place: 'Svolvær' })
    const shown = listDays(createJourney(), [stay])
    expect(
      shown.map(({ items, nights }) => [items.length, nights.map(({ night }) => night)]),
    ).toEqual([
      [1, []],
      [0, [2]],
      [0, []],
    ])
  })

  it('name their places once in a row, with both ends of a crossing', () => {
    const items = [
      createItem('ferry', { place: 'Bodø', toPlace: 'Svolvær' }),
      createItem('stay', { nights: 2, place: 'Svolvær' }),
      createItem('table', { day: 'b', place: 'Reine' }),
    ]
    expect(listPlaces(listDays(createJourney(), items))).toEqual(['Bodø', 'Svolvær', 'Reine'])
  })

  it('are found by their date', () => {
    const shown = listDays(createJourney(), [])
    expect(
      ['2027-06-08', '2027-06-09', '2027-06-11', '2027-06-12'].map((date) =>
        findDayIndex(shown, date),
      ),
    ).toEqual([-1, 0, 2, -1])
  })
})

describe('The state of a journey', () => {
  const shown = listDays(createJourney(), [])
  const at = (time: string, isShared = true) =>
    getJourneyState(
      {
        dates: getDates(shown),
        zone: getZone(shown[0]?.items[0]),
        pass: isShared ? { version: 1, endsAt: 0, closed: false, updatedAt: 0 } : undefined,
      },
      Date.parse(time),
    )

  it('follows the dates where the journey is', () => {
    expect(at('2027-06-08T21:59:59Z')).toBe('shared')
    expect(at('2027-06-08T22:00:00Z')).toBe('under way')
    expect(at('2027-06-11T21:59:59Z')).toBe('under way')
    expect(at('2027-06-11T22:00:00Z')).toBe('past')
  })

  it('is a draft until guests were shown it', () => {
    expect(at('2027-06-10T12:00:00Z', false)).toBe('draft')
    expect(at('2027-07-10T12:00:00Z', false)).toBe('past')
  })
})

describe('The times of an item', () => {
  it('are read in its own zones', () => {
    const flight = createItem('flight', {
      ...{ begins: '10:40', zone: 'Europe/Oslo', ends: '13:05', endZone: 'America/New_York' },
    })
    expect(iso(getStart(flight, '2027-06-16'))).toBe('2027-06-16T08:40:00.000Z')
    expect(iso(getEnd(flight, '2027-06-16'))).toBe('2027-06-16T17:05:00.000Z')
  })

  it('end on a later day where the item says so', () => {
    const ferry = createItem('ferry', { begins: '23:30', ends: '01:15', endDay: 1 })
    expect(iso(getEnd(ferry, '2027-06-09'))).toBe('2027-06-09T23:15:00.000Z')
  })

  it('are instants on the nights when the clocks change', () => {
    const train = (begins: string, ends: string) =>
      createItem('train', { begins, ends, zone: 'Europe/Oslo' })
    // 02:30 does not exist on 28 March; it occurs twice on 31 October.
    expect(iso(getStart(train('02:30', '04:00'), '2027-03-28'))).toBe('2027-03-28T01:00:00.000Z')
    expect(iso(getEnd(train('01:30', '04:00'), '2027-03-28'))).toBe('2027-03-28T02:00:00.000Z')
    expect(iso(getStart(train('02:30', '04:00'), '2027-10-31'))).toBe('2027-10-31T00:30:00.000Z')
    expect(iso(getEnd(train('01:30', '04:00'), '2027-10-31'))).toBe('2027-10-31T03:00:00.000Z')
  })

  it('are not known without a date or a time', () => {
    expect(getStart(createItem('table', { begins: '19:30' }), '')).toBeUndefined()
    expect(getStart(createItem('table'), '2027-06-09')).toBeUndefined()
  })
})

describe('A warning', () => {
  const warn = (...items: JourneyItem[]) =>
    findWarnings(listDays(createJourney(), items)).map(({ text }) => text)

  it('says that a connection is impossible', () => {
    expect(
      warn(
        createItem('flight', { title: 'Oslo to Bodø', begins: '09:20', ends: '10:50' }),
        createItem('ferry', { begins: '10:30' }),
      ),
    ).toEqual(['Leaves before “Oslo to Bodø” arrives.'])
  })

  it('compares instants, not clocks: an hour is lost on the way to Helsinki', () => {
    const flight = createItem('flight', {
      ...{ title: 'To Helsinki', begins: '09:00', zone: 'Europe/Oslo' },
      ...{ ends: '11:30', endZone: 'Europe/Helsinki' },
    })
    const train = (begins: string) => createItem('train', { begins, zone: 'Europe/Helsinki' })
    expect(warn(flight, train('11:00'))).toEqual(['Leaves before “To Helsinki” arrives.'])
    expect(warn(flight, train('11:30'))).toEqual([])
  })

  it('says that an item ends before it begins, or stands below one that begins later', () => {
    expect(warn(createItem('activity', { begins: '14:00', ends: '10:00' }))).toEqual([
      'Ends before it begins.',
    ])
    expect(
      warn(
        createItem('table', { title: '', begins: '19:30' }),
        createItem('activity', { begins: '10:00' }),
      ),
    ).toEqual(['Begins before the table, which is above it.'])
  })

  it('reaches over midnight to the next day', () => {
    const ferry = createItem('ferry', {
      title: 'Night boat',
      begins: '22:00',
      ends: '08:00',
      endDay: 1,
    })
    expect(warn(ferry, createItem('table', { day: 'b', begins: '07:30' }))).toEqual([
      'Begins before “Night boat” arrives.',
    ])
  })

  it('is not given for stays and notes, which go beside other items', () => {
    expect(
      warn(
        createItem('stay', { begins: '15:00', ends: '11:00' }),
        createItem('activity', { begins: '10:00', ends: '16:00' }),
        createItem('note', { begins: '12:00' }),
      ),
    ).toEqual([])
  })

  it('is not given for a connection that fits on the night the clocks go back', () => {
    const journey = createJourney({ start: '2027-10-31' })
    const items = [
      createItem('train', { begins: '00:30', ends: '04:00' }),
      createItem('ferry', { begins: '04:00' }),
    ]
    expect(findWarnings(listDays(journey, items))).toEqual([])
  })
})

it('An item with a time belongs before the first that begins later, in any zone', () => {
  const others = [
    createItem('table', { begins: '08:30' }),
    createItem('note'),
    createItem('activity', { begins: '17:00' }),
  ]
  const at = (begins: string, zone = '') =>
    findTimedIndex(others, createItem('activity', { begins, zone }), '2027-06-09')
  expect([at('07:00'), at('10:00'), at('18:00')]).toEqual([0, 2, 3])
  // 17:30 in Helsinki is 16:30 in Oslo.
  expect(at('17:30', 'Europe/Helsinki')).toBe(2)
})
