import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JourneyEdit } from '#client/data/journeys/types.ts'
import { countUnsynced } from '#client/data/raw-store.ts'
import {
  addItem,
  createJourney,
  createJourneyOfTrip,
  deleteJourney,
  moveToDay,
  removeItem,
  restoreJourney,
  setItem,
  setJourney,
} from '#client/desk/journeys/journey-edits.ts'
import {
  formatPendingEdit,
  formatRecordName,
  getPendingPath,
} from '#client/desk/records/records-text.ts'
import { listDays } from '#shared/journeys/days.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { buildRecord, DataDevice, type OpenData } from '#tests/support/data/data-device.ts'
import {
  buildJourneyRecords,
  host,
  toItemId,
  toJourneyId,
} from '#tests/support/journeys/journey-records.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const lofoten = {
  title: 'Lofoten, by sea',
  clients: ['c1'],
  start: '2026-11-20',
  items: [
    { day: 'day1', kind: 'stay' as const, title: 'Rorbu', place: 'Svolvær', nights: 2 },
    { day: 'day3', kind: 'activity' as const, title: 'Sauna on the pier', place: 'Å' },
  ],
}

let device: DataDevice

beforeEach(() => {
  device = new DataDevice()
})
afterEach(() => device.closeAll())

async function openWith(...journeys: ReturnType<typeof buildJourneyRecords>[]): Promise<OpenData> {
  await device.storePage(1, [buildRecord('c1', { name: 'Elisabeth Vance' })])
  await device.storeRows(journeys.flat())
  return device.openLoadedTab()
}

async function getView(book: OpenData, id = toJourneyId(1)) {
  const view = await book.journeys.get(id)
  if (!view) throw new Error('The journey is not on this device')
  const days = listDays(
    view.journey,
    view.items.map(({ item }) => item),
  )
  return { view, days }
}

const listTitles = async (book: OpenData, text = '') =>
  (await book.journeys.list(text)).map(({ title }) => title)

describe('The list of journeys on a device', () => {
  it('has the days, places and clients of each, and is found by any of these words', async () => {
    const book = await openWith(
      buildJourneyRecords(1, lofoten),
      buildJourneyRecords(2, { title: 'North Iceland' }),
    )
    const [first] = await book.journeys.list('')
    expect(first).toMatchObject({
      id: toJourneyId(1),
      clients: [{ id: 'c1', name: 'Elisabeth Vance' }],
      dates: { start: '2026-11-20', end: '2026-11-22' },
      dayCount: 3,
      emptyDayCount: 0,
      places: ['Svolvær', 'Å'],
      pass: undefined,
      isPending: false,
    })
    for (const text of ['lofoten', 'SVOLVAER', 'vance sea', 'å'])
      expect(await listTitles(book, text)).toContain('Lofoten, by sea')
    expect(await listTitles(book, 'vance iceland')).toEqual([])
  })

  it('names those who are in no list after the clients, finds the journey by them, and guests read them', async () => {
    const book = await openWith(buildJourneyRecords(1, lofoten))
    const { view } = await getView(book)
    const set = { travellers: ['Ida Vance', 'Ola'] }
    await book.records.edit([setJourney(view, set, view.journey)])
    expect(await book.journeys.list('ida')).toMatchObject([
      { clients: [{ id: 'c1' }], names: ['Elisabeth Vance', 'Ida Vance', 'Ola'] },
    ])
    await book.journeys.publish(view.id, host)
    expect((await getView(book)).view.pass?.copy?.guests).toBe('Elisabeth, Ida and Ola')
  })

  it('shows each edit at once, in this tab and another, whatever was read before', async () => {
    const book = await openWith(buildJourneyRecords(1, lofoten))
    const other = await device.openLoadedTab()
    expect(await listTitles(other)).toEqual(['Lofoten, by sea'])
    const { view, days } = await getView(book)
    await book.records.edit([
      setJourney(view, { title: 'Lofoten' }, view.journey),
      addItem(view.id, days[1] as (typeof days)[number], { kind: 'table', place: 'Reine' }),
    ])
    await book.clients.save('c1', {
      base: { name: 'Elisabeth Vance' },
      set: { name: 'E. Reed' },
      rev: 1,
    })
    for (const tab of [book, other])
      await expect
        .poll(async () => (await tab.journeys.list('reed'))[0])
        .toMatchObject({
          title: 'Lofoten',
          places: ['Svolvær', 'Reine', 'Å'],
          isPending: true,
        })
  })

  it('has the time of an edit that only this device has', async () => {
    const book = await openWith(buildJourneyRecords(1, { title: 'Lofoten' }))
    const { view } = await getView(book)
    const before = (await book.journeys.list(''))[0]?.updatedAt ?? 0
    expect(before).toBeGreaterThan(TODAY)
    await book.records.edit([setJourney(view, { title: 'Reine' }, view.journey)])
    expect((await book.journeys.list(''))[0]?.updatedAt).toBe(before)
  })

  it('lists journeys with dates among the trips, by their first day, and a trip of which one was planned only as that', async () => {
    const book = await openWith(
      buildJourneyRecords(1, lofoten),
      buildJourneyRecords(2, { start: '2026-11-19', dayCount: 1 }),
      buildJourneyRecords(3, { title: 'No dates' }),
    )
    const trips = [
      { id: 't1', place: 'Voss', start: '2026-11-19', end: '2026-11-21' },
      // What the journey to Lofoten was planned from.
      { id: 't2', place: 'Svolvær', start: '2026-11-20', end: '2026-11-22' },
    ]
    await book.clients.save('c1', { base: { trips: [] }, set: { trips }, rev: 1 })
    const found = await book.clients.listTrips('2026-11-19', '2026-11-21')
    expect(found.map(({ name, journeyId, trip }) => [trip.place, name, journeyId])).toEqual([
      ['Voss', 'Elisabeth Vance', undefined],
      ['Untitled journey', '', toJourneyId(2)],
      ['Lofoten, by sea', 'Elisabeth Vance', toJourneyId(1)],
    ])
  })
})

describe('Items that came many at a time', () => {
  it('are stored in pages, and are read, edited, reverted and deleted as all others', async () => {
    const world = await SyncServer.open()
    const open = (on: DataDevice) => {
      const { pull, push } = world.createTransport()
      return on.openTab(pull, push)
    }
    const there = open(new DataDevice())
    const { id, edits } = createJourney({ title: 'Lofoten', clients: [], start: '', dayCount: 1 })
    await there.records.edit(edits)
    const { days } = await getView(there, id)
    const day = days[0] as (typeof days)[number]
    const items = Array.from({ length: 70 }, (_, n) =>
      addItem(id, day, { kind: 'table', title: `${n}` }),
    )
    await there.records.edit(items)
    await there.sync.run()
    const here = open(device)
    await here.sync.run()
    const db = device.openDatabase()
    const countRows = () => db.records.where('key').startsWith('journey-item/').count()
    expect(await countRows()).toBe(0)
    const find = async (book: OpenData, title: string) =>
      (await getView(book, id)).view.items.find(({ item }) => item.title === title)
    const first = await find(here, '7')
    if (!first) throw new Error('The item is not on this device')
    await here.records.edit([setItem(first, { title: 'Dinner' })])
    expect(await countRows()).toBe(1)
    expect(await find(here, '7')).toBeUndefined()
    const edited = await find(here, 'Dinner')
    if (!edited) throw new Error('The edited item is not on this device')
    await here.records.edit([setItem(edited, { title: '7' })])
    expect(await here.records.listPending(9)).toEqual([])
    expect(await find(here, '7')).toEqual(first)
    const second = await find(here, '8')
    if (!second) throw new Error('The item is not on this device')
    await here.records.edit([removeItem(second), setItem(first, { title: 'Dinner' })])
    await here.sync.run()
    await there.sync.run()
    for (const book of [here, there, open(device)]) {
      const { view } = await getView(book, id)
      expect(view.items).toHaveLength(69)
      expect(await find(book, 'Dinner')).toMatchObject({ isPending: false })
    }
    db.close()
    there.close()
    await world.close()
  })
})

describe('A deleted journey', () => {
  const shared = { ...lofoten, pass: { ciphertext: 'abc', documents: ['doc1'], version: 3 } }

  it('goes with its items, and comes back whole, with the copy of its guests', async () => {
    const book = await openWith(buildJourneyRecords(1, shared))
    const { view: before } = await getView(book)
    await book.records.edit(deleteJourney(before))
    expect(await book.journeys.list('')).toEqual([])
    expect(await book.journeys.get(before.id)).toBeUndefined()
    const names = (await book.records.listPending(9)).map((edit) => formatPendingEdit(edit))
    expect(names.sort()).toEqual(['Item deleted', 'Item deleted', 'Journey deleted'])
    await book.records.edit(restoreJourney(before))
    const { view } = await getView(book)
    expect(view).toMatchObject({
      journey: before.journey,
      items: before.items,
      pass: { data: { closed: false, ciphertext: 'abc', documents: ['doc1'] } },
    })
    expect(await book.records.listPending(9)).toEqual([])
  })

  it('is shown again if another device planned something in it meanwhile', async () => {
    const world = await SyncServer.open()
    const other = new DataDevice()
    const open = (on: DataDevice) => {
      const { pull, push } = world.createTransport()
      return on.openTab(pull, push)
    }
    const [here, there] = [open(device), open(other)]
    const { id, edits } = createJourney({ title: 'Lofoten', clients: [], start: '', dayCount: 2 })
    await here.records.edit(edits)
    await here.sync.run()
    await there.sync.run()
    const planned = await getView(there, id)
    await here.records.edit(deleteJourney((await getView(here, id)).view))
    await here.sync.run()
    const day = planned.days[0] as (typeof planned.days)[number]
    await there.records.edit([addItem(id, day, { kind: 'table', title: 'Dinner' })])
    await there.sync.run()
    await here.sync.run()
    for (const book of [here, there]) {
      expect(await listTitles(book)).toEqual(['Lofoten'])
      expect((await getView(book, id)).view.items).toMatchObject([{ item: { title: 'Dinner' } }])
    }
    other.closeAll()
    await world.close()
  })
})

describe('Pending edits of a journey', () => {
  const describeEdits = async (book: OpenData) =>
    (await book.records.listPending(9)).map((edit) => [
      formatRecordName(edit),
      formatPendingEdit(edit),
      getPendingPath(edit),
    ])

  it('are named after the journey and its item, and lead to the journey', async () => {
    const book = await openWith(buildJourneyRecords(1, lofoten))
    const path = `/admin/journeys/${toJourneyId(1)}`
    const edit = async (
      make: (at: Awaited<ReturnType<typeof getView>>) => JourneyEdit | JourneyEdit[],
    ) => book.records.edit([make(await getView(book))].flat())
    const find = ({ view }: Awaited<ReturnType<typeof getView>>, index: number) =>
      view.items.find(({ item }) => item.id === toItemId(1, index)) as (typeof view.items)[number]
    await edit((at) =>
      moveToDay(at.view.items, toItemId(1, 1), at.days[0] as (typeof at.days)[number]),
    )
    await edit(({ view }) =>
      setJourney(view, { start: '2026-11-25', title: 'Lofoten' }, view.journey),
    )
    await edit((at) => removeItem(find(at, 0)))
    await edit((at) =>
      addItem(at.view.id, at.days[2] as (typeof at.days)[number], { kind: 'table' }),
    )
    await book.journeys.publish(toJourneyId(1), host)
    expect(await describeEdits(book)).toEqual([
      ['Their copy of Lofoten', 'Will be shared', path],
      ['Table, in Lofoten', 'Item added', path],
      ['Rorbu, in Lofoten', 'Item deleted', path],
      ['Lofoten', 'Dates and title edited', path],
      ['Sauna on the pier, in Lofoten', 'Item moved', path],
    ])
    await edit((at) => setItem(find(at, 1), { begins: '17:00', place: 'Reine' }))
    expect((await describeEdits(book)).at(-1)?.[1]).toBe('Day, begins and place edited')
  })

  it('of a journey made of a trip add it with the days and the place of the trip', async () => {
    const book = await openWith()
    const trip = { id: 't1', place: 'Voss', start: '2026-11-21', end: '2026-11-24' }
    const { id, edits } = createJourneyOfTrip('c1', trip)
    await book.records.edit(edits)
    expect(await describeEdits(book)).toEqual([['Voss', 'Journey added', `/admin/journeys/${id}`]])
    expect(await book.journeys.list('elisabeth')).toMatchObject([
      { title: 'Voss', dayCount: 4, dates: { start: '2026-11-21', end: '2026-11-24' } },
    ])
  })
})

describe('What only the owner can resolve', () => {
  const conflict: OpenConflict = {
    ...{ cid: 'one', kind: 'field', field: 'begins', value: '16:00' },
    ...{ deviceId: 'd2', deviceName: 'iPhone', at: '2026-11-21T11:40:00Z', rev: 2 },
  }

  it('counts a journey once for all its conflicts, until they are resolved on this device', async () => {
    const records = buildJourneyRecords(1, lofoten)
    const others = records.filter(({ coll }) => coll !== 'journey-item')
    const disputed = records
      .filter(({ coll }) => coll === 'journey-item')
      .map((item, i) => ({ ...item, conflicts: [{ ...conflict, cid: `${i}` }] }))
    const book = await openWith([...others, ...disputed])
    expect((await book.sync.getState()).conflicts).toBe(1)
    expect(await book.records.listNeedingAttention(9)).toEqual([
      {
        ...{ coll: 'journey', id: toJourneyId(1), name: 'Lofoten, by sea', mark: 'conflict' },
        path: `/admin/journeys/${toJourneyId(1)}`,
      },
    ])
    expect(await book.journeys.list('')).toMatchObject([{ hasConflict: true }])
    await book.records.resolveConflicts(
      disputed.map(({ id }, i) => ({
        ...{ coll: 'journey-item', id },
        choices: [{ cid: `${i}`, choice: 'keep', seen: '' }],
      })),
    )
    expect((await book.sync.getState()).conflicts).toBe(0)
    expect(await book.records.listNeedingAttention(9)).toEqual([])
    expect(await book.journeys.list('')).toMatchObject([{ hasConflict: false }])
  })

  it('keeps everything typed in an edit that the server rejects, and sends it again on request', async () => {
    const world = await SyncServer.open()
    const { pull, push } = world.createTransport()
    const book = device.openTab(pull, push)
    const { id, edits } = createJourney({ title: 'Reine', clients: [], start: '', dayCount: 1 })
    const tooLong = 'x'.repeat(201)
    const [edit] = edits
    if (edit?.op !== 'set') throw new Error('A new journey sets its fields')
    await book.records.edit([{ ...edit, set: { ...edit.set, title: tooLong } }])
    await book.sync.run()
    expect(await book.journeys.list('')).toEqual([])
    expect((await book.sync.getState()).rejected).toBe(1)
    expect(await book.records.listNeedingAttention(9)).toEqual([
      // Its page may not exist, so the list of journeys shows what was typed.
      { coll: 'journey', id, name: tooLong, mark: 'rejected', path: '/admin/journeys' },
    ])
    const [rejected] = await book.journeys.listRejected()
    expect(rejected).toMatchObject({
      ...{ coll: 'journey', id, journeyId: id, title: tooLong, rev: 0 },
      set: { title: tooLong, clients: [] },
      fieldErrors: { title: 'Please keep this under 200 characters.' },
    })
    const { n = 0, set = {} } = rejected ?? {}
    await book.records.edit([
      { coll: 'journey', id, op: 'set', base: {}, set: { ...set, title: 'Reine' }, rev: 0 },
    ])
    await book.records.discardRejected(n)
    await book.sync.run()
    expect(await book.journeys.list('')).toMatchObject([{ title: 'Reine', hasRejected: false }])
    expect(await book.records.listNeedingAttention(9)).toEqual([])
    await world.close()
  })
})

it('Signing out counts the documents that the server does not have', async () => {
  const db = device.openDatabase()
  const document = { itemId: toItemId(1, 0), ciphertext: new Uint8Array(3) }
  await db.documents.bulkPut([
    { ...document, id: 'here', waiting: 1 },
    { ...document, id: 'sent', waiting: 0 },
  ])
  db.close()
  expect(await countUnsynced('owner', device.factory)).toMatchObject({ changes: 0, documents: 1 })
})
