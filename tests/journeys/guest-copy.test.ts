import fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { type JourneyItem, listDays } from '#shared/journeys/days.ts'
import {
  compareCopies,
  createGuestCopy,
  GuestCopy,
  getLinkEnd,
  listGuestDays,
} from '#shared/journeys/guest-copy.ts'
import { emptyItem, toJourneyData } from '#shared/journeys/journey-fields.ts'

const NOW = Date.parse('2027-06-01T12:00:00Z')

const journey = toJourneyData({
  title: 'Lofoten, by sea',
  start: '2027-06-09',
  clients: ['someone', 'else'],
  'day.a': 'a0',
  'day.b': 'a1',
  documentKey: 'd'.repeat(43),
}) as ReturnType<typeof toJourneyData> & Record<string, unknown>

const sauna: JourneyItem = {
  ...emptyItem,
  ...{ id: 'j-sauna', day: 'a', order: 'a1', kind: 'activity', title: 'Sauna', begins: '16:00' },
  ...{ ownerText: 'NOK 900, on our account', price: 'NOK 900', phone: '+47 400 00 027' },
}
const dinner: JourneyItem = {
  ...emptyItem,
  ...{ id: 'j-dinner', day: 'a', order: 'a2', kind: 'table', title: 'Dinner', begins: '19:30' },
}

function copyOf(items: JourneyItem[], data: Record<string, unknown> = {}): GuestCopy {
  const source = { ...journey, ...data }
  const host = { name: 'Maren', phone: '+47 400 00 001' }
  return createGuestCopy({
    ...{ journey: source, days: listDays(source, items), guests: 'Elisabeth and Thomas', host },
    now: NOW,
  })
}

describe('A guest’s copy', () => {
  it('never has the owner’s notes, the clients, the link’s key, or an order', () => {
    const text = JSON.stringify(copyOf([sauna, dinner], { link: { id: 'x', key: 'secret-key' } }))
    for (const hidden of ['our account', 'someone', 'secret-key', '"order"', 'ownerText'])
      expect(text).not.toContain(hidden)
    expect(text).toContain('+47 400 00 027')
  })

  it('has prices only if the owner ticked them', () => {
    expect(copyOf([sauna]).items[0]?.price).toBe('')
    expect(copyOf([sauna], { showsPrices: true }).items[0]?.price).toBe('NOK 900')
  })

  it('has none of a field that a later version of the site adds', () => {
    const later = { ...sauna, secretOfVersionTwo: 'kept back' } as JourneyItem
    expect(JSON.stringify(copyOf([later]))).not.toContain('kept back')
  })

  it('matches its schema and shows the same days', () => {
    const copy = copyOf([dinner, sauna])
    expect(safeParse(GuestCopy, JSON.parse(JSON.stringify(copy))).success).toBe(true)
    expect(listGuestDays(copy).map(({ date, items }) => [date, items.map(({ id }) => id)])).toEqual(
      [
        ['2027-06-09', ['j-sauna', 'j-dinner']],
        ['2027-06-10', []],
      ],
    )
  })
})

describe('The link of a journey ends', () => {
  const end = (data: Record<string, unknown>) => {
    const source = { ...journey, ...data }
    return new Date(getLinkEnd(source, listDays(source, []), NOW)).toISOString()
  }

  it('two weeks after the last day, at midnight in Oslo', () => {
    expect(end({})).toBe('2027-06-24T22:00:00.000Z')
  })

  it('on the date that the owner set', () => {
    expect(end({ linkUntil: '2027-06-12' })).toBe('2027-06-12T22:00:00.000Z')
  })

  it('a year from now for a journey without dates', () => {
    expect(end({ start: '' })).toBe('2028-05-31T12:00:00.000Z')
  })
})

describe('The changes from one copy to the next', () => {
  const before = copyOf([sauna, dinner])

  it('are none if only the time of publishing differs', () => {
    expect(compareCopies(before, { ...before, publishedAt: NOW + 1 })).toEqual([])
  })

  it('name the fields that changed, with both values', () => {
    const [change] = compareCopies(before, copyOf([{ ...sauna, begins: '17:00' }, dinner]))
    expect(change).toMatchObject({
      kind: 'changed',
      fields: ['begins'],
      item: { begins: '17:00' },
      before: { begins: '16:00' },
    })
  })

  it('tell what was added, removed and moved to another day', () => {
    const after = copyOf([
      { ...sauna, day: 'b' },
      { ...dinner, id: 'j-new' },
    ])
    expect(
      compareCopies(before, after)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['added', 'moved', 'removed'])
  })

  it('tell a new order, and nothing of items for a note that only the owner sees', () => {
    expect(compareCopies(before, copyOf([{ ...sauna, order: 'a3' }, dinner]))).toEqual([
      { kind: 'journey', fields: ['order'] },
    ])
    expect(compareCopies(before, copyOf([{ ...sauna, ownerText: 'Other' }, dinner]))).toEqual([])
  })

  it('are none between equal copies, whatever they hold', () => {
    const texts = fc.record({ title: fc.string(), guestText: fc.string(), place: fc.string() })
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (list) => {
        const items = list.map((text, i) => ({ ...sauna, ...text, id: `j-${i}`, order: `a${i}` }))
        expect(compareCopies(copyOf(items), copyOf([...items].reverse()))).toEqual([])
      }),
    )
  })
})
