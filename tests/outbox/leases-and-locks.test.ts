import { beforeEach, describe, expect, it } from 'vitest'
import type { Fetch } from '#client/outbox/drain.ts'
import { LEASE_MS } from '#client/outbox/entry.ts'
import { neverGrantedLocks } from '#tests/support/lib/never-granted-locks.ts'
import {
  buildContactSubmission,
  KEY,
  OTHER_KEY,
  OutboxDevice,
} from '#tests/support/outbox/outbox-device.ts'
import {
  acceptAll,
  createCountingServer,
  createSerialLocks,
} from '#tests/support/outbox/outbox-fetch-stubs.ts'

const DAY = 86_400_000

let device: OutboxDevice
beforeEach(() => {
  device = new OutboxDevice()
})

describe('A crash during sending', () => {
  it('before the answer is stored leads to a second send, which the server deduplicates', async () => {
    const server = createCountingServer()
    await device.outbox.enqueue(buildContactSubmission(KEY))
    const round = device.replay(async (address, init) => {
      const response = await server.fetch(address, init)
      device.crash()
      return response
    })
    await expect(round).rejects.toThrow()
    expect((await device.getFirstEntry())?.state).toBe('sending')
    device.time.now += LEASE_MS
    await device.replay(server.fetch)
    expect((await device.getFirstEntry())?.state).toBe('sent')
    expect(server.taken).toEqual([KEY, KEY])
    expect(server.effects.size).toBe(1)
  })

  it('blocks the entry for other senders until the lease expires', async () => {
    const server = createCountingServer()
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.outbox.claimNext('a worker that died')
    device.time.now += LEASE_MS - 1
    await device.replay(server.fetch)
    expect(server.taken).toEqual([])
    device.time.now += 1
    await device.replay(server.fetch)
    expect(server.taken).toEqual([KEY])
  })
})

describe('A lease from a device clock that was a day ahead', () => {
  it('does not block the entry once the clock is correct', async () => {
    device.time.now += DAY
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.outbox.claimNext('a worker that died')
    device.time.now -= DAY
    await device.replay(acceptAll)
    expect((await device.getFirstEntry())?.state).toBe('sent')
  })
})

describe('Concurrent senders', () => {
  it('send each of twenty entries exactly once', async () => {
    const server = createCountingServer()
    for (let index = 10; index < 30; index++)
      await device.outbox.enqueue(
        buildContactSubmission(`${index}111111-1111-4111-8111-111111111111`),
      )
    await Promise.all([
      device.replay(server.fetch),
      device.replay(server.fetch),
      device.replay(server.fetch),
    ])
    expect(server.taken).toHaveLength(20)
    expect(server.effects.size).toBe(20)
  })

  it('take turns if the browser supports locks, so that only one request runs at a time', async () => {
    const server = createCountingServer()
    for (const key of [KEY, OTHER_KEY]) await device.outbox.enqueue(buildContactSubmission(key))
    let underWay = 0
    let most = 0
    const fetch: Fetch = async (address, init) => {
      most = Math.max(most, ++underWay)
      // Gives another sender time to begin.
      await device.outbox.list()
      await device.outbox.list()
      underWay--
      return server.fetch(address, init)
    }
    const locks = createSerialLocks()
    await Promise.all([device.replay(fetch, locks), device.replay(fetch, locks)])
    expect(server.taken).toHaveLength(2)
    expect(most).toBe(1)
  })

  it('wait for a tab that froze while it had the lock, but only for a limited time', async () => {
    const server = createCountingServer()
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(server.fetch, neverGrantedLocks, 1)
    expect(server.taken).toEqual([KEY])
  })

  it('cannot undo each other’s results: a late failure does not requeue a sent entry', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.outbox.claimNext('slow')
    const slow = await device.getOnlyEntry()
    device.time.now += LEASE_MS
    await device.replay(acceptAll)
    await device.outbox.recordOutcome(slow, {
      kind: 'again',
      reason: 'timeout',
      isNetworkError: true,
    })
    expect((await device.getFirstEntry())?.state).toBe('sent')
  })
})

describe('A sender whose lease has expired', () => {
  it('does not take the entry from the sender that has claimed it since', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    const slow = await device.outbox.claimNext('slow')
    device.time.now += LEASE_MS
    const now = await device.outbox.claimNext('quick')
    if (slow)
      await device.outbox.recordOutcome(slow, {
        kind: 'again',
        reason: '503',
        isNetworkError: false,
      })
    expect(await device.getFirstEntry()).toEqual(now)
  })

  it('still marks the entry as sent if the server accepted it', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    const slow = await device.outbox.claimNext('slow')
    device.time.now += LEASE_MS
    await device.outbox.claimNext('quick')
    if (slow) await device.outbox.recordOutcome(slow, { kind: 'accepted', answer: { key: KEY } })
    expect((await device.getFirstEntry())?.state).toBe('sent')
  })
})
