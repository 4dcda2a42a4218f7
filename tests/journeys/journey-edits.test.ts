import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemView, JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import { JourneySession } from '#client/desk/journeys/detail/journey-session.ts'
import {
  addDay,
  addItem,
  duplicateDay,
  duplicateItem,
  duplicateJourney,
  moveDay,
  moveItem,
  moveToDay,
  placeByTime,
  putBack,
  removeDay,
  restoreDay,
  setItem,
} from '#client/desk/journeys/journey-edits.ts'
import { type JourneyDay, listDays } from '#shared/journeys/days.ts'
import {
  emptyItem,
  type ItemData,
  toItemData,
  toJourneyData,
} from '#shared/journeys/journey-fields.ts'
import { isOrderKey } from '#shared/journeys/order.ts'
import { buildJourney } from '#tests/support/journeys/sample-journeys.ts'

/** A journey as a page shows it, edited without a book. */
function openJourney(days: Partial<ItemData>[][], start = '2026-06-09') {
  const { id, journey, items } = buildJourney('Lofoten', days, { start })
  const session = new JourneySession(async () => undefined)
  const toView = ([itemId, data]: [string, Record<string, unknown>]): ItemView => ({
    ...{ item: { ...toItemData(data), id: itemId }, rev: 1, isPending: false },
    ...{ conflicts: [], updatedAt: 0 },
  })
  const view: JourneyView = {
    ...{ id, journey: toJourneyData(journey) as JourneyView['journey'], rev: 1 },
    ...{
      isDeleted: false,
      goneClients: 0,
      clients: [],
      names: [],
      pass: undefined,
      rejected: [],
      isPending: false,
      conflicts: [],
      updatedAt: 0,
    },
    documents: { here: [], waiting: [] },
    items: Object.entries(items).map(toView),
  }
  session.receive(view, 0)
  const read = (): JourneyView => session.getSnapshot().view as JourneyView
  return {
    run: (...edits: JourneyEdit[]) => session.edit(edits),
    /** The edits that put an item of the first day where its time belongs. */
    place: (title: string) => {
      const { items } = read()
      const id = items.find(({ item }) => item.title === title)?.item.id ?? ''
      return placeByTime(items, id, toDays(read())[0] as JourneyDay)
    },
    view: read,
    days: () => toDays(read()),
    day: (index: number) => toDays(read())[index] as JourneyDay,
    item: (title: string) => read().items.find(({ item }) => item.title === title) as ItemView,
    titles: () => toDays(read()).map(({ items: of }) => of.map(({ title }) => title).join(' ')),
  }
}

const toDays = ({ journey, items }: JourneyView) =>
  listDays(
    journey,
    items.map(({ item }) => item),
  )

const named = (...titles: string[]) => titles.map((title) => ({ title }))

test('an item moves before any other of its day, and a move taken back leaves everything as it was', () => {
  for (const index of [0, 1, 2, 3]) {
    const journey = openJourney([named('a', 'b', 'c', 'd')])
    const before = journey.item('c')
    journey.run(...moveItem(journey.view().items, before.item.id, { day: journey.day(0), index }))
    expect(journey.titles()[0]?.split(' ').indexOf('c')).toBe(index)
    journey.run(putBack(journey.item('c'), before.item))
    expect(journey.titles()).toEqual(['a b c d'])
  }
})

test('items with equal order keys, as two devices make them, can still be moved to any place', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 4 }), { minLength: 2, maxLength: 7 }),
      fc.nat({ max: 6 }),
      fc.nat({ max: 6 }),
      (keys, from, to) => {
        const orders = ['a0', 'a0V', 'a1', 'a1V', 'a2']
        const journey = openJourney([keys.map((_key, at) => ({ title: `i${at}` }))])
        for (const [at, key] of keys.entries())
          journey.run(setItem(journey.item(`i${at}`), { order: orders[key] ?? '' }))
        const { items } = journey.day(0)
        const moved = items[from % items.length]
        if (!moved) return
        const index = to % items.length
        journey.run(...moveItem(journey.view().items, moved.id, { day: journey.day(0), index }))
        const after = journey.day(0).items
        expect(after.every(({ order }) => isOrderKey(order))).toBe(true)
        const others = items.filter(({ id }) => id !== moved.id)
        expect(after.map(({ id }) => id)).toEqual(
          others.toSpliced(index, 0, moved).map(({ id }) => id),
        )
      },
    ),
  )
})

test('an item moved to another day goes to the place of its time, and one without a time to the end', () => {
  const journey = openJourney([
    [{ title: 'dinner', begins: '19:30' }, { title: 'note' }],
    [{ title: 'boat', begins: '10:00' }, { title: 'free' }, { title: 'late', begins: '23:00' }],
    [],
  ])
  journey.run(...moveToDay(journey.view().items, journey.item('dinner').item.id, journey.day(1)))
  journey.run(...moveToDay(journey.view().items, journey.item('note').item.id, journey.day(1)))
  expect(journey.titles()).toEqual(['', 'boat free dinner late note', ''])
  journey.run(...moveToDay(journey.view().items, journey.item('boat').item.id, journey.day(2)))
  expect(journey.titles()).toEqual(['', 'free dinner late note', 'boat'])
})

test('a changed time moves an item only if it would be out of order, so that notes keep their neighbours', () => {
  const journey = openJourney([
    [
      { title: 'breakfast', begins: '08:30' },
      { title: 'sauna', begins: '16:00' },
      { title: 'note' },
      { title: 'dinner', begins: '19:30' },
    ],
  ])
  const change = (begins: string) => {
    journey.run(setItem(journey.item('sauna'), { begins }))
    journey.run(...journey.place('sauna'))
    return journey.titles()[0]
  }
  expect(change('17:00')).toBe('breakfast sauna note dinner')
  expect(change('21:00')).toBe('breakfast note dinner sauna')
  expect(change('')).toBe('breakfast note dinner sauna')
  expect(change('07:00')).toBe('sauna breakfast note dinner')
})

test('the order of a day follows instants: an arrival in another zone stands where it happens', () => {
  const journey = openJourney([
    [
      { title: 'lands', begins: '12:00', zone: 'Europe/Helsinki' },
      { title: 'leaves', begins: '11:30', zone: 'Europe/Oslo' },
    ],
  ])
  // 12:00 in Helsinki is 11:00 in Oslo.
  expect(journey.place('lands')).toEqual([])
  journey.run(setItem(journey.item('lands'), { begins: '12:45' }))
  journey.run(...journey.place('lands'))
  expect(journey.titles()).toEqual(['leaves lands'])
})

test('in the night of a clock change items keep the order in which they happen', () => {
  const journey = openJourney(
    [
      [
        { title: 'before', begins: '01:30' },
        { title: 'repeated', begins: '02:30' },
        { title: 'after', begins: '03:00' },
      ],
    ],
    '2026-10-25',
  )
  for (const title of ['before', 'repeated', 'after']) expect(journey.place(title)).toEqual([])
})

test('an edit has as its base what the field showed, not what the item has become', () => {
  const journey = openJourney([named('a')])
  const one = journey.item('a')
  expect(setItem(one, { title: 'abc' }, { title: 'ab' })).toMatchObject({
    base: { title: 'ab' },
    set: { title: 'abc' },
    rev: 1,
  })
  expect(setItem(one, { phone: '1' }, {})).toMatchObject({ base: { phone: null } })
})

test('a removed day takes its items along, and brings all of them back', () => {
  const journey = openJourney([named('a'), named('b', 'c'), named('d')])
  const day = journey.day(1)
  journey.run(...removeDay(journey.view(), day))
  expect(journey.titles()).toEqual(['a', 'd'])
  expect(journey.day(1).date).toBe('2026-06-10')
  journey.run(...restoreDay(journey.view(), day))
  expect(journey.titles()).toEqual(['a', 'b c', 'd'])
})

test('a day that was removed is there again, and says so, once something is planned on it', () => {
  const journey = openJourney([named('a'), named('b')])
  const day = journey.day(1)
  journey.run(...removeDay(journey.view(), day))
  journey.run(...moveToDay(journey.view().items, journey.item('a').item.id, day))
  expect(journey.titles()).toEqual(['', 'a'])
  expect(journey.day(1)).toMatchObject({ isRestored: true, id: day.id })
})

test('days move, are added between and duplicated; the dates follow their order', () => {
  const journey = openJourney([named('a'), named('b'), named('c')])
  const [first, , last] = journey.days()
  journey.run(moveDay(journey.view(), journey.days(), { day: last as JourneyDay, index: 0 }))
  expect(journey.titles()).toEqual(['c', 'a', 'b'])
  journey.run(addDay(journey.view(), journey.days(), 1))
  expect(journey.titles()).toEqual(['c', '', 'a', 'b'])
  const day = journey.days().find(({ id }) => id === first?.id) as JourneyDay
  journey.run(...duplicateDay(journey.view(), journey.days(), day))
  expect(journey.titles()).toEqual(['c', '', 'a', 'a', 'b'])
  expect(journey.days().map(({ date }) => date.slice(8))).toEqual(['09', '10', '11', '12', '13'])
})

test('a copy has nothing that belongs to one booking only: no documents, confirmation numbers and prices', () => {
  const own = {
    confirmation: 'TF-2217',
    price: 'NOK 900',
    documents: [{ id: 'd1', name: 'a.pdf', type: 'application/pdf' as const, size: 10 }],
  }
  const journey = openJourney([[{ title: 'boat', phone: '+47 400', ...own }, { title: 'after' }]])
  journey.run(duplicateItem(journey.view().id, journey.item('boat').item, journey.day(0)))
  expect(journey.titles()).toEqual(['boat boat after'])
  const [, copy] = journey.day(0).items
  expect(copy).toMatchObject({ phone: '+47 400', confirmation: '', price: '', documents: [] })
  const { edits } = duplicateJourney(journey.view(), journey.days())
  const text = JSON.stringify(edits)
  expect(text).toContain('+47 400')
  for (const secret of ['TF-2217', 'NOK 900', 'a.pdf', journey.view().journey.link.key])
    expect(text).not.toContain(secret)
})

test('an item whose day nobody knows stands on a day at the end, and can be moved from there', () => {
  const journey = openJourney([named('a'), named('b')])
  journey.run(setItem(journey.item('b'), { day: 'gone' }))
  expect(journey.titles()).toEqual(['a', '', 'b'])
  journey.run(...moveToDay(journey.view().items, journey.item('b').item.id, journey.day(1)))
  expect(journey.titles()).toEqual(['a', 'b'])
})

test('a new item is at the end of its day, with everything else empty', () => {
  const journey = openJourney([named('a')])
  journey.run(addItem(journey.view().id, journey.day(0), { kind: 'ferry', zone: 'Europe/Oslo' }))
  expect(journey.day(0).items.at(-1)).toMatchObject({
    ...emptyItem,
    ...{ kind: 'ferry', zone: 'Europe/Oslo', day: 'd0', order: expect.any(String) },
  })
})
