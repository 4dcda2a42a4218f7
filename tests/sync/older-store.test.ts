import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LATER_VERSION, STORE_VERSION } from '#client/book/store/open-as-it-is.ts'
import {
  madeVersion2,
  madeVersion3,
  madeVersion1000,
  rawStore,
  versionOf,
} from '#tests/support/older-store.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, fill, NO_ANSWER, watched, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

let world: SyncWorld
let laptop: SyncDevice
beforeEach(() => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop', { together: 2, packsFrom: 2 })
})
afterEach(() => {
  laptop.crash()
  world.close()
})

const ADA = client('ada')

/** Arrives, and its answer does not. */
function unheard() {
  const push = async (body: object) => {
    await world.push(body)
    return NO_ANSWER
  }
  return way(world, { push })
}

/** Clients that are packed and answered, an edit that was sent without an answer, and two that wait. */
async function worked(): Promise<void> {
  await fill(world, laptop, 3)
  await create(laptop, 'ada', { name: 'Ada' })
  await laptop.sync(world.transport())
  await laptop.edit(ADA, { phone: '+47 1' })
  expect(await laptop.sync(unheard())).toBe('failed')
  await laptop.edit(ADA, { phone: '+47 2' })
  await create(laptop, 'bo', { name: 'Bo' })
}

const midsOf = (sent: { mutations: { mid: number }[] }[]) =>
  sent.map(({ mutations }) => mutations.map(({ mid }) => mid))

describe.each(['n', 'mid'] as const)('a store of version 2 whose log is keyed by %s', (log) => {
  it('sends what was sent again under its number, and what waits once', async () => {
    await worked()
    const [sentBefore] = await laptop.unanswered()
    await madeVersion2(laptop, log)
    const { transport, sent } = watched(world)
    expect(await laptop.sync(transport)).toBe('done')
    expect(await versionOf(laptop)).toBe(STORE_VERSION * 10)
    const next = Number(sentBefore) + 1
    expect(midsOf(sent)).toEqual([[sentBefore, next, next + 1]])
    expect(world.record('ada')).toMatchObject({
      data: { name: 'Ada', phone: '+47 2' },
      conflicts: [],
    })
    expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
    expect(world.records()).toHaveLength(5)
    expect(await laptop.db.queue.count()).toBe(0)
    expect(await laptop.confirmed()).toHaveLength(5)
  })

  it('shows what waits as it did, and takes further edits', async () => {
    await worked()
    await madeVersion2(laptop, log)
    expect((await laptop.view(ADA)).data).toEqual({ name: 'Ada', phone: '+47 2' })
    await laptop.edit(ADA, { notes: 'Likes tea.' })
    const push = async (body: object) => {
      const { mutations, ...rest } = body as { mutations: unknown[] }
      return answerOf(await world.push({ ...rest, mutations: mutations.slice(0, 1) }))
    }
    await laptop.sync(way(world, { push }))
    expect((await laptop.view(ADA)).data).toMatchObject({ phone: '+47 2', notes: 'Likes tea.' })
    await laptop.sync(world.transport())
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 2', notes: 'Likes tea.' })
  })

  it('gives a restored server what that had acknowledged', async () => {
    world.backUp()
    await worked()
    await madeVersion2(laptop, log)
    await world.restore()
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')?.data).toEqual({ name: 'Ada', phone: '+47 2' })
    expect(world.records()).toHaveLength(5)
  })

  it('lists its packed clients', async () => {
    await worked()
    const before = await laptop.db.heads.toArray()
    expect(before.length).toBeGreaterThan(0)
    await madeVersion2(laptop, log)
    expect(await laptop.db.heads.toArray()).toEqual(before)
  })

  it('is given up by an older page that has it open', async () => {
    await worked()
    await madeVersion2(laptop, log)
    const page = await rawStore(laptop.factory, 20)
    const wanted: unknown[] = []
    page.onversionchange = ({ newVersion }) => {
      wanted.push(newVersion)
      page.close()
    }
    await laptop.db.open()
    expect(wanted).toEqual([STORE_VERSION * 10])
  })
})

describe('a store of version 2', () => {
  it('that new code had opened as it was keeps what was typed then too', async () => {
    await worked()
    await madeVersion2(laptop, 'n')
    const old = await rawStore(laptop.factory, 20)
    const about = { ...client('cy'), baseEpoch: '', baseRev: 0 }
    const intent = { op: 'patch', ...about, base: {}, set: { name: 'Cy' }, at: '' }
    old.transaction('queue', 'readwrite').objectStore('queue').add({ key: 'client/cy', intent })
    old.close()
    await laptop.sync(world.transport())
    expect(world.record('cy')?.data).toEqual({ name: 'Cy' })
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 2' })
  })

  it('of a device that took another name forgets the numbers of the old one', async () => {
    await worked()
    const device = await laptop.db.device.get('device')
    await laptop.db.log.clear()
    await madeVersion2(laptop, 'n')
    const old = await rawStore(laptop.factory, 20)
    const renamed = { ...device, deviceId: 'laptop-2', lastMid: 0, given: [] }
    old.transaction('device', 'readwrite').objectStore('device').put(renamed)
    old.close()
    const { transport, sent } = watched(world)
    await laptop.sync(transport)
    expect(midsOf(sent)).toEqual([[1, 2, 3]])
  })
})

describe('a store of version 3', () => {
  it('shows what waits as it did, takes further edits, and sends each once', async () => {
    await worked()
    await madeVersion3(laptop)
    expect((await laptop.view(ADA)).data).toEqual({ name: 'Ada', phone: '+47 2' })
    await laptop.edit(ADA, { notes: 'Likes tea.' })
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')).toMatchObject({
      data: { name: 'Ada', phone: '+47 2', notes: 'Likes tea.' },
      conflicts: [],
    })
    expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
    expect(world.records()).toHaveLength(5)
    expect(await laptop.confirmed()).toHaveLength(5)
  })

  it('gives a restored server what that had acknowledged', async () => {
    world.backUp()
    await worked()
    await madeVersion3(laptop)
    await world.restore()
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')?.data).toEqual({ name: 'Ada', phone: '+47 2' })
    expect(world.records()).toHaveLength(5)
  })
})

describe.each(['lies open', 'is sealed'])('a store of version 1000 that %s', (how) => {
  it('sends what was sent again under its number, and what waits once', async () => {
    await worked()
    if (how === 'is sealed') await laptop.toggleSeal()
    const [sentBefore] = await laptop.unanswered()
    await madeVersion1000(laptop)
    const { transport, sent } = watched(world)
    expect(await laptop.sync(transport)).toBe('done')
    expect(await versionOf(laptop)).toBe(STORE_VERSION * 10)
    const next = Number(sentBefore) + 1
    expect(midsOf(sent)).toEqual([[sentBefore, next, next + 1]])
    expect(world.record('ada')).toMatchObject({
      data: { name: 'Ada', phone: '+47 2' },
      conflicts: [],
    })
    expect(world.records()).toHaveLength(5)
    expect(await laptop.confirmed()).toHaveLength(5)
  })

  it('gives a restored server what that had acknowledged', async () => {
    world.backUp()
    await worked()
    if (how === 'is sealed') await laptop.toggleSeal()
    await madeVersion1000(laptop)
    await world.restore()
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(world.record('ada')?.data).toEqual({ name: 'Ada', phone: '+47 2' })
    expect(world.records()).toHaveLength(5)
  })
})

it('a sealed store of version 1000 whose number was counted up is upgraded', async () => {
  await worked()
  await laptop.toggleSeal()
  await madeVersion1000(laptop)
  ;(await rawStore(laptop.factory, 10_003)).close()
  expect(await laptop.unanswered()).toHaveLength(1)
  expect(await laptop.sync(world.transport())).toBe('done')
  expect(await versionOf(laptop)).toBe(STORE_VERSION * 10)
  expect(world.record('ada')?.data).toEqual({ name: 'Ada', phone: '+47 2' })
})

it('a store of a later version is not opened', async () => {
  await worked()
  laptop.crash()
  ;(await rawStore(laptop.factory, LATER_VERSION)).close()
  const db = laptop.connection()
  await expect(db.open()).rejects.toThrow('A later version of the site')
  expect(db.superseded).toBe(true)
  await expect(db.queue.count()).rejects.toThrow()
})

it('a store of version 1 keeps its copies and drafts, and takes edits', async () => {
  const old = await rawStore(laptop.factory, 10, (db) => {
    for (const name of ['copies', 'drafts']) db.createObjectStore(name, { keyPath: 'key' })
  })
  const stores = old.transaction(['copies', 'drafts'], 'readwrite')
  stores.objectStore('copies').put({ key: '/functions/get-forms', data: [], asOf: 1 })
  stores.objectStore('drafts').put({ key: 'client:ada', data: 'Ad' })
  old.close()
  await create(laptop, 'ada', { name: 'Ada' })
  expect(await laptop.sync(world.transport())).toBe('done')
  expect(world.record('ada')?.data).toEqual({ name: 'Ada' })
  expect(await laptop.db.copies.count()).toBe(1)
  expect(await laptop.db.drafts.toArray()).toEqual([{ key: 'client:ada', data: 'Ad' }])
})
