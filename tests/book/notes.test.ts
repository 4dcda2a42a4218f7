import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LocalBook } from '#client/book/local-book.ts'
import { BookDevice } from '#tests/support/kept-book.ts'
import { SyncWorld } from '#tests/support/sync-world.ts'

const first = { id: 'n1', at: '2026-11-20T10:00:00.000Z', text: 'Prefers the evening.' }
const second = { id: 'n2', at: '2026-11-20T11:00:00.000Z', text: 'Her mother joins.' }

let world: SyncWorld
const devices: BookDevice[] = []
let laptop: LocalBook
let telephone: LocalBook
let id: string

/** Two devices have the same client with two notes. */
beforeEach(async () => {
  world = new SyncWorld()
  laptop = device()
  telephone = device()
  await laptop.sync()
  const set = { name: 'Claire', journal: [first, second] }
  id = await laptop.save(undefined, { base: {}, set, rev: 0 })
  await laptop.sync()
  await telephone.sync()
})
afterEach(() => {
  for (const one of devices.splice(0)) one.closeAll()
  world.close()
})

function device(): LocalBook {
  const made = new BookDevice()
  devices.push(made)
  const { pull, push } = world.transport()
  return made.tab(pull, push)
}

/** Saves the notes as the timeline's buttons do. */
async function become(book: LocalBook, journal: (typeof first)[]): Promise<void> {
  const view = await book.client(id)
  if (!view) throw new Error('The client is not there')
  const base = { journal: view.client.journal }
  await book.save(id, { base, set: { journal }, rev: view.rev })
}

const notes = async (book: LocalBook) =>
  (await book.client(id))?.client.journal.map(({ text }) => text).sort()

async function exchange(): Promise<void> {
  for (const book of [laptop, telephone, laptop]) await book.sync()
}

it('a note that two devices edited is there as both wrote it, once each', async () => {
  await become(laptop, [{ ...first, id: 'a', text: 'Prefers the morning.' }, second])
  await become(telephone, [{ ...first, id: 'b', text: 'Prefers to write.' }, second])
  await exchange()
  const both = ['Her mother joins.', 'Prefers the morning.', 'Prefers to write.']
  expect(await notes(laptop)).toEqual(both)
  expect(await notes(telephone)).toEqual(both)
  expect((await laptop.client(id))?.conflicts).toEqual([])
})

it('a note that one device edited outlives its deletion on another, which had not seen that', async () => {
  await become(laptop, [second])
  await become(telephone, [{ ...first, id: 'b', text: 'Prefers to write.' }, second])
  await exchange()
  expect(await notes(laptop)).toEqual(['Her mother joins.', 'Prefers to write.'])
  await become(laptop, [second])
  await exchange()
  expect(await notes(telephone)).toEqual(['Her mother joins.'])
})

it('only the notes that were written or edited here wait to be sent', async () => {
  await become(laptop, [{ ...first, id: 'a', text: 'Prefers the morning.' }, second])
  expect((await laptop.client(id))?.waitingNotes).toEqual(['a'])
  await laptop.sync()
  expect((await laptop.client(id))?.waitingNotes).toEqual([])
})
