import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ItemView, JourneyView } from '#client/data/journeys/types.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import {
  addItem,
  createJourney,
  removeItem,
  setItem,
  setJourney,
} from '#client/desk/journeys/journey-edits.ts'
import { openCopy } from '#client/journey/pass/pass.ts'
import { decryptJson, hashText, importKey } from '#client/lib/encrypt.ts'
import { findOpenPass } from '#server/journeys/guest-passes.ts'
import { listDocumentKeys } from '#shared/journeys/api.ts'
import { listDays } from '#shared/journeys/days.ts'
import { MAX_DOCUMENT_BYTES } from '#shared/journeys/journey-fields.ts'
import { type OpenData, openData } from '#tests/support/data/data-device.ts'
import { DocumentDouble } from '#tests/support/journeys/document-double.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const HOST = { name: 'Maren Lunde', phone: '+47 400 00 001' }
const PDF = new TextEncoder().encode('%PDF-1.7 the tickets')

let server: SyncServer
let files: DocumentDouble
let books: OpenData[]
let now: number

beforeEach(async () => {
  server = await SyncServer.open()
  files = new DocumentDouble()
  books = []
  now = TODAY
})

afterEach(async () => {
  for (const book of books) book.close()
  await server.close()
})

function openDevice(): OpenData {
  const nothing = () => undefined
  const number = books.length
  let ids = 0
  const book = openData({
    db: new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange }),
    userId: 'owner',
    clock: () => now,
    newId: () => `device-${number}-${ids++}`,
    random: () => 0.5,
    transport: server.createTransport(),
    fileTransport: files,
    locks: undefined,
    channel: { post: nothing, listen: nothing, close: nothing },
  })
  books.push(book)
  return book
}

async function plan(
  book: OpenData,
  { title = 'Lofoten, by sea', clients = [] }: { title?: string; clients?: string[] } = {},
): Promise<string> {
  const { id, edits } = createJourney({ title, clients, start: '2027-06-09', dayCount: 2 })
  await book.records.edit(edits)
  return id
}

async function read(book: OpenData, id: string): Promise<JourneyView> {
  const view = await book.journeys.get(id)
  if (!view) throw new Error('The device does not show the journey')
  return view
}

async function addTo(book: OpenData, id: string, title: string): Promise<ItemView> {
  const view = await read(book, id)
  const [day] = listDays(
    view.journey,
    view.items.map(({ item }) => item),
  )
  if (!day) throw new Error('The journey has no days')
  const edit = addItem(id, day, { kind: 'activity', title })
  await book.records.edit([edit])
  return find(await read(book, id), edit.id)
}

function find(view: JourneyView, itemId: string): ItemView {
  const found = view.items.find(({ item }) => item.id === itemId)
  if (!found) throw new Error('The item is not in the journey')
  return found
}

describe('A journey on two devices', () => {
  it('merges different fields of one item, and asks about the same field', async () => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const id = await plan(laptop)
    const { item } = await addTo(laptop, id, 'Sauna')
    await laptop.sync.run()
    await phone.sync.run()
    const here = find(await read(laptop, id), item.id)
    const there = find(await read(phone, id), item.id)
    await laptop.records.edit([setItem(here, { begins: '16:00', phone: '+47 400 00 027' })])
    await phone.records.edit([setItem(there, { begins: '17:00', place: 'The pier' })])
    for (const book of [laptop, phone, laptop]) await book.sync.run()
    const [a, b] = [await read(laptop, id), await read(phone, id)].map((view) =>
      find(view, item.id),
    )
    expect(a?.item).toEqual(b?.item)
    expect(a?.item).toMatchObject({ begins: '16:00', phone: '+47 400 00 027', place: 'The pier' })
    expect(a?.conflicts.map(({ field, value }) => [field, value])).toEqual([['begins', '17:00']])
  })

  it('is shown as deleted, with what another device planned in it meanwhile', async () => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const id = await plan(laptop)
    await laptop.sync.run()
    await phone.sync.run()
    await laptop.records.edit([
      { coll: 'journey', id, op: 'delete', rev: (await read(laptop, id)).rev },
    ])
    await addTo(phone, id, 'Kayaks at dawn')
    for (const book of [laptop, phone, laptop]) await book.sync.run()
    for (const book of [laptop, phone]) {
      const view = await read(book, id)
      expect(view.isDeleted).toBe(true)
      expect(view.items.map(({ item }) => item.title)).toEqual(['Kayaks at dawn'])
      expect((await book.journeys.list('')).map(({ isDeleted }) => isDeleted)).toEqual([true])
    }
    await phone.records.edit([{ coll: 'journey', id, op: 'restore' }])
    for (const book of [phone, laptop]) await book.sync.run()
    expect(await read(laptop, id)).toMatchObject({
      isDeleted: false,
      goneClients: 0,
      journey: { title: 'Lofoten, by sea' },
    })
  })

  it('is found by its title, its places and its clients', async () => {
    const book = openDevice()
    const client = await book.clients.save(undefined, {
      ...{ base: {}, set: { name: 'Elisabeth Vance' }, rev: 0 },
    })
    const id = await plan(book)
    const view = await read(book, id)
    await book.records.edit([setJourney(view, { clients: [client] }, view.journey)])
    const item = await addTo(book, id, 'Dinner')
    await book.records.edit([setItem(item, { place: 'Svolvær' })])
    for (const text of ['lofoten sea', 'svolvaer', 'vance'])
      expect(await book.journeys.list(text), text).toHaveLength(1)
    expect(await book.journeys.list('bergen')).toEqual([])
  })
})

describe('The guests’ copy', () => {
  it('is on the server only encrypted, and shows the journey as it was published', async () => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const id = await plan(laptop)
    const { item } = await addTo(laptop, id, 'Sauna on the pier')
    await laptop.journeys.publish(id, HOST)
    await laptop.sync.run()
    await laptop.records.edit([setItem(find(await read(laptop, id), item.id), { begins: '17:00' })])
    await laptop.sync.run()
    await phone.sync.run()
    const view = await read(phone, id)
    expect(view.items[0]?.item.begins).toBe('17:00')
    expect(view.pass?.copy?.items.map(({ title, begins }) => [title, begins])).toEqual([
      ['Sauna on the pier', ''],
    ])
    const pass = (await server.listRecords()).find(({ coll }) => coll === 'guest-pass')
    expect(pass?.id).toBe(view.journey.link.id)
    expect(pass?.data).not.toMatch(/Sauna|Lofoten|Maren/)
    const { ciphertext } = JSON.parse(pass?.data ?? '')
    const key = await importKey(view.journey.link.key)
    // As the guests' page opens it.
    const copy = await openCopy(key, view.journey.link.id, ciphertext)
    expect(copy?.items[0]?.title).toBe('Sauna on the pier')
    expect(await openCopy(key, 'another', ciphertext)).toBeUndefined()
  })

  it.each([
    ['the newest, if it is sent first', 60_000],
    ['the newest, if it is sent last', -60_000],
    ['the one sent first, if both are of one millisecond', 0],
  ])('is, of two that devices published without a connection, %s', async (_order, before) => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const id = await plan(laptop)
    await laptop.journeys.publish(id, HOST)
    await laptop.sync.run()
    await phone.sync.run()
    now += 600_000
    await addTo(phone, id, 'From the phone')
    await phone.journeys.publish(id, HOST)
    now += before
    await addTo(laptop, id, 'From the laptop')
    await laptop.journeys.publish(id, HOST)
    const published = now
    for (const book of [laptop, phone, laptop]) await book.sync.run()
    const newest = before < 0 ? 'From the phone' : 'From the laptop'
    for (const book of [laptop, phone]) {
      const { pass, items } = await read(book, id)
      expect(pass?.conflicts).toEqual([])
      expect(pass?.copy?.items.map(({ title }) => title)).toEqual([newest])
      expect(pass?.data.version).toBe(pass?.copy?.publishedAt)
      // What the copy lacks is still planned, and shown as not on it yet.
      expect(items).toHaveLength(2)
    }
    // The next copy is newer than each of them, whatever the clock of its device shows.
    now = TODAY - 86_400_000
    await phone.journeys.publish(id, HOST)
    expect((await read(phone, id)).pass?.data.version).toBeGreaterThan(published)
  })

  it('is gone from the server once the link is closed, and behind another link after that', async () => {
    const book = openDevice()
    const id = await plan(book)
    await book.journeys.publish(id, HOST)
    await book.sync.run()
    const { link } = (await read(book, id)).journey
    await book.journeys.replaceLink(id)
    await book.journeys.publish(id, HOST)
    await book.sync.run()
    const next = (await read(book, id)).journey.link
    expect(next.id).not.toBe(link.id)
    expect(next.key).not.toBe(link.key)
    const passes = (await server.listRecords()).filter(({ coll }) => coll === 'guest-pass')
    const data = new Map(passes.map((row) => [row.id, JSON.parse(row.data)]))
    expect(data.get(link.id)).toMatchObject({ closed: true, ciphertext: '', documents: [] })
    expect(data.get(next.id)).toMatchObject({ closed: false, version: now })
  })
})

it('A copy contains the token by which its guests report that it was opened, and the server has only its digest', async () => {
  const book = openDevice()
  const id = await plan(book)
  await book.journeys.publish(id, HOST)
  await book.sync.run()
  const { link } = (await read(book, id)).journey
  const [row] = (await server.listRecords()).filter(({ coll }) => coll === 'guest-pass')
  const data = JSON.parse(row?.data ?? '{}')
  const copy = await decryptJson(await importKey(link.key), data.ciphertext, `pass:${link.id}`)
  const { seenToken } = copy as { seenToken: string }
  expect(seenToken).toMatch(/^[\w-]{43}$/)
  expect(data.seenProof).toBe(await hashText(seenToken))
  expect(row?.data).not.toContain(seenToken)
})

describe('The key of a journey’s documents', () => {
  it('is another one for what is added after the link was replaced, and earlier documents still open', async () => {
    const book = openDevice()
    const id = await plan(book)
    const { journey } = await read(book, id)
    await book.journeys.replaceLink(id)
    await book.journeys.publish(id, HOST)
    await book.sync.run()
    const view = await read(book, id)
    expect(view.journey.documentKey).not.toBe(journey.documentKey)
    expect(listDocumentKeys(view.journey)).toEqual([view.journey.documentKey, journey.documentKey])
  })

  it('stays known on every device, also if two replace the link without a connection', async () => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const id = await plan(laptop)
    await laptop.sync.run()
    await phone.sync.run()
    const keys = [(await read(laptop, id)).journey.documentKey]
    for (const device of [laptop, phone]) {
      await device.journeys.replaceLink(id)
      keys.push((await read(device, id)).journey.documentKey)
    }
    for (const device of [laptop, phone, laptop]) await device.sync.run()
    for (const device of [laptop, phone])
      expect(new Set(listDocumentKeys((await read(device, id)).journey))).toEqual(new Set(keys))
  })
})

describe('A link on two devices', () => {
  let laptop: OpenData
  let phone: OpenData
  let id: string
  let link: string

  beforeEach(async () => {
    laptop = openDevice()
    phone = openDevice()
    id = await plan(laptop)
    await laptop.journeys.publish(id, HOST)
    await laptop.sync.run()
    await phone.sync.run()
    link = (await read(laptop, id)).journey.link.id
    now += 3_600_000
  })

  /** Syncs both devices until they show the same, in this order; returns whether guests can open the links. */
  async function syncAll(order: OpenData[], ...links: string[]): Promise<boolean[]> {
    for (const book of [...order, ...order]) await book.sync.run()
    const [here, there] = [await read(laptop, id), await read(phone, id)]
    expect(there.journey.link).toEqual(here.journey.link)
    expect(there.pass?.data).toEqual(here.pass?.data)
    expect([here.pass?.isPending, there.pass?.isPending]).not.toContain(true)
    return Promise.all(
      links.map(async (one) => (await findOpenPass(server.db.read, one, now)) !== undefined),
    )
  }

  it.each([
    ['before', -60_000],
    ['after', 60_000],
  ])('is closed, although the other device published %s that', async (_order, later) => {
    await laptop.journeys.closeLink(id)
    now += later
    await phone.journeys.publish(id, HOST)
    expect(await syncAll([laptop, phone], link)).toEqual([false])
    expect((await read(phone, id)).pass?.data).toMatchObject({ closed: true, ciphertext: '' })
  })

  it.each([
    ['before', -60_000],
    ['after', 60_000],
  ])(
    'is closed, although what the other device published %s that was sent first',
    async (_order, later) => {
      await phone.journeys.closeLink(id)
      const closedAt = now
      now += later
      await laptop.journeys.publish(id, HOST)
      expect(await syncAll([laptop, phone], link)).toEqual([false])
      const { pass } = await read(laptop, id)
      expect(pass?.data).toMatchObject({ closed: true, ciphertext: '', documents: [] })
      // A calendar file and the next copy must not be older than what guests have.
      expect(pass?.data.version).toBe(Math.max(closedAt, closedAt + later))
    },
  )

  it('leaves no copy of the other device on the server if it was published and closed before it was first sent', async () => {
    const { id: own, edits } = createJourney({
      ...{ title: 'Røros, by train', clients: [], start: '2027-06-09', dayCount: 2 },
    })
    id = own
    await laptop.records.edit(edits)
    for (const book of [laptop, phone]) await book.sync.run()
    await laptop.journeys.publish(id, HOST)
    await phone.journeys.publish(id, HOST)
    await phone.journeys.closeLink(id)
    await syncAll([laptop, phone])
    const { pass } = await read(laptop, id)
    expect(pass?.data).toMatchObject({ closed: true, ciphertext: '', documents: [] })
  })

  it('takes no copy while it is closed, although the other device updated its open one twice', async () => {
    await laptop.journeys.closeLink(id)
    for (let time = 0; time < 2; time++) await phone.journeys.publish(id, HOST)
    await syncAll([laptop, phone])
    const { pass } = await read(phone, id)
    expect(pass?.data).toMatchObject({ closed: true, ciphertext: '', documents: [] })
  })

  it('opens again when the owner publishes on a device that shows it as closed', async () => {
    await laptop.journeys.closeLink(id)
    await phone.journeys.publish(id, HOST)
    expect(await syncAll([laptop, phone], link)).toEqual([false])
    now = TODAY - 86_400_000
    await phone.journeys.publish(id, HOST)
    expect(await syncAll([laptop, phone], link)).toEqual([true])
    expect((await read(laptop, id)).pass?.copy?.title).toBe('Lofoten, by sea')
  })

  it('is the one in use, of two by which both devices replaced it, until the owner decides', async () => {
    const chosen: string[] = []
    for (const book of [laptop, phone]) {
      await book.journeys.replaceLink(id)
      await book.journeys.publish(id, HOST)
      chosen.push((await read(book, id)).journey.link.id)
    }
    expect(await syncAll([laptop, phone], link, ...chosen)).toEqual([false, true, false])
    const { journey, conflicts } = await read(phone, id)
    const [open] = conflicts
    expect(open).toMatchObject({ field: 'link', value: { id: chosen[1] } })
    const choice = { cid: open?.cid ?? '', choice: 'take' as const, seen: journey.link }
    await phone.records.resolveConflicts([{ coll: 'journey', id, choices: [choice] }])
    expect(await syncAll([phone, laptop], link, ...chosen)).toEqual([false, false, true])
  })
})

describe('A document', () => {
  it('is on the device at once, and arrives whole however often the line breaks', async () => {
    const book = openDevice()
    const id = await plan(book)
    const { item } = await addTo(book, id, 'Ferry')
    const content = new Uint8Array(3_000_000)
    content.set(PDF)
    files.isOnline = false
    await book.journeys.addDocument(item.id, new Blob([content]), 'Tickets.pdf')
    const [document] = find(await read(book, id), item.id).item.documents
    expect(document).toMatchObject({ name: 'Tickets.pdf', type: 'application/pdf' })
    const opened = await book.journeys.openDocument(item.id, document?.id ?? '')
    // Vitest would compare three million numbers one by one.
    expect(Buffer.from((await opened?.bytes()) ?? []).equals(content)).toBe(true)
    expect((await read(book, id)).documents.waiting).toEqual([document?.id])
    files.isOnline = true
    for (let time = 0; time < 10; time++) {
      files.breaksIn = 0
      await book.sync.run()
      await expect.poll(async () => files.breaksIn < 0).toBe(true)
    }
    files.breaksIn = Number.POSITIVE_INFINITY
    await book.sync.run()
    await expect.poll(async () => (await read(book, id)).documents.waiting).toEqual([])
    // Twelve pieces: what had arrived was not sent again.
    expect(files.received).toBe(12)
    const stored = files.read(document?.id ?? '')
    expect(stored).toHaveLength(content.length + 28)
    expect(stored?.includes('the tickets')).toBe(false)
  })

  it('is kept when another is added before it is stored', async () => {
    const book = openDevice()
    const id = await plan(book)
    const { item } = await addTo(book, id, 'Ferry')
    const names = ['First.pdf', 'Second.pdf', 'Third.pdf']
    await Promise.all(
      names.map((name) => book.journeys.addDocument(item.id, new Blob([PDF]), name)),
    )
    const { documents } = find(await read(book, id), item.id).item
    expect(documents.map(({ name }) => name)).toEqual(names)
  })

  it('is fetched by another device, for one document or for the whole journey', async () => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const id = await plan(laptop)
    const { item } = await addTo(laptop, id, 'Ferry')
    await laptop.journeys.addDocument(item.id, new Blob([PDF]), 'Tickets.pdf')
    await laptop.sync.run()
    await expect.poll(async () => (await read(laptop, id)).documents.waiting).toEqual([])
    await phone.sync.run()
    const [document] = find(await read(phone, id), item.id).item.documents
    expect((await read(phone, id)).documents.here).toEqual([])
    files.isOnline = false
    expect(await phone.journeys.fetchDocuments(id)).toEqual([document?.id])
    files.isOnline = true
    expect(await phone.journeys.fetchDocuments(id)).toEqual([])
    files.isOnline = false
    expect(
      await (await phone.journeys.openDocument(item.id, document?.id ?? ''))?.text(),
    ).toContain('tickets')
  })

  it.each([
    ['what is not a PDF or a picture', new Blob(['<html>']), 'page.pdf', 'type'],
    ['nothing', new Blob([]), 'empty.pdf', 'type'],
    ['more than 15 MB', new Blob([PDF, new Uint8Array(MAX_DOCUMENT_BYTES)]), 'big.pdf', 'size'],
    ['a file without a name', new Blob([PDF]), '\u0007\u202e', 'name'],
  ])('is refused for %s, and the item stays as it was', async (_what, file, name, refused) => {
    const book = openDevice()
    const id = await plan(book)
    const { item } = await addTo(book, id, 'Ferry')
    expect(await book.journeys.addDocument(item.id, file, name)).toEqual({ refused })
    const view = await read(book, id)
    expect(find(view, item.id).item.documents).toEqual([])
    expect(view.documents.here).toEqual([])
  })

  it('keeps only the last part of its name, without control and direction characters', async () => {
    const book = openDevice()
    const id = await plan(book)
    const { item } = await addTo(book, id, 'Ferry')
    await book.journeys.addDocument(item.id, new Blob([PDF]), '../../etc/Bi\u0000llett\u202e.pdf')
    expect(find(await read(book, id), item.id).item.documents[0]?.name).toBe('Billett.pdf')
  })

  it('stays with an item whose removal is undone', async () => {
    const book = openDevice()
    const id = await plan(book)
    const { item } = await addTo(book, id, 'Ferry')
    await book.journeys.addDocument(item.id, new Blob([PDF]), 'Tickets.pdf')
    await book.sync.run()
    await book.records.edit([removeItem(find(await read(book, id), item.id))])
    await book.sync.run()
    await book.records.edit([{ coll: 'journey-item', id: item.id, op: 'restore' }])
    await book.sync.run()
    const [document] = find(await read(book, id), item.id).item.documents
    expect(await (await book.journeys.openDocument(item.id, document?.id ?? ''))?.text()).toContain(
      'tickets',
    )
  })

  it('is sent again to a restored server that has lost it', async () => {
    const book = openDevice()
    const id = await plan(book)
    const { item } = await addTo(book, id, 'Ferry')
    await book.journeys.addDocument(item.id, new Blob([PDF]), 'Tickets.pdf')
    await book.sync.run()
    await expect.poll(async () => (await read(book, id)).documents.waiting).toEqual([])
    const [document] = find(await read(book, id), item.id).item.documents
    await server.restore()
    files.clear()
    await book.sync.run()
    await expect.poll(async () => (await read(book, id)).documents.waiting).toEqual([])
    expect(files.read(document?.id ?? '')).toBeDefined()
  })

  it('leaves a device with its item, when that was deleted long before the device syncs again', async () => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const id = await plan(laptop)
    const { item } = await addTo(laptop, id, 'Ferry')
    await laptop.journeys.addDocument(item.id, new Blob([PDF]), 'Tickets.pdf')
    await laptop.sync.run()
    await expect.poll(async () => (await read(laptop, id)).documents.waiting).toEqual([])
    await phone.sync.run()
    expect(await phone.journeys.fetchDocuments(id)).toEqual([])
    expect((await read(phone, id)).documents.here).toHaveLength(1)
    await laptop.records.edit([removeItem(find(await read(laptop, id), item.id))])
    await laptop.sync.run()
    await server.passMonths()
    await phone.sync.run()
    await phone.sync.resolveMissing('remove')
    const view = await read(phone, id)
    expect([view.items, view.documents.here]).toEqual([[], []])
  })

  it('is wiped from the device, with its item, once the server has erased it', async () => {
    const book = openDevice()
    const id = await plan(book)
    const { item } = await addTo(book, id, 'Ferry')
    await book.journeys.addDocument(item.id, new Blob([PDF]), 'Tickets.pdf')
    await book.sync.run()
    await eraseRecords(server, [item.id], 'journey-item')
    await book.sync.run()
    const view = await read(book, id)
    expect(view.items).toEqual([])
    expect(view.documents.here).toEqual([])
  })
})

describe('The list of a person’s documents', () => {
  /** Plans a journey with one document; returns their ids. */
  async function planWithDocument(book: OpenData, title: string, clients: string[]) {
    const journeyId = await plan(book, { title, clients })
    const { item } = await addTo(book, journeyId, 'Ferry')
    await book.journeys.addDocument(item.id, new Blob([PDF]), `${title}.pdf`)
    return { journeyId, itemId: item.id }
  }

  it('has those of their own journeys first, then those of journeys with others, also if only another device has the content', async () => {
    const [laptop, phone] = [openDevice(), openDevice()]
    const own = await planWithDocument(laptop, 'Lofoten', ['her'])
    const shared = await planWithDocument(laptop, 'Iceland', ['him', 'her'])
    await planWithDocument(laptop, 'Greenland', ['him'])
    await planWithDocument(laptop, 'Svalbard', [])
    await laptop.sync.run()
    await expect.poll(async () => (await read(laptop, own.journeyId)).documents.waiting).toEqual([])
    await phone.sync.run()
    const pdf = { id: expect.any(String), type: 'application/pdf', size: PDF.length }
    for (const book of [laptop, phone])
      expect(await book.journeys.listPersonDocuments(['her'])).toEqual([
        { ...pdf, ...own, name: 'Lofoten.pdf', journeyTitle: 'Lofoten', othersTravel: false },
        { ...pdf, ...shared, name: 'Iceland.pdf', journeyTitle: 'Iceland', othersTravel: true },
      ])
    const [document] = await phone.journeys.listPersonDocuments(['her'])
    expect((await read(phone, own.journeyId)).documents.here).toEqual([])
    const content = await phone.journeys.openDocument(own.itemId, document?.id ?? '')
    expect(await content?.text()).toContain('the tickets')
    expect(await phone.journeys.listPersonDocuments([])).toEqual([])
  })

  it('takes several clients who are the same person for one traveller', async () => {
    const book = openDevice()
    await planWithDocument(book, 'Lofoten', ['her', 'her again'])
    const listShared = async (...ids: string[]) =>
      (await book.journeys.listPersonDocuments(ids)).map(({ othersTravel }) => othersTravel)
    expect(await listShared('her')).toEqual([true])
    expect(await listShared('her', 'her again')).toEqual([false])
  })

  it('leaves out deleted items, removed documents and deleted journeys', async () => {
    const book = openDevice()
    const [withoutItem, withoutDocument, deleted] = [
      await planWithDocument(book, 'Without item', ['her']),
      await planWithDocument(book, 'Without document', ['her']),
      await planWithDocument(book, 'Deleted', ['her']),
    ]
    expect(await book.journeys.listPersonDocuments(['her'])).toHaveLength(3)
    const view = await read(book, withoutDocument.journeyId)
    const { rev } = await read(book, deleted.journeyId)
    await book.records.edit([
      removeItem(find(await read(book, withoutItem.journeyId), withoutItem.itemId)),
      setItem(find(view, withoutDocument.itemId), { documents: [] }),
      { coll: 'journey', id: deleted.journeyId, op: 'delete', rev },
    ])
    expect(await book.journeys.listPersonDocuments(['her'])).toEqual([])
  })
})
