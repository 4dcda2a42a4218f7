import { beforeEach, describe, expect, it } from 'vitest'
import { LEASE } from '#client/outbox/entry.ts'
import { contactSubmission, Device, KEY, OTHER } from '#tests/support/outbox.ts'
import { accepts, answers, json } from '#tests/support/outbox-servers.ts'

const DAY = 86_400_000

let device: Device
beforeEach(() => {
  device = new Device()
})

describe('the person', () => {
  it('corrects under a new key, and the old entry is gone in the same moment', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(answers(() => json(422, { code: 'fields', error: 'No.' })))
    await device.outbox.replace(KEY, contactSubmission(OTHER))
    expect((await device.outbox.list()).map(({ key, state }) => [key, state])).toEqual([
      [OTHER, 'queued'],
    ])
    await expect(device.outbox.replace(OTHER, contactSubmission(OTHER))).rejects.toThrow('new key')
    expect(await device.outbox.list()).toHaveLength(1)
  })

  it('keeps the old entry where the corrected one cannot be kept', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    const unkept = contactSubmission(OTHER, { typed: { no: () => undefined } as never })
    await expect(device.outbox.replace(KEY, unkept)).rejects.toThrow()
    expect((await device.outbox.list()).map(({ key, state }) => [key, state])).toEqual([
      [KEY, 'queued'],
    ])
  })

  it('tries again at once, without waiting for the next time', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(answers(() => json(500, {})))
    await device.replay(accepts)
    expect((await device.first())?.state).toBe('queued')
    await device.outbox.retry(KEY)
    await device.replay(accepts)
    expect((await device.first())?.state).toBe('sent')
  })

  it('removes anything but what is being sent at this moment', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('worker')
    expect(await device.outbox.remove(KEY)).toBe(false)
    device.time.now += LEASE
    expect(await device.outbox.remove(KEY)).toBe(true)
    expect(await device.outbox.list()).toEqual([])
  })

  it('finds receipts for thirty days', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(accepts)
    device.time.now += 30 * DAY
    await device.replay(accepts)
    expect(await device.outbox.list()).toHaveLength(1)
    device.time.now += 1
    await device.replay(accepts)
    expect(await device.outbox.list()).toEqual([])
  })
})
