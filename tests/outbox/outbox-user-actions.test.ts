import { beforeEach, describe, expect, it } from 'vitest'
import { LEASE_MS } from '#client/outbox/entry.ts'
import {
  buildContactSubmission,
  KEY,
  OTHER_KEY,
  OutboxDevice,
} from '#tests/support/outbox/outbox-device.ts'
import {
  acceptAll,
  answerWith,
  createJsonResponse,
} from '#tests/support/outbox/outbox-fetch-stubs.ts'

const DAY = 86_400_000

let device: OutboxDevice
beforeEach(() => {
  device = new OutboxDevice()
})

describe('A visitor with an outbox entry', () => {
  it('corrects it under a new idempotency key, which removes the old entry at the same time', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(answerWith(() => createJsonResponse(422, { code: 'fields', error: 'No.' })))
    await device.outbox.supersede(KEY, buildContactSubmission(OTHER_KEY))
    expect((await device.outbox.list()).map(({ key, state }) => [key, state])).toEqual([
      [OTHER_KEY, 'queued'],
    ])
    await expect(
      device.outbox.supersede(OTHER_KEY, buildContactSubmission(OTHER_KEY)),
    ).rejects.toThrow('new idempotency key')
    expect(await device.outbox.list()).toHaveLength(1)
  })

  it('does not lose the old entry if the corrected one cannot be stored', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    const unkept = buildContactSubmission(OTHER_KEY, {
      formValues: { no: () => undefined } as never,
    })
    await expect(device.outbox.supersede(KEY, unkept)).rejects.toThrow()
    expect((await device.outbox.list()).map(({ key, state }) => [key, state])).toEqual([
      [KEY, 'queued'],
    ])
  })

  it('can retry at once, before the next scheduled attempt', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(answerWith(() => createJsonResponse(500, {})))
    await device.replay(acceptAll)
    expect((await device.getFirstEntry())?.state).toBe('queued')
    await device.outbox.retry(KEY)
    await device.replay(acceptAll)
    expect((await device.getFirstEntry())?.state).toBe('sent')
  })

  it('can remove any entry except one that is being sent at that moment', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.outbox.claimNext('worker')
    expect(await device.outbox.remove(KEY)).toBe(false)
    device.time.now += LEASE_MS
    expect(await device.outbox.remove(KEY)).toBe(true)
    expect(await device.outbox.list()).toEqual([])
  })

  it('sees the receipts of sent entries for thirty days', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(acceptAll)
    device.time.now += 30 * DAY
    await device.replay(acceptAll)
    expect(await device.outbox.list()).toHaveLength(1)
    device.time.now += 1
    await device.replay(acceptAll)
    expect(await device.outbox.list()).toEqual([])
  })
})
