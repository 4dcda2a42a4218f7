import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BookCache } from '#client/book/index/book-cache.ts'
import { LATER_VERSION } from '#client/book/store/schema.ts'
import { BookDevice, found, record } from '#tests/support/kept-book.ts'
import { TODAY } from '#tests/support/site.ts'

let device: BookDevice
beforeEach(() => {
  device = new BookDevice()
})
afterEach(() => device.closeAll())

describe('of several versions', () => {
  it('a later page wins over an earlier one, and what was touched since over every page', async () => {
    await device.pack(1, [record('a', { name: 'First' }), record('b', { name: 'Bo' })])
    await device.pack(2, [record('a', { name: 'Second' }, { rev: 2 })])
    const book = await device.opened()
    expect(await found(book, 'first')).toEqual([])
    expect(await found(book, 'second')).toEqual(['a'])
    await book.save('a', { base: { name: 'Second' }, set: { name: 'Third' }, rev: 2 })
    expect(await found(book, 'second')).toEqual([])
    expect(await found(book, 'third')).toEqual(['a'])
    expect(await book.client('a')).toMatchObject({ rev: 2, client: { name: 'Third' } })
    expect(await found(await device.opened(), 'third')).toEqual(['a'])
    await device.pack(3, [record('a', { name: 'Fourth' }, { rev: 3 })])
    await book.cache.refresh('all')
    expect(await found(book, '')).toEqual(['b', 'a'])
    expect(await found(book, 'fourth')).toEqual([])
  })

  it('the page’s counts again when what was touched has gone', async () => {
    await device.pack(1, [record('a', { name: 'Packed' })])
    const book = await device.opened()
    await book.save('a', { base: { name: 'Packed' }, set: { name: 'Edited' }, rev: 1 })
    const db = device.database()
    await db.rows.clear()
    db.close()
    await book.cache.refresh(['a'])
    expect(await found(book, 'packed')).toEqual(['a'])
    expect(await found(book, '')).toEqual(['a'])
    expect(await found(book, 'edited')).toEqual([])
  })

  it('a page that is dropped takes its clients along', async () => {
    await device.pack(1, [record('a', { name: 'Old' })])
    await device.pack(2, [record('b', { name: 'New' })])
    const book = await device.opened()
    const db = device.database()
    await db.pages.delete(1)
    db.close()
    await book.cache.refresh('all')
    expect(await found(book, '')).toEqual(['b'])
  })
})

describe('the list', () => {
  it('leaves out what is deleted, and shows it again when the delete is taken back', async () => {
    await device.pack(1, [
      record('a', { name: 'Anna' }),
      record('b', { name: 'Bo' }, { deleted: true }),
    ])
    const book = await device.opened()
    expect(await found(book, '')).toEqual(['a'])
    await book.remove('a', 1)
    expect(await book.list({ text: '', sort: 'name' }, 0, 9)).toMatchObject({ total: 0, all: 0 })
    expect(await found(book, 'anna')).toEqual([])
    await book.restore('a')
    expect(await found(book, 'anna')).toEqual(['a'])
  })

  it('shows what waits here, and marks it', async () => {
    await device.pack(1, [record('a', { name: 'Anna', phone: '1' })])
    const book = await device.opened()
    await book.save('a', { base: { phone: '1' }, set: { phone: '22334455' }, rev: 1 })
    const id = await book.save(undefined, { base: {}, set: { name: 'Åge' }, rev: 0 })
    const { lines } = await book.list({ text: '', sort: 'name' }, 0, 9)
    expect(lines).toMatchObject([
      { id, name: 'Åge', mark: 'waiting' },
      { id: 'a', mark: 'waiting' },
    ])
    expect(await found(book, '22334455')).toEqual(['a'])
    const waiting = await book.waiting(50)
    expect(waiting).toMatchObject([
      { id, name: 'Åge', added: true, fields: ['name'] },
      { id: 'a', name: 'Anna', added: false, fields: ['phone'] },
    ])
    expect((await book.client('a'))?.waiting).toEqual({ phone: waiting[1]?.at })
    expect(await book.state()).toMatchObject({ clients: 2, waiting: 2 })
  })

  it('sorts by name, location, last contact and last change, and by name where these are alike', async () => {
    await device.pack(1, [
      record('1', { name: 'Ørjan', location: 'Åre', lastContact: '2026-01-02' }),
      record('2', { name: 'anna b', location: '', lastContact: '' }),
      record('3', { name: 'Anna A', location: 'are', lastContact: '2026-01-03' }),
      record('4', { name: 'Élise van der Berghe-Montpellier B', location: 'Bergen' }),
      record('5', { name: 'Élise van der Berghe-Montpellier A', location: 'Bergen' }),
    ])
    await device.pack(2, [record('6', { name: 'Bo' }, { updatedAt: TODAY + 3_600_000 })])
    const book = await device.opened()
    expect(await found(book, '', 'name')).toEqual(['3', '2', '6', '5', '4', '1'])
    expect(await found(book, '', 'location')).toEqual(['3', '1', '5', '4', '2', '6'])
    expect(await found(book, '', 'lastContact')).toEqual(['3', '1', '2', '6', '5', '4'])
    expect((await found(book, '', 'recent'))[0]).toBe('6')
    await book.save('4', { base: {}, set: { name: 'Aa' }, rev: 1 })
    expect(await found(book, '', 'name')).toEqual(['4', '3', '2', '6', '5', '1'])
  })

  it('marks those who may be there twice, until they are told apart', async () => {
    const email = 'Anna@example.com'
    await device.pack(1, [
      record('a', { name: 'Anna', email }),
      record('b', { name: 'Bo', phone: '+47 912 34 567' }),
      record('c', { name: 'Cy', location: 'Oslo' }),
      record('d', { name: 'Di', email: 'di@example.com' }),
      record('gone', { name: 'Di', email: 'di@example.com' }, { deleted: true }),
    ])
    await device.pack(2, [
      record('e', { name: 'Else', email: email.toLowerCase() }),
      record('f', { name: 'Fay', phone: '91 23 45 67' }),
      record('g', { name: 'cy', location: 'Oslo' }),
      record('h', { name: 'Cy' }),
      record('i', { name: 'Cy' }),
    ])
    const book = await device.opened()
    const marked = async () => {
      const { lines } = await book.list({ text: '', sort: 'name' }, 0, 20)
      return lines.filter(({ mark }) => mark === 'duplicate').map(({ id }) => id)
    }
    expect((await marked()).sort()).toEqual(['a', 'b', 'c', 'e', 'f', 'g'])
    await book.save('a', { base: {}, set: { distinctFrom: ['e'] }, rev: 1 })
    expect((await marked()).sort()).toEqual(['b', 'c', 'f', 'g'])
  })

  it('sorts names with numbers and signs as they read', async () => {
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
    await device.pack(
      1,
      [...names].reverse().map((name, i) => record(`${i}`, { name })),
    )
    const { lines } = await (await device.opened()).list({ text: '', sort: 'name' }, 0, 9)
    expect(lines.map(({ name }) => name)).toEqual(names)
  })

  it('shows the first clients before the rest has come from the disk', async () => {
    for (let no = 1; no <= 40; no++)
      await device.pack(no, [record(`${no}`, { name: `Client ${no}` })])
    const seen: [number, boolean][] = []
    const cache: BookCache = new BookCache(device.database(), () =>
      seen.push([cache.index.size, cache.loading]),
    )
    await cache.open()
    expect(seen.find(([clients]) => clients > 0)).toEqual([1, true])
    expect(seen.at(-1)).toEqual([40, false])
  })

  it('takes a hundred thousand clients', async () => {
    for (let no = 0; no < 100; no++)
      await device.pack(
        no + 1,
        Array.from({ length: 1000 }, (_, i) =>
          record(`id-${no}-${i}`, { name: `Client ${(no * 7919 + i * 104_729) % 99_991}` }),
        ),
      )
    const book = await device.opened()
    expect(await book.list({ text: '', sort: 'name' }, 99_990, 20)).toMatchObject({
      total: 100_000,
      lines: { length: 10 },
    })
    expect((await book.client('id-57-123'))?.id).toBe('id-57-123')
    const id = await book.save(undefined, { base: {}, set: { name: 'Aa First' }, rev: 0 })
    expect((await found(book, '', 'name'))[0]).toBe(id)
    expect(await found(book, 'aa fir')).toEqual([id])
  })
})

it('two tabs hear of each other', async () => {
  await device.pack(1, [record('a', { name: 'Anna' })])
  const [one, other] = [await device.opened(), await device.opened()]
  const heard: number[] = []
  await other.watch(({ state }) => void heard.push(state.waiting))
  await one.save('a', { base: { name: 'Anna' }, set: { name: 'Berit' }, rev: 1 })
  await expect.poll(() => heard.at(-1)).toBe(1)
  expect(await found(other, 'berit')).toEqual(['a'])
  expect(await found(other, 'anna')).toEqual([])
})

describe('a book that another tab', () => {
  const otherTab = (version: number) =>
    new Promise<IDBDatabase>((resolve) => {
      const request = device.factory.open('crm-owner', version)
      request.onsuccess = () => resolve(request.result)
    })
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
  afterEach(() => vi.restoreAllMocks())

  it('of an older version holds says so, and opens by itself once it is free', async () => {
    const old = await otherTab(10)
    const book = device.tab()
    const phase = async () => (await book.state()).phase
    await expect.poll(phase).toBe('blocked')
    old.close()
    await expect.poll(phase).toBe('ready')
    await book.save(undefined, { base: {}, set: { name: 'Anna' }, rev: 0 })
    expect(await found(book, 'anna')).toHaveLength(1)
  })

  it('of a later version took over says so, and says no edit to be saved', async () => {
    await device.pack(1, [record('a', { name: 'Anna' })])
    const book = await device.opened()
    const heard: string[] = []
    await book.watch(({ state }) => void heard.push(`${state.phase}, ${state.sync}`))
    const later = await otherTab(LATER_VERSION)
    await expect.poll(() => heard.at(-1)).toBe('superseded, too old')
    const edit = { base: { name: 'Anna' }, set: { name: 'Berit' }, rev: 1 }
    await expect(book.save('a', edit)).rejects.toThrow()
    later.close()
  })
})

it('journeys that touch the dates are told, of those who are not deleted', async () => {
  const trip = (start: string, end: string) => [{ id: start, place: 'Lofoten', start, end }]
  await device.pack(1, [
    record('a', { name: 'Anna', trips: trip('2026-02-01', '2026-02-03') }),
    record('b', { name: 'Bo', trips: trip('2026-02-04', '2026-02-08') }),
    record('c', { name: 'Cy', trips: trip('2026-02-03', '2026-02-03') }),
    record('d', { trips: trip('2026-02-03', '2026-02-03') }, { deleted: true }),
  ])
  const trips = await (await device.opened()).trips('2026-02-03', '2026-02-03')
  expect(trips.map(({ clientId, name }) => [clientId, name])).toEqual([
    ['a', 'Anna'],
    ['c', 'Cy'],
  ])
})
