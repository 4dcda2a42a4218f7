import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncOutcome } from '#client/data/sync/sync-engine.ts'
import { SyncEngine } from '#client/data/sync/sync-engine.ts'
import { SyncScheduler } from '#client/data/sync/sync-scheduler.ts'
import type { Transport } from '#client/data/sync/transport.ts'
import { neverGrantedLocks } from '#tests/support/lib/never-granted-locks.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import {
  createClient,
  createClients,
  createTestTransport,
  NO_ANSWER,
  toClientRef,
} from '#tests/support/sync/sync-transports.ts'

const SOON = 5000

/** One tab's `SyncScheduler` whose next syncs end with `outcomes`; `tries` counts them. */
function createScheduler(outcomes: SyncOutcome[]) {
  const tab = { tries: 0, waiting: 1 }
  const made = new SyncScheduler({
    run: async () => {
      tab.tries++
      return outcomes.shift() ?? 'done'
    },
    hasPending: () => tab.waiting > 0,
    random: () => 1,
  })
  return { tab, made }
}

describe('A tab whose sync is paused because it was signed out', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('syncs again once another tab gets an answer, even if it notices no sign-in', async () => {
    const { tab, made } = createScheduler(['signed out'])
    await made.syncNow()
    made.noteOtherTab(false)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(1)
    made.noteOtherTab(true)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(2)
  })

  it('stays stopped if a later version of the site has the client book', async () => {
    const { tab, made } = createScheduler(['done'])
    made.stop()
    made.noteOtherTab(true)
    made.resume()
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(0)
  })
})

describe('A background tab', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('sends the edits of a tab that has since been closed', async () => {
    const { tab, made } = createScheduler([])
    tab.waiting = 0
    await made.syncNow()
    tab.waiting = 1
    made.noteOtherTab(false)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(2)
  })

  it('sends no request if nothing is queued', async () => {
    const { tab, made } = createScheduler([])
    tab.waiting = 0
    await made.syncNow()
    made.noteOtherTab(true)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(1)
  })
})

describe('The sync lock', () => {
  it('does not block pending edits for ever if a frozen tab has it', async () => {
    const world = await SyncServer.open()
    const laptop = new SyncDevice('laptop')
    await createClient(laptop, 'ada', { name: 'Ada' })
    const { db, newId } = laptop
    const parts = {
      db,
      newId,
      userId: 'owner',
      clock: () => laptop.time.now,
      locks: neverGrantedLocks,
    }
    const syncer = new SyncEngine({ ...parts, transport: world.createTransport(), timeout: 1 })
    expect(await syncer.run()).toBe('done')
    expect(await laptop.readView(toClientRef('ada'))).toMatchObject({ data: { name: 'Ada' } })
    expect((await world.findRecord('ada'))?.data).toEqual({ name: 'Ada' })
    laptop.crash()
    await world.close()
  })

  it('is released by a sync that fails', async () => {
    const failing = { request: (_name: string, _how: object, act: () => unknown) => act() }
    const laptop = new SyncDevice('laptop')
    const { db, newId } = laptop
    const transport = {
      push: () => Promise.reject(new Error('broken')),
      pull: () => Promise.reject(new Error('broken')),
      isRevoked: async () => false,
    }
    const parts = { db, newId, userId: 'owner', clock: () => 0, transport }
    const locks = failing as unknown as LockManager
    await expect(new SyncEngine({ ...parts, locks }).run()).rejects.toThrow('broken')
    laptop.crash()
  })
})

describe('Two concurrent syncs of one device in a browser without locks', () => {
  let world: SyncServer
  let laptop: SyncDevice
  let phone: SyncDevice
  beforeEach(async () => {
    world = await SyncServer.open()
    laptop = new SyncDevice('laptop', { packThreshold: 2 })
    phone = new SyncDevice('phone')
    await createClients(world, laptop, 4)
    await phone.sync(world.createTransport())
  })
  afterEach(async () => {
    laptop.crash()
    phone.crash()
    await world.close()
  })

  /** Edits the phone's clients, and pushes while an older page of changes is in transit. */
  async function overtaken(packed: boolean) {
    const ids = packed ? ['c0', 'c1'] : ['c0']
    for (const id of ids) await phone.edit(toClientRef(id), { phone: '+47 900' })
    await phone.sync(world.createTransport())
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    let pulls = 0
    const slow = createTestTransport(world, {
      pull: async (query) => {
        const answer = toAnswer(await world.pull(query))
        if (pulls++ === 0) await delivered
        return answer
      },
    })
    const first = laptop.sync(slow)
    await expect.poll(() => pulls).toBe(1)
    for (const id of ids) await laptop.edit(toClientRef(id), { location: 'Bodø' })
    await laptop.sync(createTestTransport(world, { pull: async () => NO_ANSWER }))
    expect((await laptop.db.records.get('client/c0')) === undefined).toBe(packed)
    deliver()
    return first
  }

  it.each([true, false])(
    'show no older state if the answer to the first arrives last (packed: %s)',
    async (packed) => {
      expect(await overtaken(packed)).toBe('done')
      expect((await laptop.readView(toClientRef('c0'))).data).toMatchObject({
        phone: '+47 900',
        location: 'Bodø',
      })
      expect(await laptop.readConfirmed()).toEqual(await asServerHas())
    },
  )

  it('show no older state if only some of the numbered edits are answered before it', async () => {
    const ids = ['c0', 'c1', 'c2', 'c3']
    for (const id of ids) await phone.edit(toClientRef(id), { phone: '+47 900' })
    await phone.sync(world.createTransport())
    for (const id of ids) await laptop.edit(toClientRef(id), { location: 'Bodø' })
    await laptop.sync(createTestTransport(world, { push: async () => NO_ANSWER }))
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    let isPulled = false
    const pull: Transport['pull'] = async (query) => {
      const answer = toAnswer(await world.pull(query))
      isPulled = true
      await delivered
      return answer
    }
    const late = laptop.createSyncEngine(createTestTransport(world, { pull })).pullPage()
    await expect.poll(() => isPulled).toBe(true)
    let pushes = 0
    const push = async (body: object) => {
      if (pushes++ > 0) return NO_ANSWER
      const { mutations } = body as { mutations: object[] }
      return toAnswer(await world.push({ ...body, mutations: mutations.slice(0, 2) }))
    }
    await laptop.sync(createTestTransport(world, { push, pull: async () => NO_ANSWER }))
    deliver()
    await late
    expect((await laptop.readView(toClientRef('c0'))).data).toMatchObject({ location: 'Bodø' })
    expect(await laptop.sync(world.createTransport())).toBe('done')
    expect(await laptop.readConfirmed()).toEqual(await asServerHas())
  })

  it('both complete if both sent the same edits', async () => {
    await laptop.edit(toClientRef('c0'), { location: 'Bodø' })
    let pushes = 0
    const both = createTestTransport(world, {
      push: async (body) => {
        const answer = toAnswer(await world.push(body))
        // The second sync is complete before the first receives its answer.
        if (pushes++ === 0) expect(await laptop.sync(both)).toBe('done')
        return answer
      },
    })
    expect(await laptop.sync(both)).toBe('done')
    expect(pushes).toBe(2)
    expect(await laptop.listUnansweredMids()).toEqual([])
    expect(await laptop.readConfirmed()).toEqual(await asServerHas())
  })

  /** What a new device pulls. */
  async function asServerHas() {
    const fresh = new SyncDevice('fresh')
    await fresh.sync(world.createTransport())
    const confirmed = await fresh.readConfirmed()
    fresh.crash()
    return confirmed
  }
})
