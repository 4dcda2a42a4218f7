import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SyncTimer } from '#client/book/sync/sync-timer.ts'
import type { SyncOutcome } from '#client/book/sync/syncer.ts'
import { Syncer } from '#client/book/sync/syncer.ts'
import type { Transport } from '#client/book/sync/transport.ts'
import { heldForGood } from '#tests/support/held-lock.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, fill, NO_ANSWER, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

const SOON = 5000

/** One tab's `SyncTimer` whose next syncs end with `outcomes`; `tries` counts them. */
function timer(outcomes: SyncOutcome[]) {
  const tab = { tries: 0, waiting: 1 }
  const made = new SyncTimer({
    run: async () => {
      tab.tries++
      return outcomes.shift() ?? 'done'
    },
    waits: () => tab.waiting > 0,
    random: () => 1,
  })
  return { tab, made }
}

describe('a tab whose exchange was paused because nobody was signed in', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('sends again once another tab was answered, although it hears of no sign-in', async () => {
    const { tab, made } = timer(['signed out'])
    await made.now()
    made.elsewhere(false)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(1)
    made.elsewhere(true)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(2)
  })

  it('stays ended where a later version of the site has the book', async () => {
    const { tab, made } = timer(['done'])
    made.stop()
    made.elsewhere(true)
    made.resume()
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(0)
  })
})

describe('a tab that nobody looks at', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('sends what a tab had edited that is gone since', async () => {
    const { tab, made } = timer([])
    tab.waiting = 0
    await made.now()
    tab.waiting = 1
    made.elsewhere(false)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(2)
  })

  it('asks for nothing where nothing waits', async () => {
    const { tab, made } = timer([])
    tab.waiting = 0
    await made.now()
    made.elsewhere(true)
    await vi.advanceTimersByTimeAsync(SOON)
    expect(tab.tries).toBe(1)
  })
})

describe('the exchange’s lock', () => {
  it('that a frozen tab holds keeps what waits from nobody for good', async () => {
    const world = new SyncWorld()
    const laptop = new SyncDevice('laptop')
    await create(laptop, 'ada', { name: 'Ada' })
    const { db, newId } = laptop
    const parts = { db, newId, userId: 'owner', clock: () => laptop.time.now, locks: heldForGood }
    const syncer = new Syncer({ ...parts, transport: world.transport(), patience: 1 })
    expect(await syncer.run()).toBe('done')
    expect(await laptop.view(client('ada'))).toMatchObject({ data: { name: 'Ada' } })
    expect(world.record('ada')?.data).toEqual({ name: 'Ada' })
    laptop.crash()
    world.close()
  })

  it('is left by an exchange that fails as by any other', async () => {
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
    await expect(new Syncer({ ...parts, locks }).run()).rejects.toThrow('broken')
    laptop.crash()
  })
})

describe('two exchanges of one device, where the browser has no locks,', () => {
  let world: SyncWorld
  let laptop: SyncDevice
  let phone: SyncDevice
  beforeEach(async () => {
    world = new SyncWorld()
    laptop = new SyncDevice('laptop', { together: 2 })
    phone = new SyncDevice('phone')
    await fill(world, laptop, 4)
    await phone.sync(world.transport())
  })
  afterEach(() => {
    laptop.crash()
    phone.crash()
    world.close()
  })

  /** Edits the phone's clients, and pushes while an older page of changes is in transit. */
  async function overtaken(packed: boolean) {
    const ids = packed ? ['c0', 'c1'] : ['c0']
    for (const id of ids) await phone.edit(client(id), { phone: '+47 900' })
    await phone.sync(world.transport())
    let deliver = () => {}
    const held = new Promise<void>((resolve) => {
      deliver = resolve
    })
    let pulls = 0
    const slow = way(world, {
      pull: async (query) => {
        const answer = answerOf(world.pull(query))
        if (pulls++ === 0) await held
        return answer
      },
    })
    const first = laptop.sync(slow)
    await expect.poll(() => pulls).toBe(1)
    for (const id of ids) await laptop.edit(client(id), { location: 'Bodø' })
    await laptop.sync(way(world, { pull: async () => NO_ANSWER }))
    expect((await laptop.db.rows.get('client/c0')) === undefined).toBe(packed)
    deliver()
    return first
  }

  it.each([true, false])(
    'show no older state where the answer to the first comes last (packed: %s)',
    async (packed) => {
      expect(await overtaken(packed)).toBe('done')
      expect((await laptop.view(client('c0'))).data).toMatchObject({
        phone: '+47 900',
        location: 'Bodø',
      })
      expect(await laptop.confirmed()).toEqual(await asServerHas())
    },
  )

  it('show no older state where a part of what was numbered is answered before it', async () => {
    const ids = ['c0', 'c1', 'c2', 'c3']
    for (const id of ids) await phone.edit(client(id), { phone: '+47 900' })
    await phone.sync(world.transport())
    for (const id of ids) await laptop.edit(client(id), { location: 'Bodø' })
    await laptop.sync(way(world, { push: async () => NO_ANSWER }))
    let deliver = () => {}
    const held = new Promise<void>((resolve) => {
      deliver = resolve
    })
    let asked = false
    const pull: Transport['pull'] = async (query) => {
      const answer = answerOf(world.pull(query))
      asked = true
      await held
      return answer
    }
    const late = laptop.syncer(way(world, { pull })).pullOnce()
    await expect.poll(() => asked).toBe(true)
    let pushes = 0
    const push = async (body: object) => {
      if (pushes++ > 0) return NO_ANSWER
      const { mutations } = body as { mutations: object[] }
      return answerOf(await world.push({ ...body, mutations: mutations.slice(0, 2) }))
    }
    await laptop.sync(way(world, { push, pull: async () => NO_ANSWER }))
    deliver()
    await late
    expect((await laptop.view(client('c0'))).data).toMatchObject({ location: 'Bodø' })
    expect(await laptop.sync(world.transport())).toBe('done')
    expect(await laptop.confirmed()).toEqual(await asServerHas())
  })

  it('both end well where both sent the same', async () => {
    await laptop.edit(client('c0'), { location: 'Bodø' })
    let pushes = 0
    const both = way(world, {
      push: async (body) => {
        const answer = answerOf(await world.push(body))
        // The second sync is complete before the first receives its answer.
        if (pushes++ === 0) expect(await laptop.sync(both)).toBe('done')
        return answer
      },
    })
    expect(await laptop.sync(both)).toBe('done')
    expect(pushes).toBe(2)
    expect(await laptop.unanswered()).toEqual([])
    expect(await laptop.confirmed()).toEqual(await asServerHas())
  })

  /** What a new device pulls. */
  async function asServerHas() {
    const fresh = new SyncDevice('fresh')
    await fresh.sync(world.transport())
    const confirmed = await fresh.confirmed()
    fresh.crash()
    return confirmed
  }
})
