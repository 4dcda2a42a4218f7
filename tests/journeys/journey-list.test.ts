import { describe, expect, it } from 'vitest'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { formatLead, formatLength, formatListDates } from '#client/desk/journeys/journeys-text.ts'
import {
  filterGroups,
  formatSeen,
  getJourneyState,
  getMark,
  groupJourneys,
} from '#client/desk/journeys/list/journey-groups.ts'
import {
  EMPTY_JOURNEY_DRAFT,
  NewJourneyFields,
  parseJourneyDraft,
  toNewJourney,
} from '#client/desk/journeys/list/new-journey.ts'
import {
  findCurrentDay,
  formatCopyState,
  listNextItems,
} from '#client/desk/journeys/list/next-items.ts'
import { type JourneyItem, listDays } from '#shared/journeys/days.ts'
import { emptyItem, type ItemData, toJourneyData } from '#shared/journeys/journey-fields.ts'
import { ordersFor } from '#shared/journeys/order.ts'
import { parse } from '#shared/lib/result.ts'

/** Thursday 11 June 2026, 14:05 in Oslo. */
const now = Date.parse('2026-06-11T12:05:00Z')
const at = (time: string) => Date.parse(time)

const createLine = (over: Partial<JourneyListItem> = {}): JourneyListItem => ({
  id: 'a',
  title: 'Lofoten, by sea',
  isDeleted: false,
  clients: [],
  names: [],
  dates: { start: '2026-06-22', end: '2026-06-29' },
  zone: 'Europe/Oslo',
  dayCount: 8,
  emptyDayCount: 0,
  places: [],
  stops: [],
  route: [],
  dayStops: [],
  pass: undefined,
  isPending: false,
  hasConflict: false,
  hasRejected: false,
  updatedAt: at('2026-06-10T09:00:00Z'),
  ...over,
})

type Pass = NonNullable<JourneyListItem['pass']>
const createPass = (over: Partial<Pass> = {}): Pass => ({
  version: 1,
  endsAt: at('2026-07-13T22:00:00Z'),
  closed: false,
  updatedAt: at('2026-06-01T09:00:00Z'),
  ...over,
})

const shared = (over: Partial<JourneyListItem> = {}) => createLine({ pass: createPass(), ...over })

describe('The list of journeys', () => {
  it('groups by state: under way and ahead by start, drafts without dates last, past ones latest first', () => {
    const june = { start: '2026-06-09', end: '2026-06-16' }
    const groups = groupJourneys(
      [
        createLine({ id: 'undated', dates: undefined }),
        createLine({ id: 'autumn', dates: { start: '2026-09-14', end: '2026-09-21' } }),
        createLine({ id: 'summer', dates: { start: '2026-08-03', end: '2026-08-09' } }),
        shared({ id: 'later', dates: { start: '2026-07-06', end: '2026-07-12' } }),
        shared({ id: 'sooner' }),
        shared({ id: 'now', dates: june }),
        shared({ id: 'old', dates: { start: '2026-05-02', end: '2026-05-07' } }),
        createLine({ id: 'less old', dates: { start: '2026-05-22', end: '2026-05-28' } }),
      ],
      now,
    )
    const ids = (list: readonly JourneyListItem[]) => list.map(({ id }) => id)
    expect(ids(groups.underWay)).toEqual(['now'])
    expect(ids(groups.ahead)).toEqual(['sooner', 'later'])
    expect(ids(groups.drafts)).toEqual(['summer', 'autumn', 'undated'])
    expect(ids(groups.past)).toEqual(['less old', 'old'])
    expect(formatLead(groups)).toBe('One under way, two ahead, three still being drawn.')
    const drafts = filterGroups(groups, 'drafts')
    expect(ids(drafts.drafts)).toHaveLength(3)
    expect(ids(drafts.underWay)).toEqual([])
    expect(formatLead(filterGroups(groups, 'past'))).toBe('Two in the past.')
    expect(formatLead(groupJourneys([], now))).toBe('')
  })

  it('begins and ends a journey by the clock of the place where it begins', () => {
    const fiji = shared({ zone: 'Pacific/Fiji', dates: { start: '2026-06-12', end: '2026-06-13' } })
    expect(getJourneyState(fiji, now)).toBe('under way')
    expect(getJourneyState({ ...fiji, zone: 'Europe/Oslo' }, now)).toBe('shared')
  })

  it.each([
    [createLine(), 'Draft', 'Edited yesterday'],
    [createLine({ updatedAt: at('2026-06-02T09:00:00Z') }), 'Draft', 'Edited 2 June'],
    [createLine({ updatedAt: at('2025-06-02T09:00:00Z') }), 'Draft', 'Edited 2 June 2025'],
    [
      createLine({ dates: { start: '2026-05-01', end: '2026-05-02' } }),
      'Never shared',
      'Edited yesterday',
    ],
    [createLine({ isPending: true }), 'Waiting', 'Saved on this device'],
    [shared(), 'Shared', 'Not opened yet'],
    [shared({ dates: { start: '2026-06-09', end: '2026-06-16' } }), 'Under way', 'Not opened yet'],
    [
      shared({ pass: createPass({ endsAt: at('2026-06-11T22:00:00Z') }) }),
      'Link closes today',
      /^At /,
    ],
    [
      shared({ pass: createPass({ endsAt: at('2026-05-20T22:00:00Z') }) }),
      'Link closed',
      /^Since 2[01] May$/,
    ],
    [shared({ pass: createPass({ closed: true }) }), 'Link closed', 'Since 1 June'],
    [shared({ isPending: true, hasConflict: true }), 'Conflict', 'Changed in two places'],
    [shared({ hasConflict: true, hasRejected: true }), 'Needs attention', 'A change was refused'],
  ])('marks %# with one word and one note', (line, label, note) => {
    const mark = getMark(line, now)
    expect(mark.label).toBe(label)
    expect(mark.note).toMatch(note instanceof RegExp ? note : new RegExp(`^${note}$`))
  })

  it('says how long it takes and until when, and which days are empty while it is drawn', () => {
    expect(formatLength(shared(), now)).toBe('8 days, in 11 days')
    const tomorrow = { start: '2026-06-12', end: '2026-06-12' }
    expect(formatLength(shared({ dates: tomorrow, dayCount: 1 }), now)).toBe('1 day, tomorrow')
    expect(formatLength(createLine({ emptyDayCount: 4 }), now)).toBe('8 days, 4 still empty')
    expect(formatLength(shared({ dates: undefined, emptyDayCount: 2 }), now)).toBe('8 days')
    expect(formatListDates(createLine())).toBe('22 to 29 June 2026')
    expect(formatListDates(createLine({ dates: undefined }))).toBe('No dates yet')
  })
})

const createDays = (items: (Partial<ItemData> & { day: string })[]) =>
  listDays(
    {
      ...toJourneyData({ start: '2026-06-09' }),
      ...Object.fromEntries(ordersFor(8).map((order, i) => [`day.day${i + 1}`, order])),
    },
    items.map((item, index): JourneyItem => {
      const order = ordersFor(items.length)[index] ?? ''
      return { ...emptyItem, order, ...item, id: `item${index}` }
    }),
  )

describe('The card of a journey under way', () => {
  const days = createDays([
    { day: 'day2', kind: 'stay', title: 'Rorbu', place: 'Svolvær', begins: '21:45', nights: 3 },
    { day: 'day3', kind: 'note', title: 'Bring gloves' },
    { day: 'day3', kind: 'activity', title: 'Boat into the Trollfjord', begins: '10:00' },
    {
      day: 'day3',
      kind: 'activity',
      title: 'Sauna on the pier',
      begins: '17:00',
      place: 'Kabelvåg',
    },
    { day: 'day3', kind: 'table', begins: '19:30' },
    { day: 'day4', kind: 'transfer', title: 'Along the E10', begins: '11:00' },
  ])

  it('shows three items of today around the next one, and where the guests sleep', () => {
    expect(findCurrentDay(days, now)).toBe(2)
    expect(listNextItems(days, now)).toEqual({
      title: 'Today, Thursday 11 June, Svolvær',
      items: [
        {
          id: 'item2',
          time: '10:00',
          title: 'Boat into the Trollfjord',
          isPast: true,
          isNext: false,
        },
        { id: 'item3', time: '17:00', title: 'Sauna on the pier', isPast: false, isNext: true },
        { id: 'item4', time: '19:30', title: 'Table', isPast: false, isNext: false },
      ],
    })
  })

  it('counts an item without a time as over once a later one has begun', () => {
    const morning = listNextItems(days, at('2026-06-11T06:00:00Z')).items
    expect(morning.map(({ title, isPast }) => [title, isPast])).toEqual([
      ['Bring gloves', false],
      ['Boat into the Trollfjord', false],
      ['Sauna on the pier', false],
    ])
  })

  it('shows tomorrow once today is over, and says when nothing is planned', () => {
    const night = at('2026-06-11T20:00:00Z')
    expect(listNextItems(days, night)).toMatchObject({
      title: 'Tomorrow, Friday 12 June, Svolvær',
      items: [{ title: 'Along the E10', isNext: true }],
    })
    expect(listNextItems(days, at('2026-06-15T10:00:00Z'))).toEqual({
      title: 'Today, Monday 15 June',
      items: [],
    })
  })

  it('says whether guests have seen the latest copy', () => {
    const seen = { firstAt: 1, lastAt: at('2026-06-11T12:00:00Z'), version: 2 }
    const opened = createPass({ version: 2, seen })
    expect(formatSeen({ pass: opened }, now)).toMatch(/^Seen today at \d\d:\d\d$/)
    const of = (data: object) => ({ pass: { data } }) as Parameters<typeof formatCopyState>[1]
    expect(formatCopyState('Seen', of(opened), 0)).toBe('Seen. They have the latest copy.')
    expect(formatCopyState('Seen', of({ ...opened, version: 3 }), 0)).toBe(
      'Seen, before the latest copy.',
    )
    expect(formatCopyState('Seen', of(opened), 1)).toBe('Seen. 1 change is not on their copy yet.')
    expect(formatCopyState('Not opened yet', of(createPass()), 0)).toBe('Not opened yet.')
    expect(formatCopyState('Seen', of({ ...opened, closed: true }), 2)).toBe(
      'Their link is closed.',
    )
  })
})

describe('The form for a new journey', () => {
  const complete = { ...EMPTY_JOURNEY_DRAFT, title: ' Svalbard ', start: '2027-04-01' }

  it('shows an error message for each invalid field', () => {
    const draft = { ...EMPTY_JOURNEY_DRAFT, clientText: 'Elis', dayCount: '2.5' }
    const findErrors = (entered: object) => {
      const parsed = parse(NewJourneyFields, entered)
      return parsed.ok ? {} : parsed.refusal.fields
    }
    expect(findErrors(draft)).toEqual({
      title: 'Enter a title, such as “Lofoten, in June”.',
      clientText: 'Choose from the list, or empty this field.',
      dayCount: 'Enter a number of days from 1 to 120.',
    })
    for (const dayCount of ['121', '0', '', 'x'])
      expect(findErrors({ ...complete, dayCount })).toEqual({
        dayCount: 'Enter a number of days from 1 to 120.',
      })
    expect(findErrors({ ...complete, title: 'a\u0000b' })).toEqual({
      title: 'Please use a single line of plain text.',
    })
    expect(findErrors(complete)).toEqual({})
  })

  it('becomes a journey with that many empty days', () => {
    const { id, edits } = toNewJourney({ ...complete, clients: ['c1'], dayCount: '4' })
    expect(edits).toMatchObject([
      { coll: 'journey', id, set: { title: 'Svalbard', clients: ['c1'], start: '2027-04-01' } },
    ])
    const set = edits[0]?.op === 'set' ? edits[0].set : {}
    expect(Object.keys(set).filter((name) => name.startsWith('day.'))).toHaveLength(4)
  })

  it('is restored as it was stored, and anything else is ignored', () => {
    expect(parseJourneyDraft(complete)).toEqual(complete)
    for (const other of [undefined, null, 'x', { title: 1 }])
      expect(parseJourneyDraft(other)).toBe(undefined)
  })
})
