import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { everyone } from '#client/book/import/exchange.ts'
import type { LocalBook } from '#client/book/local-book.ts'
import type { Client } from '#shared/clients/fields.ts'
import { SCHEMA } from '#shared/sync/wire.ts'
import { BookDevice } from '#tests/support/kept-book.ts'
import { SyncWorld } from '#tests/support/sync-world.ts'

const TOO_LONG = 'Å'.repeat(301)
const LOST = { status: 0, body: undefined, text: '' }

let world: SyncWorld
let device: BookDevice
let book: LocalBook

/** A device with a working server. */
beforeEach(async () => {
  world = new SyncWorld()
  device = new BookDevice()
  book = opened()
  await book.sync()
})
afterEach(() => {
  device.closeAll()
  world.close()
})

function opened(): LocalBook {
  const { pull, push } = world.transport()
  return device.tab(pull, push)
}

const listed = async (text = '') =>
  (await book.list({ text, sort: 'name' }, 0, 9)).lines.map(({ id, name, mark }) => ({
    id,
    name,
    mark,
  }))

/** Creates a client that the server rejects: its location is too long. */
async function refusedClient(): Promise<string> {
  const set = { name: 'Åse Lind', location: TOO_LONG, notes: 'Likes dusk' }
  const id = await book.save(undefined, { base: {}, set, rev: 0 })
  await book.sync()
  return id
}

/** A tab in which `set` is typed into the pushed client during the first push. */
function typingMeanwhile(set: Partial<Client>): LocalBook {
  const { pull, push } = world.transport()
  let pushes = 0
  return device.tab(pull, async (body) => {
    if (pushes++ > 0) return push(body)
    const [{ id = '' } = {}] = await book.waiting(50)
    await book.save(id, { base: { phone: '', location: TOO_LONG }, set, rev: 0 })
    return push(body)
  })
}

/** Corrects the location; expects the server to get everything that was typed. */
async function mend(id: string): Promise<void> {
  await book.save(id, { base: { location: TOO_LONG }, set: { location: 'Oslo' }, rev: 1 })
  await book.sync()
  expect(world.record(id)?.data).toEqual({
    name: 'Åse Lind',
    location: 'Oslo',
    notes: 'Likes dusk',
    phone: '12345678',
  })
  expect((await book.client(id))?.refused).toEqual([])
}

describe('a new client that the server would not take', () => {
  it('stays in the list, in searches, in files and at its address, with all that was typed', async () => {
    const id = await refusedClient()
    for (let starts = 0; starts < 2; starts++) {
      expect(await listed()).toEqual([{ id, name: 'Åse Lind', mark: 'refused' }])
      expect(await listed('dusk')).toHaveLength(1)
      expect((await book.attention(20)).map(({ name }) => name)).toEqual(['Åse Lind'])
      expect(await book.client(id)).toMatchObject({
        unknownToServer: true,
        client: { name: 'Åse Lind', location: TOO_LONG, notes: 'Likes dusk' },
        refused: [{ fieldErrors: { location: expect.any(String) } }],
      })
      const db = device.database()
      const all = []
      for await (const clients of everyone(db)) all.push(...clients)
      db.close()
      expect(all).toMatchObject([{ id, name: 'Åse Lind' }])
      book = opened()
      await book.attention(20)
    }
    expect(world.record(id)).toBeUndefined()
  })

  it('is begun by the edit that mends it, with all that was typed and not only what was mended', async () => {
    const id = await refusedClient()
    const base = { location: TOO_LONG }
    await book.save(id, { base, set: { location: 'Oslo' }, rev: 0 })
    expect(await listed()).toEqual([{ id, name: 'Åse Lind', mark: 'waiting' }])
    expect((await book.waiting(50)).map(({ name, added }) => [name, added])).toEqual([
      ['Åse Lind', true],
    ])
    await book.sync()
    expect(world.record(id)).toMatchObject({
      data: { name: 'Åse Lind', location: 'Oslo', notes: 'Likes dusk' },
    })
    expect(await listed()).toEqual([{ id, name: 'Åse Lind', mark: undefined }])
    expect((await book.client(id))?.refused).toEqual([])
  })

  it('is shown whole with what is typed before the rejection came, and sent whole once it is mended', async () => {
    book = typingMeanwhile({ phone: '12345678' })
    const id = await refusedClient()
    expect(world.record(id)?.data).toEqual({ phone: '12345678' })
    expect(await book.client(id)).toMatchObject({
      unknownToServer: false,
      client: { name: 'Åse Lind', notes: 'Likes dusk', phone: '12345678' },
      refused: [{ fieldErrors: { location: expect.any(String) } }],
      waiting: {},
    })
    expect(await listed()).toEqual([{ id, name: 'Åse Lind', mark: 'refused' }])
    await mend(id)
  })

  it('is one refusal with an edit that was sent with it', async () => {
    device.closeAll()
    const { pull, push } = world.transport()
    let reached = false
    book = device.tab(pull, async (body) => (reached ? push(body) : LOST))
    const id = await refusedClient()
    await book.save(id, { base: { phone: '' }, set: { phone: '12345678' }, rev: 0 })
    reached = true
    await book.sync()
    expect(world.record(id)?.data).toEqual({ phone: '12345678' })
    expect(await book.client(id)).toMatchObject({
      client: { name: 'Åse Lind', phone: '12345678' },
      refused: [{ fieldErrors: { location: expect.any(String) } }],
      waiting: {},
    })
    await mend(id)
  })

  it('is taken without a name, and listed as having none', async () => {
    const alone = { coll: 'client', id: 'ada', baseEpoch: '', baseRev: 0, base: {}, at: '' }
    const { epoch = '' } = (await device.database().device.get('device')) ?? {}
    await world.transport().push({
      ...{ userId: 'owner', deviceId: 'other', deviceName: '', epoch, schema: SCHEMA },
      mutations: [{ mid: 1, op: 'patch', ...alone, set: { phone: '12345678' } }],
    })
    expect(world.record('ada')?.data).toEqual({ phone: '12345678' })
    await book.sync()
    expect(await listed()).toEqual([{ id: 'ada', name: 'No name', mark: undefined }])
  })

  it('is gone from the list once it is dropped, here and after the next start', async () => {
    const id = await refusedClient()
    const [refused] = (await book.client(id))?.refused ?? []
    await book.dropRefused(refused?.n ?? 0)
    expect(await listed()).toEqual([])
    expect(await book.client(id)).toBeUndefined()
    expect(await book.state()).toMatchObject({ clients: 0, refused: 0 })
    book = opened()
    await book.attention(20)
    expect(await listed()).toEqual([])
  })

  it('that the server cannot even read is shown and dropped the same way', async () => {
    const { pull } = world.transport()
    const unread = { status: 400, body: { code: 'mutations' }, text: '' }
    book = device.tab(pull, async () => unread)
    const id = await refusedClient()
    expect(await listed()).toEqual([{ id, name: 'Åse Lind', mark: 'refused' }])
    const [refused] = (await book.client(id))?.refused ?? []
    await book.dropRefused(refused?.n ?? 0)
    expect(await listed()).toEqual([])
  })
})

it('a client that was deleted before the server heard of it comes back whole', async () => {
  const set = { name: 'Bo Strand', notes: 'Arrives late' }
  const id = await book.save(undefined, { base: {}, set, rev: 0 })
  await book.remove(id, 0)
  expect(await listed()).toEqual([])
  await book.restore(id)
  expect(await book.client(id)).toMatchObject({ deleted: false, client: set })
  expect(await listed()).toEqual([{ id, name: 'Bo Strand', mark: 'waiting' }])
  await book.sync()
  expect(world.record(id)).toMatchObject({ deleted: false, data: set })
})

it('one that was added and deleted without a connection is nowhere, and its edits never follow it', async () => {
  const id = await book.save(undefined, { base: {}, set: { name: 'Bo Strand' }, rev: 0 })
  await book.remove(id, 0)
  await book.sync()
  expect(await listed()).toEqual([])
  expect(world.record(id)?.deleted).toBe(true)
  expect(await book.state()).toMatchObject({ clients: 0, waiting: 0 })
})

it('only the edit that begins a client is called adding it, whatever its form had shown', async () => {
  const id = await book.save(undefined, { base: {}, set: { name: 'Bo Strand' }, rev: 0 })
  await book.sync()
  const edit = { base: { phone: '' }, set: { phone: '12345678' }, rev: 0 }
  await book.save(id, edit)
  expect(await book.waiting(50)).toMatchObject([{ added: false, fields: ['phone'] }])
})
