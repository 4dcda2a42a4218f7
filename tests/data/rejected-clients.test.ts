import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { iterateClients } from '#client/data/import/import-export.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { LIST_MARK_ID } from '#shared/desk/booking-marks.ts'
import { SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { DataDevice, type OpenData } from '#tests/support/data/data-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const TOO_LONG = 'Å'.repeat(301)
const LOST = { status: 0, body: undefined, text: '' }

let world: SyncServer
let device: DataDevice
let book: OpenData

/** A device with a working server. */
beforeEach(async () => {
  world = await SyncServer.open()
  device = new DataDevice()
  book = openData()
  await book.sync.run()
})
afterEach(async () => {
  device.closeAll()
  await world.close()
})

function openData(): OpenData {
  const { pull, push } = world.createTransport()
  return device.openTab(pull, push)
}

const readList = async (text = '') =>
  (await book.clients.list({ text, sort: 'name' }, 0, 9)).items.map(({ id, name, mark }) => ({
    id,
    name,
    mark,
  }))

/** Creates a client that the server rejects: its location is too long. */
async function createRejectedClient(): Promise<string> {
  const set = { name: 'Åse Lind', location: TOO_LONG, notes: 'Likes dusk' }
  const id = await book.clients.save(undefined, { base: {}, set, rev: 0 })
  await book.sync.run()
  return id
}

/** A tab in which `set` is typed into the pushed client during the first push. */
function typingMeanwhile(set: Partial<Client>): OpenData {
  const { pull, push } = world.createTransport()
  let pushes = 0
  return device.openTab(pull, async (body) => {
    if (pushes++ > 0) return push(body)
    const [{ id = '' } = {}] = await book.records.listPending(50)
    await book.clients.save(id, { base: { phone: '', location: TOO_LONG }, set, rev: 0 })
    return push(body)
  })
}

/** Corrects the location; expects the server to get everything that was typed. */
async function correctPlace(id: string): Promise<void> {
  await book.clients.save(id, { base: { location: TOO_LONG }, set: { location: 'Oslo' }, rev: 1 })
  await book.sync.run()
  expect((await world.findRecord(id))?.data).toEqual({
    name: 'Åse Lind',
    location: 'Oslo',
    notes: 'Likes dusk',
    phone: '12345678',
  })
  expect((await book.clients.get(id))?.rejected).toEqual([])
}

describe('A new client that the server rejects', () => {
  it('stays in the list, in searches, in exports and at its address, with everything that was typed', async () => {
    const id = await createRejectedClient()
    for (let starts = 0; starts < 2; starts++) {
      expect(await readList()).toEqual([{ id, name: 'Åse Lind', mark: 'rejected' }])
      expect(await readList('dusk')).toHaveLength(1)
      expect(await book.records.listNeedingAttention(20)).toMatchObject([
        { name: 'Åse Lind', path: `/admin/crm/${id}` },
      ])
      expect(await book.clients.get(id)).toMatchObject({
        isUnknownToServer: true,
        client: { name: 'Åse Lind', location: TOO_LONG, notes: 'Likes dusk' },
        rejected: [{ fieldErrors: { location: expect.any(String) } }],
      })
      const db = device.openDatabase()
      const all = []
      for await (const clients of iterateClients(db)) all.push(...clients)
      db.close()
      expect(all).toMatchObject([{ id, name: 'Åse Lind' }])
      book = openData()
      await book.records.listNeedingAttention(20)
    }
    expect(await world.findRecord(id)).toBeUndefined()
  })

  it('is created by the edit that corrects it, with everything that was typed and not only the correction', async () => {
    const id = await createRejectedClient()
    const base = { location: TOO_LONG }
    await book.clients.save(id, { base, set: { location: 'Oslo' }, rev: 0 })
    expect(await readList()).toEqual([{ id, name: 'Åse Lind', mark: 'pending' }])
    expect(
      (await book.records.listPending(50)).map(({ name, isNew: added }) => [name, added]),
    ).toEqual([['Åse Lind', true]])
    await book.sync.run()
    expect(await world.findRecord(id)).toMatchObject({
      data: { name: 'Åse Lind', location: 'Oslo', notes: 'Likes dusk' },
    })
    expect(await readList()).toEqual([{ id, name: 'Åse Lind', mark: undefined }])
    expect((await book.clients.get(id))?.rejected).toEqual([])
  })

  it('is shown in full with edits made before the rejection arrived, and sent in full once corrected', async () => {
    book = typingMeanwhile({ phone: '12345678' })
    const id = await createRejectedClient()
    expect((await world.findRecord(id))?.data).toEqual({ phone: '12345678' })
    expect(await book.clients.get(id)).toMatchObject({
      isUnknownToServer: false,
      client: { name: 'Åse Lind', notes: 'Likes dusk', phone: '12345678' },
      rejected: [{ fieldErrors: { location: expect.any(String) } }],
      pendingFields: {},
    })
    expect(await readList()).toEqual([{ id, name: 'Åse Lind', mark: 'rejected' }])
    await correctPlace(id)
  })

  it('has a single refusal even if a later edit was sent with it', async () => {
    device.closeAll()
    const { pull, push } = world.createTransport()
    let reached = false
    book = device.openTab(pull, async (body) => (reached ? push(body) : LOST))
    const id = await createRejectedClient()
    await book.clients.save(id, { base: { phone: '' }, set: { phone: '12345678' }, rev: 0 })
    reached = true
    await book.sync.run()
    expect((await world.findRecord(id))?.data).toEqual({ phone: '12345678' })
    expect(await book.clients.get(id)).toMatchObject({
      client: { name: 'Åse Lind', phone: '12345678' },
      rejected: [{ fieldErrors: { location: expect.any(String) } }],
      pendingFields: {},
    })
    await correctPlace(id)
  })

  it('is not one that merely has no name: that client is accepted, and listed as “No name”', async () => {
    const alone = { coll: 'client', id: 'ada', baseEpoch: '', baseRev: 0, base: {}, at: '' }
    const { epoch = '' } = (await device.openDatabase().device.get('device')) ?? {}
    await world.createTransport().push({
      ...{ userId: 'owner', deviceId: 'other', deviceName: '', epoch, schema: SCHEMA_VERSION },
      mutations: [{ mid: 1, op: 'patch', ...alone, set: { phone: '12345678' } }],
    })
    expect((await world.findRecord('ada'))?.data).toEqual({ phone: '12345678' })
    await book.sync.run()
    expect(await readList()).toEqual([{ id: 'ada', name: 'No name', mark: undefined }])
  })

  it('disappears from the list once it is discarded, and does not return after a restart', async () => {
    const id = await createRejectedClient()
    const [refused] = (await book.clients.get(id))?.rejected ?? []
    await book.records.discardRejected(refused?.n ?? 0)
    expect(await readList()).toEqual([])
    expect(await book.clients.get(id)).toBeUndefined()
    expect(await book.sync.getState()).toMatchObject({ clients: 0, rejected: 0 })
    book = openData()
    await book.records.listNeedingAttention(20)
    expect(await readList()).toEqual([])
  })

  it('is shown and discarded in the same way if the server could not even read it', async () => {
    const { pull } = world.createTransport()
    const unread = { status: 400, body: { code: 'mutations' }, text: '' }
    book = device.openTab(pull, async () => unread)
    const id = await createRejectedClient()
    expect(await readList()).toEqual([{ id, name: 'Åse Lind', mark: 'rejected' }])
    const [refused] = (await book.clients.get(id))?.rejected ?? []
    await book.records.discardRejected(refused?.n ?? 0)
    expect(await readList()).toEqual([])
  })
})

it('A client deleted before its first sync can be restored with all its data', async () => {
  const set = { name: 'Bo Strand', notes: 'Arrives late' }
  const id = await book.clients.save(undefined, { base: {}, set, rev: 0 })
  await book.clients.delete(id, 0)
  expect(await readList()).toEqual([])
  await book.clients.restore(id)
  expect(await book.clients.get(id)).toMatchObject({ deleted: false, client: set })
  expect(await readList()).toEqual([{ id, name: 'Bo Strand', mark: 'pending' }])
  await book.sync.run()
  expect(await world.findRecord(id)).toMatchObject({ deleted: false, data: set })
})

it('A client added and deleted offline appears nowhere, and its edits are never sent after the delete', async () => {
  const id = await book.clients.save(undefined, { base: {}, set: { name: 'Bo Strand' }, rev: 0 })
  await book.clients.delete(id, 0)
  await book.sync.run()
  expect(await readList()).toEqual([])
  expect((await world.findRecord(id))?.deleted).toBe(true)
  expect(await book.sync.getState()).toMatchObject({ clients: 0, pending: 0 })
})

it('Only the edit that creates a client is listed as an addition, whatever revision its form had shown', async () => {
  const id = await book.clients.save(undefined, { base: {}, set: { name: 'Bo Strand' }, rev: 0 })
  await book.sync.run()
  const edit = { base: { phone: '' }, set: { phone: '12345678' }, rev: 0 }
  await book.clients.save(id, edit)
  expect(await book.records.listPending(50)).toMatchObject([{ isNew: false, fields: ['phone'] }])
})

describe('A rejected mark', () => {
  it('is dropped and not kept for correction: nobody has typed it', async () => {
    const record = { coll: 'booking-mark', id: LIST_MARK_ID, op: 'set', base: {} } as const
    const mark = (seenUntil: number) => book.records.edit([{ ...record, set: { seenUntil } }])
    const readMarks = async () =>
      (await book.records.list('booking-mark', undefined)).rows.map(({ data }) => data?.seenUntil)
    await mark(2000)
    await book.sync.run()
    await mark(-1)
    expect(await readMarks()).toEqual([-1])
    await book.sync.run()
    expect(await readMarks()).toEqual([2000])
    const counts: number[][] = []
    await book.sync.watch(({ state }) => void counts.push([state.pending, state.rejected]))
    expect(counts.at(-1)).toEqual([0, 0])
  })
})
