import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JourneyView } from '#client/data/journeys/types.ts'
import { countUnsynced } from '#client/data/raw-store.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import type { Answer } from '#client/data/sync/transport.ts'
import {
  addItem,
  createJourney,
  deleteJourney,
  removeDocument,
  removeItem,
  setJourney,
} from '#client/desk/journeys/journey-edits.ts'
import { findOpenPass } from '#server/journeys/guest-passes.ts'
import { listDays } from '#shared/journeys/days.ts'
import { type OpenData, openData } from '#tests/support/data/data-device.ts'
import { DocumentDouble } from '#tests/support/journeys/document-double.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const DAY = 86_400_000
const HOST = { name: 'Maren Lunde', phone: '+47 400 00 001' }
const CLAIRE = {
  name: 'Claire Marchetti',
  location: 'Lyon, France',
  notes: 'Takes her tea black',
  dining: ['No fish'],
  trips: [{ id: 't1', place: 'Lofoten', start: '2027-06-09', end: '2027-06-12' }],
  journal: [{ id: 'n1', at: '2026-11-01T09:00:00.000Z', text: 'Called' }],
}

let server: SyncServer
let now: number
let books: OpenData[]
let phone: OpenData
let laptop: OpenData
let phoneFactory: IDBFactory
let connection: 'open' | 'none' | 'answers are lost'

beforeEach(async () => {
  server = await SyncServer.open()
  now = TODAY
  books = []
  connection = 'open'
  phoneFactory = new IDBFactory()
  phone = openDevice('iPhone', phoneFactory)
  laptop = openDevice('MacBook')
})

afterEach(async () => {
  for (const book of books) book.close()
  await server.close()
})

function openDevice(deviceName: string, factory = new IDBFactory()): OpenData {
  const nothing = () => undefined
  let ids = 0
  const { push, pull, isRevoked } = server.createTransport()
  const send = async (request: () => Promise<Answer>): Promise<Answer> => {
    const answer = connection === 'none' ? undefined : await request()
    return connection === 'open' && answer ? answer : { status: 0, body: undefined, text: '' }
  }
  const book = openData({
    db: new OwnerDatabase('owner', { indexedDB: factory, IDBKeyRange }),
    ...{ userId: 'owner', clock: () => now, newId: () => `${deviceName}-${ids++}`, deviceName },
    random: () => 0.5,
    transport: {
      push: (body) => send(() => push(body)),
      pull: (query) => send(() => pull(query)),
      isRevoked,
    },
    fileTransport: new DocumentDouble(),
    locks: undefined,
    channel: { post: nothing, listen: nothing, close: nothing },
  })
  books.push(book)
  return book
}

async function sync(...devices: OpenData[]): Promise<void> {
  for (const device of devices) await device.sync.run()
}

function passTime(ms: number): void {
  now += ms
  server.time.now += ms
}

const listLines = async (book: OpenData) =>
  (await book.deleted.list()).map(({ list, name, fact }) => [list, name, fact].join(' | '))

async function addClaire(): Promise<string> {
  const id = await phone.clients.save(undefined, { base: {}, set: CLAIRE, rev: 0 })
  await sync(phone, laptop)
  return id
}

async function removeClient(book: OpenData, id: string): Promise<void> {
  await book.clients.delete(id, (await book.clients.get(id))?.rev ?? 0)
}

async function readJourney(book: OpenData, id: string): Promise<JourneyView> {
  const view = await book.journeys.get(id)
  if (!view) throw new Error('The device does not show the journey')
  return view
}

/** A shared journey with two items; both devices have it. */
async function addJourney(): Promise<string> {
  const { id, edits } = createJourney({
    ...{ title: 'Lofoten in June', clients: [], start: '2027-06-09', dayCount: 2 },
  })
  await phone.records.edit(edits)
  for (const title of ['Boat', 'Sauna']) {
    const [day] = listDays({ ...(await readJourney(phone, id)).journey }, [])
    if (!day) throw new Error('The journey has no day')
    await phone.records.edit([addItem(id, day, { kind: 'activity', title, price: 'NOK 500' })])
  }
  await phone.journeys.publish(id, HOST)
  await sync(phone, laptop)
  return id
}

const findItem = (view: JourneyView, title: string) => {
  const found = view.items.find(({ item }) => item.title === title)
  if (!found) throw new Error(`There is no item ${title}`)
  return found
}

const isOpen = async (view: JourneyView) =>
  (await findOpenPass(server.db.read, view.journey.link.id, now)) !== undefined

describe('A deleted client', () => {
  it('is listed on every device, with the device that deleted it, and comes back whole on another one', async () => {
    const id = await addClaire()
    await removeClient(phone, id)
    const line = { coll: 'client', id, name: 'Claire Marchetti', deletedAt: TODAY }
    expect(await phone.deleted.list()).toMatchObject([{ ...line, isHere: true }])
    await sync(phone, laptop)
    expect(await laptop.deleted.list()).toMatchObject([
      { ...line, isHere: false, device: 'iPhone', fact: 'Lyon, France. 1 trip, 1 note' },
    ])
    await laptop.deleted.restore({ coll: 'client', id })
    expect(await laptop.deleted.list()).toEqual([])
    await sync(laptop, phone)
    for (const book of [laptop, phone]) {
      expect((await book.clients.get(id))?.client).toMatchObject(CLAIRE)
      expect(await book.deleted.list()).toEqual([])
    }
  })

  it('that was added on the same device without a connection is no waiting change, and yet can be brought back', async () => {
    await sync(phone)
    connection = 'none'
    const id = await phone.clients.save(undefined, { base: {}, set: CLAIRE, rev: 0 })
    expect((await phone.sync.getState()).pending).toBe(1)
    await removeClient(phone, id)
    expect((await phone.sync.getState()).pending).toBe(0)
    expect(await phone.records.listPending(9)).toEqual([])
    expect(await countUnsynced('owner', phoneFactory)).toMatchObject({ changes: 0 })
    await phone.clients.restore(id)
    expect((await phone.clients.get(id))?.client).toMatchObject(CLAIRE)
    expect((await phone.sync.getState()).pending).toBe(1)
    expect(await countUnsynced('owner', phoneFactory)).toMatchObject({ changes: 1 })
  })

  it('that may have reached the server is a waiting change until the server has deleted it', async () => {
    await sync(phone)
    connection = 'answers are lost'
    const id = await phone.clients.save(undefined, { base: {}, set: CLAIRE, rev: 0 })
    await sync(phone)
    await removeClient(phone, id)
    expect((await phone.sync.getState()).pending).toBeGreaterThan(0)
    expect((await countUnsynced('owner', phoneFactory)).changes).toBeGreaterThan(0)
    connection = 'open'
    await sync(phone, laptop)
    expect((await phone.sync.getState()).pending).toBe(0)
    expect(await laptop.clients.get(id)).toMatchObject({ deleted: true })
  })

  it('is listed on a device that comes new to the account', async () => {
    await removeClient(phone, await addClaire())
    await sync(phone)
    const tablet = openDevice('iPad')
    await sync(tablet)
    expect(await listLines(tablet)).toEqual([
      'Clients | Claire Marchetti | Lyon, France. 1 trip, 1 note',
    ])
  })

  it('is not listed any more after thirty days, without a connection either', async () => {
    await removeClient(phone, await addClaire())
    await sync(phone, laptop)
    passTime(30 * DAY - 1)
    expect(await laptop.deleted.count()).toEqual({ Clients: 1 })
    passTime(2)
    expect(await laptop.deleted.count()).toEqual({})
  })

  it('and every one before it can be restored: not only the last', async () => {
    const ids = []
    for (const name of ['Ada', 'Bea', 'Cid'])
      ids.push(await phone.clients.save(undefined, { base: {}, set: { name }, rev: 0 }))
    for (const id of ids) {
      passTime(1000)
      await removeClient(phone, id)
    }
    expect((await phone.deleted.list()).map(({ name }) => name)).toEqual(['Cid', 'Bea', 'Ada'])
    for (const id of ids) await phone.deleted.restore({ coll: 'client', id })
    await sync(phone, laptop)
    for (const id of ids) expect(await laptop.clients.get(id)).toMatchObject({ deleted: false })
  })

  it('leaves the list at once when it is deleted for good, and every device’s after a sync', async () => {
    const id = await addClaire()
    await removeClient(phone, id)
    await sync(phone, laptop)
    await laptop.deleted.erase({ coll: 'client', id })
    expect(await laptop.deleted.list()).toEqual([])
    await sync(laptop, phone)
    expect(await phone.deleted.list()).toEqual([])
  })

  it('that is restored after it was deleted for good elsewhere stays away, and the owner is told until they have read it', async () => {
    const id = await addClaire()
    await removeClient(phone, id)
    await sync(phone, laptop)
    await laptop.deleted.erase({ coll: 'client', id })
    await sync(laptop)
    await phone.deleted.restore({ coll: 'client', id })
    await sync(phone)
    const readState = () =>
      new Promise<boolean | undefined>((resolve) =>
        phone.sync.watch(({ state }) => resolve(state.hasLostEdit)),
      )
    expect(await readState()).toBe(true)
    await phone.deleted.forgetLostEdit()
    expect(await readState()).toBeFalsy()
    expect((await phone.clients.list({ text: '', sort: 'name' }, 0, 9)).matchCount).toBe(0)
  })
})

describe('A deleted journey', () => {
  it('is one line, and comes back with its items, prices, keys, and the link and copy of its guests', async () => {
    const id = await addJourney()
    const before = await readJourney(phone, id)
    expect(await isOpen(before)).toBe(true)
    await phone.records.edit(deleteJourney(before))
    await sync(phone, laptop)
    expect(await isOpen(before)).toBe(false)
    expect(await listLines(laptop)).toEqual(['Journeys | Lofoten in June | 9 June 2027, 2 days'])
    await laptop.deleted.restore({ coll: 'journey', id })
    await sync(laptop, phone)
    expect(await isOpen(before)).toBe(true)
    for (const book of [laptop, phone]) {
      const view = await readJourney(book, id)
      expect(view.journey).toMatchObject({ title: 'Lofoten in June', link: before.journey.link })
      expect(view.items.map(({ item }) => [item.title, item.price]).sort()).toEqual([
        ['Boat', 'NOK 500'],
        ['Sauna', 'NOK 500'],
      ])
      expect(view.pass?.copy).toEqual(before.pass?.copy)
    }
  })

  it('comes back without an item that was deleted before it, which is then listed by itself', async () => {
    const id = await addJourney()
    await phone.records.edit([removeItem(findItem(await readJourney(phone, id), 'Boat'))])
    expect(await listLines(phone)).toEqual(['Items of journeys | Boat | In Lofoten in June'])
    await sync(phone, laptop)
    passTime(1000)
    await phone.records.edit(deleteJourney(await readJourney(phone, id)))
    await sync(phone, laptop)
    expect(await laptop.deleted.count()).toEqual({ Journeys: 1 })
    await laptop.deleted.restore({ coll: 'journey', id })
    expect((await readJourney(laptop, id)).items.map(({ item }) => item.title)).toEqual(['Sauna'])
    const [boat] = await laptop.deleted.list()
    expect(boat).toMatchObject({ name: 'Boat', device: 'iPhone' })
    if (boat) await laptop.deleted.restore(boat)
    await sync(laptop, phone)
    const { items } = await readJourney(phone, id)
    expect(items.map(({ item }) => [item.title, item.price])).toContainEqual(['Boat', 'NOK 500'])
  })

  it('that comes back says that a client whom it names was deleted, and names nobody in their place', async () => {
    const claire = await addClaire()
    const { id, edits } = createJourney({
      ...{ title: 'Lofoten', clients: [claire], start: '', dayCount: 1 },
    })
    await phone.records.edit(edits)
    await sync(phone)
    await phone.records.edit(deleteJourney(await readJourney(phone, id)))
    await removeClient(phone, claire)
    await phone.deleted.restore({ coll: 'journey', id })
    expect(await readJourney(phone, id)).toMatchObject({ clients: [], goneClients: 1 })
    await phone.deleted.restore({ coll: 'client', id: claire })
    expect(await readJourney(phone, id)).toMatchObject({
      clients: [{ name: 'Claire Marchetti' }],
      goneClients: 0,
    })
  })

  it('in which another device planned something meanwhile is among the journeys, and not in this list', async () => {
    const id = await addJourney()
    const [day] = listDays({ ...(await readJourney(laptop, id)).journey }, [])
    if (!day) throw new Error('The journey has no day')
    await laptop.records.edit([addItem(id, day, { kind: 'table', title: 'Dinner' })])
    await phone.records.edit(deleteJourney(await readJourney(phone, id)))
    await sync(laptop, phone, laptop)
    for (const book of [laptop, phone]) {
      expect((await readJourney(book, id)).isDeleted).toBe(true)
      expect((await book.deleted.count()).Journeys).toBeUndefined()
    }
  })
})

describe('A journey that was deleted on one device and renamed on another', () => {
  for (const isDeletedFirst of [true, false])
    it(`comes back with its items when the owner keeps it, if the ${isDeletedFirst ? 'deletion' : 'name'} reaches the server first`, async () => {
      const id = await addJourney()
      const [ofLaptop, ofPhone] = [await readJourney(laptop, id), await readJourney(phone, id)]
      await phone.records.edit([removeItem(findItem(ofPhone, 'Boat'))])
      passTime(1000)
      await phone.records.edit(deleteJourney(await readJourney(phone, id)))
      await laptop.records.edit([setJourney(ofLaptop, { title: 'Senja' }, ofLaptop.journey)])
      const devices = isDeletedFirst ? [phone, laptop] : [laptop, phone]
      await sync(...devices, ...devices)
      const asked = await readJourney(laptop, id)
      expect([asked.journey.title, asked.items]).toEqual(['Senja', []])
      const choices = asked.conflicts.map(({ cid }) => ({ cid, choice: 'keep' as const, seen: {} }))
      expect(choices).toHaveLength(1)
      await laptop.records.resolveConflicts([{ coll: 'journey', id, choices }])
      await sync(laptop, phone)
      for (const book of [laptop, phone]) {
        const { conflicts, items } = await readJourney(book, id)
        expect(conflicts).toEqual([])
        // What was removed before the journey stays removed.
        expect(items.map(({ item }) => [item.title, item.price])).toEqual([['Sauna', 'NOK 500']])
        expect(await listLines(book)).toEqual(['Items of journeys | Boat | In Senja'])
      }
    })
})

describe('A document that was removed from its item', () => {
  async function addDocument(): Promise<{ id: string; itemId: string }> {
    const id = await addJourney()
    const { item } = findItem(await readJourney(phone, id), 'Boat')
    await phone.journeys.addDocument(item.id, new Blob(['%PDF-1.7 tickets']), 'tickets.pdf')
    await sync(phone, laptop)
    return { id, itemId: item.id }
  }

  async function removeTickets(book: OpenData, id: string): Promise<void> {
    const shown = findItem(await readJourney(book, id), 'Boat')
    const [document] = shown.item.documents
    if (document) await book.records.edit([removeDocument(shown, document, now)])
  }

  it('is listed on every device, and restored to its item', async () => {
    const { id } = await addDocument()
    await removeTickets(phone, id)
    await sync(phone, laptop)
    const [line] = await laptop.deleted.list()
    expect(line).toMatchObject({ list: 'Documents', name: 'tickets.pdf', deletedAt: TODAY })
    expect(line?.fact).toBe('Boat. In Lofoten in June. 1 KB')
    if (line) await laptop.deleted.restore(line)
    await sync(laptop, phone)
    for (const book of [laptop, phone]) {
      const { item } = findItem(await readJourney(book, id), 'Boat')
      expect(item.documents).toMatchObject([{ name: 'tickets.pdf' }])
      expect(await book.deleted.list()).toEqual([])
    }
  })

  it('is gone from this device at once when it is deleted for good', async () => {
    const { id, itemId } = await addDocument()
    await removeTickets(phone, id)
    const [line] = await phone.deleted.list()
    if (line) await phone.deleted.erase(line)
    await sync(phone, laptop)
    for (const book of [phone, laptop]) expect(await book.deleted.list()).toEqual([])
    const { item } = findItem(await readJourney(laptop, id), 'Boat')
    expect([item.documents, item.removedDocuments]).toEqual([[], []])
    expect((await readJourney(phone, id)).documents.here).toEqual([])
    expect(item.id).toBe(itemId)
  })
})
