import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ItemView, JourneyView } from '#client/data/journeys/types.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import {
  addItem,
  createJourney,
  deleteJourney,
  duplicateItem,
  removeItem,
  restoreJourney,
  setItem,
} from '#client/desk/journeys/journey-edits.ts'
import { findOpenPass } from '#server/journeys/guest-passes.ts'
import { listDocumentKeys } from '#shared/journeys/api.ts'
import { listDays } from '#shared/journeys/days.ts'
import type { Collection } from '#shared/sync/collections.ts'
import { type OpenData, openData } from '#tests/support/data/data-device.ts'
import { DocumentDouble } from '#tests/support/journeys/document-double.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

// What not everybody who sees a journey may see: the keys of its link and documents, and the prices of its items.
// Each is a record of its own, shown and edited with the journey or the item.

const HOST = { name: 'Maren Lunde', phone: '+47 400 00 001' }
const PDF = new Blob(['%PDF-1.7 the tickets'])

let server: SyncServer
let laptop: OpenData
let phone: OpenData
let stores: Map<OpenData, OwnerDatabase>
let id: string

beforeEach(async () => {
  server = await SyncServer.open()
  stores = new Map()
  laptop = openDevice()
  phone = openDevice()
  const created = createJourney({ title: 'Lofoten', clients: [], start: '2027-06-09', dayCount: 2 })
  id = created.id
  await laptop.records.edit(created.edits)
})

afterEach(async () => {
  for (const book of stores.keys()) book.close()
  await server.close()
})

/** Another device, or another tab on the store of one. */
function openDevice(
  db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange }),
): OpenData {
  const nothing = () => undefined
  const number = stores.size
  let ids = 0
  const book = openData({
    ...{ db, userId: 'owner', clock: () => TODAY, newId: () => `device-${number}-${ids++}` },
    random: () => 0.5,
    transport: server.createTransport(),
    fileTransport: new DocumentDouble(),
    locks: undefined,
    channel: { post: nothing, listen: nothing, close: nothing },
  })
  stores.set(book, db)
  return book
}

async function read(book: OpenData): Promise<JourneyView> {
  const view = await book.journeys.get(id)
  if (!view) throw new Error('The device does not show the journey')
  return view
}

async function readItem(book: OpenData, itemId: string): Promise<ItemView> {
  const found = (await read(book)).items.find(({ item }) => item.id === itemId)
  if (!found) throw new Error('The item is not in the journey')
  return found
}

async function addPriced(book: OpenData, price: string, title = 'Sauna'): Promise<string> {
  const view = await read(book)
  const [day] = listDays(
    view.journey,
    view.items.map(({ item }) => item),
  )
  if (!day) throw new Error('The journey has no days')
  const edit = addItem(id, day, { kind: 'activity', title, price })
  await book.records.edit([edit])
  return edit.id
}

const setPrice = async (book: OpenData, itemId: string, price: string) =>
  book.records.edit([setItem(await readItem(book, itemId), { price })])

const remove = async (book: OpenData, itemId: string) =>
  book.records.edit([removeItem(await readItem(book, itemId))])

async function syncAll(...books: OpenData[]): Promise<void> {
  for (const book of [...books, ...books]) await book.sync.run()
}

/** A record on the server, not its tombstone. */
async function findStored(coll: Collection, recordId: string) {
  const rows = await server.listRecords()
  const found = rows.find((row) => row.coll === coll && row.id === recordId && !row.deleted)
  return found && JSON.parse(found.data)
}

/** All that a device stores. */
async function dump(book: OpenData): Promise<string> {
  const tables = stores.get(book)?.tables ?? []
  const contents = await Promise.all(tables.map((table) => table.toArray()))
  return JSON.stringify(contents.flat(), (_name, value) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
  )
}

describe('The price of an item', () => {
  it('is a record of its own, and only if there is one', async () => {
    const priced = await addPriced(laptop, 'NOK 900')
    const free = await addPriced(laptop, '')
    await laptop.sync.run()
    expect(await findStored('item-price', priced)).toEqual({ price: 'NOK 900' })
    expect(await findStored('item-price', free)).toBeUndefined()
    for (const one of [priced, free])
      expect(await findStored('journey-item', one)).not.toHaveProperty('price')
    await setPrice(laptop, free, 'NOK 100')
    await setPrice(laptop, priced, '')
    await syncAll(laptop, phone)
    expect((await readItem(phone, free)).item.price).toBe('NOK 100')
    expect((await readItem(phone, priced)).item.price).toBe('')
  })

  it('is one change with its item, for the owner who sees what waits to be sent', async () => {
    await laptop.sync.run()
    const item = await addPriced(laptop, 'NOK 900')
    expect(await laptop.records.listPending(9)).toMatchObject([{ coll: 'journey-item', id: item }])
    expect((await laptop.sync.getState()).pending).toBe(1)
    await laptop.sync.run()
    await setPrice(laptop, item, 'NOK 800')
    expect((await laptop.records.listPending(9)).map(({ coll, fields }) => [coll, fields])).toEqual(
      [['journey-item', ['priceEdit']]],
    )
    await laptop.sync.run()
    expect((await laptop.sync.getState()).pending).toBe(0)
  })

  it('that two devices changed is asked about with the item, and resolved there', async () => {
    const item = await addPriced(laptop, 'NOK 900')
    await syncAll(laptop, phone)
    await setPrice(laptop, item, 'NOK 800')
    await setPrice(phone, item, 'NOK 700')
    await syncAll(laptop, phone)
    for (const book of [laptop, phone]) {
      const { item: shown, conflicts } = await readItem(book, item)
      expect(shown.price).toBe('NOK 800')
      expect(conflicts).toMatchObject([{ field: 'price', value: 'NOK 700' }])
      expect(await book.journeys.list('')).toMatchObject([{ hasConflict: true }])
      expect((await book.sync.getState()).conflicts).toBe(1)
    }
    const [{ cid = '' } = {}] = (await readItem(phone, item)).conflicts
    await phone.records.resolveConflicts([
      { coll: 'journey-item', id: item, choices: [{ cid, choice: 'take', seen: 'NOK 800' }] },
    ])
    expect((await readItem(phone, item)).conflicts).toEqual([])
    await syncAll(phone, laptop)
    for (const book of [laptop, phone])
      expect(await readItem(book, item)).toMatchObject({
        item: { price: 'NOK 700' },
        conflicts: [],
      })
  })

  it('goes with its item, comes back with it, and stays with another item’s copy', async () => {
    const item = await addPriced(laptop, 'NOK 900')
    await syncAll(laptop, phone)
    await remove(laptop, item)
    await syncAll(laptop, phone)
    expect(await findStored('item-price', item)).toBeUndefined()
    await phone.records.edit([{ coll: 'journey-item', id: item, op: 'restore' }])
    await syncAll(phone, laptop)
    for (const book of [laptop, phone])
      expect((await readItem(book, item)).item.price).toBe('NOK 900')
    const view = await read(laptop)
    const [day] = listDays(
      view.journey,
      view.items.map((one) => one.item),
    )
    if (!day) throw new Error('The journey has no days')
    const copy = duplicateItem(id, (await readItem(laptop, item)).item, day)
    await laptop.records.edit([copy])
    expect((await readItem(laptop, copy.id)).item.price).toBe('')
  })

  it.each([
    ['before', () => [phone, laptop]],
    ['after', () => [laptop, phone]],
  ])(
    'changed on one device and sent %s another one removes its item, keeps the item, and the owner is asked',
    async (_order, order) => {
      const item = await addPriced(laptop, 'NOK 900')
      await syncAll(laptop, phone)
      await remove(laptop, item)
      await setPrice(phone, item, 'NOK 700')
      await syncAll(...order())
      for (const book of [laptop, phone]) {
        const shown = await readItem(book, item)
        expect(shown.item.price).toBe('NOK 700')
        expect(shown.conflicts.map(({ kind }) => kind)).toEqual(['delete'])
      }
      const [{ cid = '' } = {}] = (await readItem(phone, item)).conflicts
      await phone.records.resolveConflicts([
        { coll: 'journey-item', id: item, choices: [{ cid, choice: 'take', seen: null }] },
      ])
      await syncAll(phone, laptop)
      expect((await read(laptop)).items).toEqual([])
      expect(await findStored('item-price', item)).toBeUndefined()
    },
  )

  it('comes back from a device that still edits the item long after it was removed', async () => {
    const item = await addPriced(laptop, 'NOK 900')
    await syncAll(laptop, phone)
    await remove(laptop, item)
    await laptop.sync.run()
    await server.passMonths()
    await phone.records.edit([setItem(await readItem(phone, item), { title: 'Sauna at six' })])
    await syncAll(phone, laptop)
    for (const book of [phone, laptop])
      expect((await readItem(book, item)).item).toMatchObject({
        title: 'Sauna at six',
        price: 'NOK 900',
      })
  })

  it('changed long after its item was removed comes back as changed, and nothing is asked about its former value', async () => {
    const item = await addPriced(laptop, 'NOK 900')
    await syncAll(laptop, phone)
    await remove(laptop, item)
    await laptop.sync.run()
    await server.passMonths()
    await setPrice(phone, item, 'NOK 700')
    await syncAll(phone, laptop)
    for (const book of [phone, laptop])
      expect(await readItem(book, item)).toMatchObject({
        item: { title: 'Sauna', price: 'NOK 700' },
        conflicts: [],
      })
  })

  it('that the server accepted without its new item goes when the owner discards the item, and stays with it when it is corrected', async () => {
    await laptop.sync.run()
    const [discarded, corrected] = [
      await addPriced(laptop, 'NOK 900', 'Sauna\u0000'),
      await addPriced(laptop, 'NOK 800', 'Fjord\u0000'),
    ]
    await syncAll(laptop, phone)
    const { rejected } = await read(laptop)
    expect(rejected.map((edit) => edit.id)).toEqual([discarded, corrected])
    expect(await findStored('item-price', discarded)).toEqual({ price: 'NOK 900' })
    for (const { id: item, n, base, set } of rejected) {
      if (item === corrected)
        await laptop.records.edit([
          {
            coll: 'journey-item',
            id: item,
            op: 'set',
            base,
            set: { ...set, title: 'Fjord' },
            rev: 0,
          },
        ])
      await laptop.records.discardRejected(n)
    }
    await syncAll(laptop, phone)
    expect(await findStored('item-price', discarded)).toBeUndefined()
    for (const book of [laptop, phone]) {
      expect((await read(book)).items.map(({ item }) => item.title)).toEqual(['Fjord'])
      expect((await readItem(book, corrected)).item.price).toBe('NOK 800')
      expect(await book.sync.getState()).toMatchObject({ pending: 0, rejected: 0 })
    }
  })

  it('cannot be deleted without its item', async () => {
    const item = await addPriced(laptop, 'NOK 900')
    await syncAll(laptop, phone)
    await phone.records.edit([{ coll: 'item-price', id: item, op: 'delete', rev: 1 }])
    await syncAll(phone)
    expect((await phone.sync.getState()).rejected).toBe(1)
    expect(await findStored('item-price', item)).toEqual({ price: 'NOK 900' })
  })

  it('is wiped from every device once the server has erased it', async () => {
    const item = await addPriced(laptop, 'NOK 900')
    await syncAll(laptop, phone)
    expect(await dump(phone)).toContain('NOK 900')
    await eraseRecords(server, [item], 'item-price')
    await eraseRecords(server, [item], 'journey-item')
    await syncAll(laptop, phone)
    for (const book of [laptop, phone]) expect(await dump(book)).not.toContain('NOK 900')
  })
})

describe('The keys of a journey', () => {
  it('are a record of their own that reaches the server before the journey, so that no device shows it without them', async () => {
    await laptop.sync.run()
    const { journey } = await read(laptop)
    expect(await findStored('journey-keys', id)).toEqual({
      link: journey.link,
      documentKey: journey.documentKey,
    })
    const stored = JSON.stringify(await findStored('journey', id))
    for (const secret of [journey.link.key, journey.documentKey])
      expect(stored).not.toContain(secret)
    const order = (await server.listRecords()).sort((a, b) => a.seq - b.seq)
    expect(order.map(({ coll }) => coll)).toEqual(['journey-keys', 'journey'])
  })

  it('reach the server before the copy that they open, wherever a push is cut', async () => {
    await laptop.sync.run()
    await laptop.journeys.publish(id, HOST)
    await laptop.journeys.replaceLink(id)
    await laptop.journeys.publish(id, HOST)
    const queue = (await stores.get(laptop)?.queue.orderBy('n').toArray()) ?? []
    const isKeys = ({ key }: { key: string }) => key.startsWith('journey-keys/')
    const { link } = (await read(laptop)).journey
    const copy = queue.findIndex(({ key }) => key === `guest-pass/${link.id}`)
    expect(queue.findIndex(isKeys)).toBeGreaterThanOrEqual(0)
    expect(queue.findLastIndex(isKeys)).toBeLessThan(copy)
  })

  it('go with the journey, and come back with it and its open link', async () => {
    await laptop.journeys.publish(id, HOST)
    await syncAll(laptop, phone)
    const before = await read(phone)
    await phone.records.edit(deleteJourney(before))
    await syncAll(phone, laptop)
    expect(await findStored('journey-keys', id)).toBeUndefined()
    await phone.records.edit(restoreJourney(before))
    await syncAll(phone, laptop)
    for (const book of [laptop, phone]) {
      const { journey, pass } = await read(book)
      expect(journey.link).toEqual(before.journey.link)
      expect(pass?.copy?.title).toBe('Lofoten')
    }
    expect(await findOpenPass(server.db.read, before.journey.link.id, TODAY)).toBeDefined()
  })

  it('still open the documents of a deleted journey that another device plans on', async () => {
    await syncAll(laptop, phone)
    await laptop.records.edit(deleteJourney(await read(laptop)))
    await addPriced(phone, '')
    await syncAll(laptop, phone)
    await server.passMonths()
    await syncAll(laptop, phone)
    for (const book of [laptop, phone, openDevice()]) {
      await book.sync.run()
      const { isDeleted, journey } = await read(book)
      expect([isDeleted, journey.documentKey]).toEqual([true, expect.stringMatching(/^.{43}$/)])
    }
  })

  it('of another link, made while another device deletes the journey, keep the journey, and the owner is asked', async () => {
    await syncAll(laptop, phone)
    await laptop.records.edit(deleteJourney(await read(laptop)))
    await phone.journeys.replaceLink(id)
    const { link } = (await read(phone)).journey
    await syncAll(laptop, phone)
    for (const book of [laptop, phone]) {
      const { isDeleted, journey, conflicts } = await read(book)
      expect([isDeleted, journey.link]).toEqual([false, link])
      expect(conflicts.map(({ kind }) => kind)).toEqual(['delete'])
    }
  })

  it('replaced long after the journey was deleted come back as replaced, and nothing is asked about the former ones', async () => {
    await syncAll(laptop, phone)
    const before = (await read(phone)).journey
    await laptop.records.edit(deleteJourney(await read(laptop)))
    await laptop.sync.run()
    await server.passMonths()
    await phone.journeys.replaceLink(id)
    const { link } = (await read(phone)).journey
    await syncAll(phone, laptop)
    for (const book of [phone, laptop]) {
      const { journey, conflicts } = await read(book)
      expect([journey.title, journey.link, conflicts]).toEqual(['Lofoten', link, []])
      expect(listDocumentKeys(journey)).toContain(before.documentKey)
    }
  })

  it('that the server accepted without their new journey go when the owner discards the journey', async () => {
    const refused = createJourney({ title: 'Reine\u0000', clients: [], start: '', dayCount: 1 })
    await laptop.records.edit(refused.edits)
    await syncAll(laptop, phone)
    expect(await findStored('journey-keys', refused.id)).toHaveProperty('link')
    const [{ n = 0 } = {}] = await laptop.journeys.listRejected()
    await laptop.records.discardRejected(n)
    await syncAll(laptop, phone)
    expect(await findStored('journey-keys', refused.id)).toBeUndefined()
    for (const book of [laptop, phone]) {
      expect(await book.journeys.list('')).toMatchObject([{ id, hasRejected: false }])
      expect(await book.sync.getState()).toMatchObject({ pending: 0, rejected: 0 })
    }
  })

  it('are made by a device that shares before it has received them: no copy and no document is left without its key, and the owner chooses the link', async () => {
    const item = await addPriced(laptop, '')
    await laptop.journeys.publish(id, HOST)
    await laptop.sync.run()
    const { journey: first } = await read(laptop)
    const tablet = openDevice()
    await tablet.sync.run()
    // As in the middle of a first sync, if the keys were changed after the journey.
    const store = stores.get(tablet)
    await store?.records.delete(`journey-keys/${id}`)
    const restarted = openDevice(store)
    expect((await read(restarted)).journey.link.id).toBe('')
    await restarted.journeys.addDocument(item, PDF, 'Tickets.pdf')
    await restarted.journeys.publish(id, HOST)
    const { journey: second } = await read(restarted)
    expect(second.link.key).toMatch(/^.{43}$/)
    await syncAll(restarted, laptop)
    for (const book of [laptop, restarted]) {
      const { journey, conflicts } = await read(book)
      expect(journey.link).toEqual(first.link)
      expect(conflicts).toContainEqual(
        expect.objectContaining({ field: 'link', value: second.link }),
      )
      for (const key of [first.documentKey, second.documentKey])
        expect(listDocumentKeys(journey)).toContain(key)
    }
    const { documents } = (await readItem(restarted, item)).item
    const opened = await restarted.journeys.openDocument(item, documents[0]?.id ?? '')
    expect(await opened?.text()).toContain('the tickets')
    const isOpen = async (link: string) =>
      (await findOpenPass(server.db.read, link, TODAY)) !== undefined
    expect([await isOpen(first.link.id), await isOpen(second.link.id)]).toEqual([true, false])
  })
})
