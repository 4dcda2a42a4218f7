import { afterEach, beforeEach, expect } from 'vitest'
import type { TabChannel } from '#client/data/store/channel.ts'
import { DataDevice, type OpenData } from '#tests/support/data/data-device.ts'
import { test } from '#tests/support/sync/sync-test.ts'

let device: DataDevice
beforeEach(async () => {
  device = new DataDevice()
})
afterEach(async () => {
  device.closeAll()
})

/** So long that no two notes fit into one push. */
const LONG = 'x'.repeat(300 * 1024)

test('A first sync reports how many changes it has pulled, and how many there are in all', async ({
  world,
}) => {
  const { pull, push } = world.createTransport()
  const first = device.openTab(pull, push)
  for (const name of ['Kenji', 'Mei', 'Åse'])
    await first.clients.save(undefined, { base: {}, set: { name }, rev: 0 })
  await first.sync.run()
  for (const which of [1, 2]) await world.changeBooking(which)
  const shown: unknown[] = []
  const second: OpenData = new DataDevice().openTab(async (query) => {
    shown.push((await second.sync.getState()).progress)
    return pull({ ...query, limit: 2 })
  }, push)
  await second.sync.run()
  expect(shown.slice(0, 3)).toEqual([undefined, { done: 2, total: 5 }, { done: 4, total: 5 }])
})

test('A sync with several pushes reports the total number of pending edits that it sends', async ({
  world,
}) => {
  const { pull, push } = world.createTransport()
  const lost = { status: 0, body: undefined, text: '' }
  let connected = true
  const totals: unknown[] = []
  const book: OpenData = device.openTab(pull, async (body) => {
    if (!connected) return lost
    totals.push((await book.sync.getState()).progress?.total)
    return push(body)
  })
  await book.sync.run()
  connected = false
  for (const name of ['Kenji', 'Mei', 'Åse'])
    await book.clients.save(undefined, { base: {}, set: { name, notes: LONG }, rev: 0 })
  await book.sync.run()
  connected = true
  await book.sync.run()
  // The first answer is applied before the third push begins, and still three are counted.
  expect(totals).toHaveLength(3)
  expect(totals.at(2)).toBe(3)
})

test('Two syncs in a row are one: that it has ended is only said after the second', async ({
  world,
}) => {
  const { pull, push } = world.createTransport()
  const states: string[] = []
  const channel: TabChannel = {
    post: (message) => message.type === 'state' && states.push(message.sync),
    listen: () => undefined,
    close: () => undefined,
  }
  let pullCount = 0
  let second: Promise<void> | undefined
  const book: OpenData = device.openTab(
    async (query) => {
      pullCount += 1
      second ??= book.sync.run()
      return pull(query)
    },
    push,
    channel,
  )
  await book.sync.run()
  await second
  expect(pullCount).toBe(2)
  expect(states.indexOf('idle')).toBe(states.length - 1)
})
