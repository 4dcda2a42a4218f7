import { beforeEach, describe, expect, it } from 'vitest'
import { LEASE } from '#client/outbox/entry.ts'
import type { Fetch } from '#client/outbox/send.ts'
import { heldForGood } from '#tests/support/held-lock.ts'
import { contactSubmission, Device, KEY, OTHER } from '#tests/support/outbox.ts'
import { accepts, countingServer, oneAtATime } from '#tests/support/outbox-servers.ts'

const DAY = 86_400_000

let device: Device
beforeEach(() => {
  device = new Device()
})

describe('a crash', () => {
  it('between the answer and its writing down sends again, and the server deduplicates', async () => {
    const server = countingServer()
    await device.outbox.queue(contactSubmission(KEY))
    const round = device.replay(async (address, init) => {
      const response = await server.fetch(address, init)
      device.crash()
      return response
    })
    await expect(round).rejects.toThrow()
    expect((await device.first())?.state).toBe('sending')
    device.time.now += LEASE
    await device.replay(server.fetch)
    expect((await device.first())?.state).toBe('sent')
    expect(server.taken).toEqual([KEY, KEY])
    expect(server.effects.size).toBe(1)
  })

  it('leaves the entry to nobody else until the lease is over', async () => {
    const server = countingServer()
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('a worker that died')
    device.time.now += LEASE - 1
    await device.replay(server.fetch)
    expect(server.taken).toEqual([])
    device.time.now += 1
    await device.replay(server.fetch)
    expect(server.taken).toEqual([KEY])
  })
})

describe('a lease given by a clock that was a day ahead', () => {
  it('holds nothing back once the clock is right', async () => {
    device.time.now += DAY
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('a worker that died')
    device.time.now -= DAY
    await device.replay(accepts)
    expect((await device.first())?.state).toBe('sent')
  })
})

describe('two replayers', () => {
  it('send each of twenty entries once', async () => {
    const server = countingServer()
    for (let index = 10; index < 30; index++)
      await device.outbox.queue(contactSubmission(`${index}111111-1111-4111-8111-111111111111`))
    await Promise.all([
      device.replay(server.fetch),
      device.replay(server.fetch),
      device.replay(server.fetch),
    ])
    expect(server.taken).toHaveLength(20)
    expect(server.effects.size).toBe(20)
  })

  it('take turns where the browser has locks: nothing is sent beside another', async () => {
    const server = countingServer()
    for (const key of [KEY, OTHER]) await device.outbox.queue(contactSubmission(key))
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
    const locks = oneAtATime()
    await Promise.all([device.replay(fetch, locks), device.replay(fetch, locks)])
    expect(server.taken).toHaveLength(2)
    expect(most).toBe(1)
  })

  it('wait for a tab that froze in the middle of its turn, but not for good', async () => {
    const server = countingServer()
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(server.fetch, heldForGood, 1)
    expect(server.taken).toEqual([KEY])
  })

  it('cannot undo each other: a late failure does not put back what was sent', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('slow')
    const slow = await device.only()
    device.time.now += LEASE
    await device.replay(accepts)
    await device.outbox.settle(slow, { kind: 'again', reason: 'timeout', network: true })
    expect((await device.first())?.state).toBe('sent')
  })
})

describe('whoever was too slow', () => {
  it('cannot take an entry from those who send it now', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    const slow = await device.outbox.claimNext('slow')
    device.time.now += LEASE
    const now = await device.outbox.claimNext('quick')
    if (slow) await device.outbox.settle(slow, { kind: 'again', reason: '503', network: false })
    expect(await device.first()).toEqual(now)
  })

  it('is believed where it was accepted, for the server did take it', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    const slow = await device.outbox.claimNext('slow')
    device.time.now += LEASE
    await device.outbox.claimNext('quick')
    if (slow) await device.outbox.settle(slow, { kind: 'accepted', answer: { key: KEY } })
    expect((await device.first())?.state).toBe('sent')
  })
})
