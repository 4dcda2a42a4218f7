import { describe, expect, it } from 'vitest'
import { initialContent } from '#server/site/initial-content.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import {
  applyChanges,
  type ContentRecords,
  getPublishedValue,
  getWantedValue,
  listDifferences,
  listDraftChanges,
  listWantedOrder,
} from '#shared/content/drafts.ts'
import { checkContent, judgePublication } from '#shared/content/publishing.ts'
import type { RecordData } from '#shared/sync/collections.ts'

type Values = Partial<Record<keyof ContentRecords, Record<string, Record<string, unknown>>>>

/** The records of an owner who wants these values. */
function buildRecords(wanted: Values): ContentRecords {
  const toRecords = (records: Record<string, Record<string, unknown>> = {}) =>
    new Map(
      Object.entries(records).map(([id, values]): [string, RecordData] => [
        id,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            name === 'position' ? value : { value },
          ]),
        ),
      ]),
    )
  return {
    page: toRecords(wanted.page),
    service: toRecords(wanted.service),
    business: toRecords(wanted.business),
    photograph: new Map(Object.entries(wanted.photograph ?? {})),
  }
}

const TITLE = { coll: 'page', id: 'home', field: 'home.hero.title' } as const
const BUSINESS = { coll: 'business', id: 'business' } as const
const fourPromises = Array.from({ length: 4 }, () => ({ name: 'a', text: 'b' }))
const change = (given: Omit<ContentChange, 'from'> & { from?: unknown }): ContentChange => ({
  from: getPublishedValue(initialContent, given),
  ...given,
})

const newOne = {
  title: 'A visit to your lodge',
  type: 'lodge-visit',
  cardTitle: 'A visit to your lodge',
  description: 'Three hours in your house.',
  pageTitle: 'Book a visit',
}

function publish(wanted: Values) {
  const records = buildRecords(wanted)
  return {
    records,
    content: applyChanges(initialContent, listDraftChanges(initialContent, records)),
  }
}

describe('A draft', () => {
  it('is a value that differs from the published one, with both', () => {
    const records = buildRecords({ page: { home: { 'home.hero.title': 'The North, *slowly*.' } } })
    expect(listDraftChanges(initialContent, records)).toEqual([
      { ...TITLE, from: initialContent.texts.home.hero.title, to: 'The North, *slowly*.' },
    ])
  })

  it('is none once the value is published, also with spaces around it', () => {
    const { content, records } = publish({
      page: { home: { 'home.hero.title': '  The North, slowly. ' } },
      business: { business: { name: 'Nordlys' } },
      service: { 'bespoke-planning': { amount: 450_000 } },
    })
    expect(content.texts.home.hero.title).toBe('The North, slowly.')
    expect(content.business.name).toBe('Nordlys')
    expect(content.services.find(({ id }) => id === 'bespoke-planning')?.amount).toBe(450_000)
    expect(listDraftChanges(content, records)).toEqual([])
  })

  it('of a field that was put back does not exist', () => {
    const data = { 'home.hero.title': null }
    const records = { ...buildRecords({}), page: new Map([['home', data]]) }
    expect(listDraftChanges(initialContent, records)).toEqual([])
    expect(getWantedValue(initialContent, records, TITLE)).toBe(
      initialContent.texts.home.hero.title,
    )
  })

  it('of another form than the field’s, or of a field that this version does not know, is left out', () => {
    const records = buildRecords({
      page: { home: { 'home.hero.title': 7, 'home.hero.later': 'new', 'about.story.title': 'x' } },
    })
    expect(listDraftChanges(initialContent, records)).toEqual([])
  })

  it('of a list has no rows that were left empty', () => {
    const points = initialContent.services[1]?.points ?? []
    const wish = (value: string[]) =>
      listDraftChanges(
        initialContent,
        buildRecords({ service: { 'bespoke-planning': { points: value } } }),
      )
    expect(wish(['', ...points, ' '])).toEqual([])
    expect(wish(['', 'A walk'])).toMatchObject([{ to: ['A walk'] }])
  })

  it('can be an empty text', () => {
    const { content } = publish({ service: { 'bespoke-planning': { remark: '' } } })
    expect(content.services.find(({ id }) => id === 'bespoke-planning')?.remark).toBe('')
  })
})

describe('An invented value', () => {
  const address = 'business.vatRegistered'

  it('is true once the owner has written the same herself', () => {
    const { content, records } = publish({ business: { business: { vatRegistered: true } } })
    expect(initialContent.samples).toContain(address)
    expect(content.samples).not.toContain(address)
    expect(listDraftChanges(content, records)).toEqual([])
  })

  it('can be left empty: then nothing is shown', () => {
    const { content, records } = publish({ business: { business: { phone: ' ' } } })
    expect(content.business.phone).toBeNull()
    expect(content.samples).not.toContain('business.phone')
    expect(listDraftChanges(content, records)).toEqual([])
  })
})

describe('A service', () => {
  it('that is new is published with everything that its form showed', () => {
    const { content, records } = publish({
      service: { 'svc-1': { ...newOne, amount: 600_000, position: 3 } },
    })
    expect(content.services.at(-1)).toMatchObject({
      ...{ id: 'svc-1', ...newOne, amount: 600_000, currency: 'nok', isShown: true },
    })
    expect(checkContent(content)).toEqual([])
    expect(listDraftChanges(content, records)).toEqual([])
  })

  it('stands in the place to which the owner has moved it, also if it is published alone', () => {
    const places = ['business-consultancy', 'svc-1', 'initial-consultation', 'bespoke-planning']
    const service = Object.fromEntries(
      places.map((id, position) => [id, { ...(id === 'svc-1' && newOne), position }]),
    )
    const { content, records } = publish({ service })
    expect(content.services.map(({ id }) => id)).toEqual(places)
    expect(listWantedOrder(initialContent, records)).toEqual(places)
    expect(listDraftChanges(content, records)).toEqual([])
    const own = listDraftChanges(initialContent, records).filter(({ id }) => id === 'svc-1')
    expect(applyChanges(initialContent, own).services[1]?.id).toBe('svc-1')
  })

  it('keeps its address once it was published', () => {
    const records = buildRecords({ service: { 'bespoke-planning': { type: 'planning' } } })
    expect(listDraftChanges(initialContent, records)).toEqual([])
    const renamed = {
      coll: 'service',
      id: 'bespoke-planning',
      field: 'type',
      to: 'planning',
    } as const
    expect(judgePublication(initialContent, [change(renamed)])).toHaveProperty('problem')
  })

  it.each([
    ['bespoke-planning', 'This address is taken.'],
    ['Lodge visit', 'Please use small letters, figures and hyphens.'],
    ['', 'Please write something here.'],
  ])('cannot be published at the address “%s”', (type, message) => {
    const { content } = publish({ service: { 'svc-1': { ...newOne, type } } })
    expect(checkContent(content)).toContainEqual({
      ...{ coll: 'service', id: 'svc-1', field: 'type', message },
    })
  })
})

describe('Publishing', () => {
  it('of untouched content has nothing in its way', () => {
    expect(checkContent(initialContent)).toEqual([])
  })

  it('changes what it names and nothing else', () => {
    const judged = judgePublication(initialContent, [change({ ...TITLE, to: 'The North' })])
    if (!('content' in judged)) throw new Error('It is not published')
    expect(judged.content.texts.home.hero.title).toBe('The North')
    expect({
      ...judged.content,
      texts: { ...judged.content.texts, home: initialContent.texts.home },
    }).toEqual(initialContent)
    expect(initialContent.texts.home.hero.title).not.toBe('The North')
  })

  it('is refused if visitors see something else by now, and not if they see it already', () => {
    const stale = change({ ...TITLE, from: 'What she saw', to: 'What she wants' })
    expect(judgePublication(initialContent, [stale])).toHaveProperty('problem')
    const same = { ...stale, to: initialContent.texts.home.hero.title }
    expect(judgePublication(initialContent, [same])).toHaveProperty('content')
  })

  const wrongs: [name: string, wrong: Omit<ContentChange, 'from'>, message: string][] = [
    [
      'a text that is too long',
      { ...TITLE, to: 'x'.repeat(84) },
      'Please leave out 24 characters.',
    ],
    ['a heading without words', { ...TITLE, to: ' ' }, 'Please write something here.'],
    [
      'an organisation number that is none',
      { ...BUSINESS, field: 'organizationNumber', to: '123 456 789' },
      'Please check the nine digits.',
    ],
    [
      'a link that is no web address',
      { ...BUSINESS, field: 'social', to: [{ name: 'Mine', url: 'javascript:alert(1)' }] },
      'Please give each a name, and an address that begins with https://.',
    ],
    [
      'more promises than the page has room for',
      { coll: 'page', id: 'about', field: 'about.creed.list', to: fourPromises },
      'There is room for 3.',
    ],
  ]
  it.each(wrongs)('is refused with %s', (_name, wrong, message) => {
    const wanted = change(wrong)
    expect(checkContent(applyChanges(initialContent, [wanted]))).toMatchObject([{ message }])
    expect(judgePublication(initialContent, [wanted])).toHaveProperty('problem')
  })

  it('is refused with fields that this version does not know, and with nothing', () => {
    const unknown = {
      coll: 'page',
      id: 'home',
      field: 'home.hero.later',
      from: null,
      to: 'x',
    } as const
    expect(judgePublication(initialContent, [unknown])).toHaveProperty('problem')
    expect(judgePublication(initialContent, [])).toHaveProperty('problem')
  })
})

describe('Bringing an earlier version back', () => {
  it('is the changes that make it of the present one; what it did not have is hidden', () => {
    const { content } = publish({
      page: { home: { 'home.hero.title': 'The North' } },
      business: { business: { phone: '+47 11 22 33 44' } },
      service: { 'bespoke-planning': { amount: 450_000 }, 'svc-1': { ...newOne, position: 0 } },
    })
    const back = applyChanges(content, listDifferences(content, initialContent))
    expect(back.texts).toEqual(initialContent.texts)
    expect(back.services.filter(({ isShown }) => isShown)).toEqual(initialContent.services)
    expect(back.services.at(-1)).toMatchObject({ id: 'svc-1', isShown: false })
    expect(listDifferences(content, content)).toEqual([])
  })

  it('never makes an invented value a true one', () => {
    const { content } = publish({ business: { business: { phone: '+47 11 22 33 44' } } })
    expect(listDifferences(content, initialContent)).toEqual([])
  })
})
