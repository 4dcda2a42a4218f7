import { afterEach, expect, test } from 'vitest'
import type { LocalBook } from '#client/book/local-book.ts'
import { BookDevice } from '#tests/support/kept-book.ts'
import { SyncWorld } from '#tests/support/sync-world.ts'

const world = new SyncWorld()
const device = new BookDevice()
afterEach(() => {
  device.closeAll()
  world.close()
})

/** So long that no two notes fit into one push. */
const LONG = 'x'.repeat(300 * 1024)

test('an exchange of several pushes says of how many edits that waited it sends', async () => {
  const { pull, push } = world.transport()
  const lost = { status: 0, body: undefined, text: '' }
  let connected = true
  const said: unknown[] = []
  const book: LocalBook = device.tab(pull, async (body) => {
    if (!connected) return lost
    said.push((await book.state()).progress?.of)
    return push(body)
  })
  await book.sync()
  connected = false
  for (const name of ['Kenji', 'Mei', 'Åse'])
    await book.save(undefined, { base: {}, set: { name, notes: LONG }, rev: 0 })
  await book.sync()
  connected = true
  await book.sync()
  // The first answer is applied before the third push begins, and still three are counted.
  expect(said).toHaveLength(3)
  expect(said.at(2)).toBe(3)
})
