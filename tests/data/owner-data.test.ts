import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecordEdit } from '#client/data/edits/types.ts'
import { RecordCache } from '#client/data/index/record-cache.ts'
import { NEXT_STORE_VERSION } from '#client/data/store/schema.ts'
import {
  formatPendingEdit,
  formatRecordName,
  getPendingPath,
} from '#client/desk/records/records-text.ts'
import { buildRecord, DataDevice, listFoundIds } from '#tests/support/data/data-device.ts'
import { TODAY } from '#tests/support/server/site.ts'

let device: DataDevice
beforeEach(() => {
  device = new DataDevice()
})
afterEach(() => device.closeAll())

describe('Several stored versions of a client', () => {
  it('a later page wins over an earlier one, and a locally changed row wins over every page', async () => {
    await device.storePage(1, [
      buildRecord('a', { name: 'First' }),
      buildRecord('b', { name: 'Bo' }),
    ])
    await device.storePage(2, [buildRecord('a', { name: 'Second' }, { rev: 2 })])
    const book = await device.openLoadedTab()
    expect(await listFoundIds(book, 'first')).toEqual([])
    expect(await listFoundIds(book, 'second')).toEqual(['a'])
    await book.clients.save('a', { base: { name: 'Second' }, set: { name: 'Third' }, rev: 2 })
    expect(await listFoundIds(book, 'second')).toEqual([])
    expect(await listFoundIds(book, 'third')).toEqual(['a'])
    expect(await book.clients.get('a')).toMatchObject({ rev: 2, client: { name: 'Third' } })
    expect(await listFoundIds(await device.openLoadedTab(), 'third')).toEqual(['a'])
    await device.storePage(3, [buildRecord('a', { name: 'Fourth' }, { rev: 3 })])
    await book.refresh('all')
    expect(await listFoundIds(book, '')).toEqual(['b', 'a'])
    expect(await listFoundIds(book, 'fourth')).toEqual([])
  })

  it('the page’s version is used again once the locally changed row is gone', async () => {
    await device.storePage(1, [buildRecord('a', { name: 'Packed' })])
    const book = await device.openLoadedTab()
    await book.clients.save('a', { base: { name: 'Packed' }, set: { name: 'Edited' }, rev: 1 })
    const db = device.openDatabase()
    await db.records.clear()
    db.close()
    await book.refresh(['a'])
    expect(await listFoundIds(book, 'packed')).toEqual(['a'])
    expect(await listFoundIds(book, '')).toEqual(['a'])
    expect(await listFoundIds(book, 'edited')).toEqual([])
  })

  it('deleting a page removes its clients from the list', async () => {
    await device.storePage(1, [buildRecord('a', { name: 'Old' })])
    await device.storePage(2, [buildRecord('b', { name: 'New' })])
    const book = await device.openLoadedTab()
    const db = device.openDatabase()
    await db.pages.delete(1)
    db.close()
    await book.refresh('all')
    expect(await listFoundIds(book, '')).toEqual(['b'])
  })
})

describe('Records that a page edits as a whole', () => {
  const first = '1-1764374400000'
  const second = '2-1764374400001'
  const mark = (id: string, readAt: number | null): RecordEdit[] => [
    { coll: 'submission-mark', id, op: 'set', base: { readAt: null }, set: { readAt } },
  ]

  it('are listed with their pending edits, and from then on only those that have changed', async () => {
    const book = await device.openLoadedTab()
    await book.records.edit(mark(first, 5))
    const before = await book.records.list('submission-mark', undefined)
    expect(before).toMatchObject({ isWhole: true, rows: [{ id: first, data: { readAt: 5 } }] })
    expect(await book.records.list('submission-mark', before.position)).toEqual({
      ...{ position: before.position, isWhole: false, isComplete: false, rows: [] },
    })
    await book.clients.save(undefined, { base: {}, set: { name: 'Anna' }, rev: 0 })
    await book.records.edit(mark(second, 5))
    expect(await book.records.list('submission-mark', before.position)).toMatchObject({
      ...{ isWhole: false, rows: [{ id: second, data: { readAt: 5 } }] },
    })
  })

  it('are read whole again once the book has read everything again', async () => {
    const book = await device.openLoadedTab()
    await book.records.edit(mark(first, 5))
    const { position } = await book.records.list('submission-mark', undefined)
    await book.refresh('all')
    expect(await book.records.list('submission-mark', position)).toMatchObject({
      ...{ isWhole: true, rows: [{ id: first, data: { readAt: 5 } }] },
    })
  })

  it('are named by whose they are where edits wait, if the device has what they are about', async () => {
    const [created_at, booking_id] = [new Date(1764374400000).toISOString(), null]
    const data = { form: 'contact', created_at, booking_id, data: { first_name: 'Ada' } } as const
    await device.storeReadOnly([{ coll: 'submission', id: '1', seq: 1, data }])
    const book = await device.openLoadedTab()
    const set = { answeredAt: 5, putAsideAt: null }
    await book.records.edit([
      { ...{ coll: 'submission-mark', id: first }, op: 'set', base: {}, set },
    ])
    // Another submission had this number before.
    await book.records.edit(mark('1-1764374400001', 5))
    const texts = (await book.records.listPending(9)).map((edit) => [
      formatRecordName(edit),
      formatPendingEdit(edit),
      getPendingPath(edit),
    ])
    expect(texts).toEqual([
      ['Forms', 'Read', '/admin/forms'],
      ['Message of Ada', 'Answered and not put aside', '/admin/forms/contact/1'],
    ])
  })

  it('are named by their page where edits wait', async () => {
    const book = await device.openLoadedTab()
    await book.records.edit(mark(first, 5))
    const [edit] = await book.records.listPending(9)
    if (!edit) throw new Error('No edit waits')
    expect([formatRecordName(edit), formatPendingEdit(edit), getPendingPath(edit)]).toEqual([
      ...['Forms', 'Read', '/admin/forms'],
    ])
  })
})

describe('The client list', () => {
  it('hides deleted clients, and shows them again when the delete is undone', async () => {
    await device.storePage(1, [
      buildRecord('a', { name: 'Anna' }),
      buildRecord('b', { name: 'Bo' }, { deleted: true }),
    ])
    const book = await device.openLoadedTab()
    expect(await listFoundIds(book, '')).toEqual(['a'])
    await book.clients.delete('a', 1)
    expect(await book.clients.list({ text: '', sort: 'name' }, 0, 9)).toMatchObject({
      matchCount: 0,
      clientCount: 0,
    })
    expect(await listFoundIds(book, 'anna')).toEqual([])
    await book.clients.restore('a')
    expect(await listFoundIds(book, 'anna')).toEqual(['a'])
  })

  it('shows pending edits and new clients, and marks them as pending', async () => {
    await device.storePage(1, [buildRecord('a', { name: 'Anna', phone: '1' })])
    const book = await device.openLoadedTab()
    await book.clients.save('a', { base: { phone: '1' }, set: { phone: '22334455' }, rev: 1 })
    const id = await book.clients.save(undefined, { base: {}, set: { name: 'Åge' }, rev: 0 })
    const { items: lines } = await book.clients.list({ text: '', sort: 'name' }, 0, 9)
    expect(lines).toMatchObject([
      { id, name: 'Åge', mark: 'pending' },
      { id: 'a', mark: 'pending' },
    ])
    expect(await listFoundIds(book, '22334455')).toEqual(['a'])
    const pending = await book.records.listPending(50)
    expect(pending).toMatchObject([
      { id, name: 'Åge', isNew: true, fields: ['name'] },
      { id: 'a', name: 'Anna', isNew: false, fields: ['phone'] },
    ])
    expect((await book.clients.get('a'))?.pendingFields).toEqual({ phone: pending[1]?.at })
    expect(await book.sync.getState()).toMatchObject({ clients: 2, pending: 2 })
  })

  it('sorts by name, location, last contact and last change, and by name where these are equal', async () => {
    await device.storePage(1, [
      buildRecord('1', { name: 'Ørjan', location: 'Åre', lastContact: '2026-01-02' }),
      buildRecord('2', { name: 'anna b', location: '', lastContact: '' }),
      buildRecord('3', { name: 'Anna A', location: 'are', lastContact: '2026-01-03' }),
      buildRecord('4', { name: 'Élise van der Berghe-Montpellier B', location: 'Bergen' }),
      buildRecord('5', { name: 'Élise van der Berghe-Montpellier A', location: 'Bergen' }),
    ])
    await device.storePage(2, [buildRecord('6', { name: 'Bo' }, { updatedAt: TODAY + 3_600_000 })])
    const book = await device.openLoadedTab()
    expect(await listFoundIds(book, '', 'name')).toEqual(['3', '2', '6', '5', '4', '1'])
    expect(await listFoundIds(book, '', 'location')).toEqual(['3', '1', '5', '4', '2', '6'])
    expect(await listFoundIds(book, '', 'lastContact')).toEqual(['3', '1', '2', '6', '5', '4'])
    expect((await listFoundIds(book, '', 'recent'))[0]).toBe('6')
    await book.clients.save('4', { base: {}, set: { name: 'Aa' }, rev: 1 })
    expect(await listFoundIds(book, '', 'name')).toEqual(['4', '3', '2', '6', '5', '1'])
  })

  it('marks possible duplicates until the owner declares them distinct', async () => {
    const email = 'Anna@example.com'
    await device.storePage(1, [
      buildRecord('a', { name: 'Anna', email }),
      buildRecord('b', { name: 'Bo', phone: '+47 912 34 567' }),
      buildRecord('c', { name: 'Cy', location: 'Oslo' }),
      buildRecord('d', { name: 'Di', email: 'di@example.com' }),
      buildRecord('gone', { name: 'Di', email: 'di@example.com' }, { deleted: true }),
    ])
    await device.storePage(2, [
      buildRecord('e', { name: 'Else', email: email.toLowerCase() }),
      buildRecord('f', { name: 'Fay', phone: '91 23 45 67' }),
      buildRecord('g', { name: 'cy', location: 'Oslo' }),
      buildRecord('h', { name: 'Cy' }),
      buildRecord('i', { name: 'Cy' }),
    ])
    const book = await device.openLoadedTab()
    const marked = async () => {
      const { items: lines } = await book.clients.list({ text: '', sort: 'name' }, 0, 20)
      return lines.filter(({ mark }) => mark === 'duplicate').map(({ id }) => id)
    }
    expect((await marked()).sort()).toEqual(['a', 'b', 'c', 'e', 'f', 'g'])
    await book.clients.save('a', { base: {}, set: { distinctFrom: ['e'] }, rev: 1 })
    expect((await marked()).sort()).toEqual(['b', 'c', 'f', 'g'])
  })

  it('sorts names with digits and punctuation character by character', async () => {
    const names = [
      'Anna',
      'Anna 04',
      'Anna 1',
      'Anna 10',
      'Anna-Lise',
      'Annabel',
      'Åse 5',
      'Åse 51',
    ]
    await device.storePage(
      1,
      [...names].reverse().map((name, i) => buildRecord(`${i}`, { name })),
    )
    const { items: lines } = await (await device.openLoadedTab()).clients.list(
      { text: '', sort: 'name' },
      0,
      9,
    )
    expect(lines.map(({ name }) => name)).toEqual(names)
  })

  it('shows the first clients before the rest is loaded from the database', async () => {
    for (let no = 1; no <= 40; no++)
      await device.storePage(no, [buildRecord(`${no}`, { name: `Client ${no}` })])
    const seen: [number, boolean][] = []
    const cache: RecordCache = new RecordCache(device.openDatabase(), () =>
      seen.push([cache.index.size, cache.loading]),
    )
    await cache.open()
    expect(seen.find(([clients]) => clients > 0)).toEqual([1, true])
    expect(seen.at(-1)).toEqual([40, false])
  })

  it('handles a hundred thousand clients', async () => {
    for (let no = 0; no < 100; no++)
      await device.storePage(
        no + 1,
        Array.from({ length: 1000 }, (_, i) =>
          buildRecord(`id-${no}-${i}`, { name: `Client ${(no * 7919 + i * 104_729) % 99_991}` }),
        ),
      )
    const book = await device.openLoadedTab()
    expect(await book.clients.list({ text: '', sort: 'name' }, 99_990, 20)).toMatchObject({
      matchCount: 100_000,
      items: { length: 10 },
    })
    expect((await book.clients.get('id-57-123'))?.id).toBe('id-57-123')
    const id = await book.clients.save(undefined, { base: {}, set: { name: 'Aa First' }, rev: 0 })
    expect((await listFoundIds(book, '', 'name'))[0]).toBe(id)
    expect(await listFoundIds(book, 'aa fir')).toEqual([id])
  })
})

it('An edit saved in one tab appears in another tab', async () => {
  await device.storePage(1, [buildRecord('a', { name: 'Anna' })])
  const [one, other] = [await device.openLoadedTab(), await device.openLoadedTab()]
  const pendingCounts: number[] = []
  await other.sync.watch(({ state }) => void pendingCounts.push(state.pending))
  await one.clients.save('a', { base: { name: 'Anna' }, set: { name: 'Berit' }, rev: 1 })
  await expect.poll(() => pendingCounts.at(-1)).toBe(1)
  expect(await listFoundIds(other, 'berit')).toEqual(['a'])
  expect(await listFoundIds(other, 'anna')).toEqual([])
})

describe('A client book whose database is open in another tab', () => {
  const otherTab = (version: number) =>
    new Promise<IDBDatabase>((resolve) => {
      const request = device.factory.open('crm-owner', version)
      request.onsuccess = () => resolve(request.result)
    })
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
  afterEach(() => vi.restoreAllMocks())

  it('is blocked while that tab has an older version, and opens by itself once that tab closes the database', async () => {
    const old = await otherTab(10)
    const book = device.openTab()
    const phase = async () => (await book.sync.getState()).phase
    await expect.poll(phase).toBe('blocked')
    old.close()
    await expect.poll(phase).toBe('ready')
    await book.clients.save(undefined, { base: {}, set: { name: 'Anna' }, rev: 0 })
    expect(await listFoundIds(book, 'anna')).toHaveLength(1)
  })

  it('reports that it is superseded if that tab has a later version, and rejects edits', async () => {
    await device.storePage(1, [buildRecord('a', { name: 'Anna' })])
    const book = await device.openLoadedTab()
    const states: string[] = []
    await book.sync.watch(({ state }) => void states.push(`${state.phase}, ${state.sync}`))
    const later = await otherTab(NEXT_STORE_VERSION)
    await expect.poll(() => states.at(-1)).toBe('superseded, too old')
    const edit = { base: { name: 'Anna' }, set: { name: 'Berit' }, rev: 1 }
    await expect(book.clients.save('a', edit)).rejects.toThrow()
    later.close()
  })
})

it('Trips that overlap a date range are listed, except those of deleted clients', async () => {
  const trip = (start: string, end: string) => [{ id: start, place: 'Lofoten', start, end }]
  await device.storePage(1, [
    buildRecord('a', { name: 'Anna', trips: trip('2026-02-01', '2026-02-03') }),
    buildRecord('b', { name: 'Bo', trips: trip('2026-02-04', '2026-02-08') }),
    buildRecord('c', { name: 'Cy', trips: trip('2026-02-03', '2026-02-03') }),
    buildRecord('d', { trips: trip('2026-02-03', '2026-02-03') }, { deleted: true }),
  ])
  const trips = await (await device.openLoadedTab()).clients.listTrips('2026-02-03', '2026-02-03')
  expect(trips.map(({ clientIds: [clientId], name }) => [clientId, name])).toEqual([
    ['a', 'Anna'],
    ['c', 'Cy'],
  ])
})
