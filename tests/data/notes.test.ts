import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataDevice, type OpenData } from '#tests/support/data/data-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const first = { id: 'n1', at: '2026-11-20T10:00:00.000Z', text: 'Prefers the evening.' }
const second = { id: 'n2', at: '2026-11-20T11:00:00.000Z', text: 'Her mother joins.' }

let world: SyncServer
const devices: DataDevice[] = []
let laptop: OpenData
let telephone: OpenData
let id: string

/** Two devices have the same client with two notes. */
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = device()
  telephone = device()
  await laptop.sync.run()
  const set = { name: 'Claire', journal: [first, second] }
  id = await laptop.clients.save(undefined, { base: {}, set, rev: 0 })
  await laptop.sync.run()
  await telephone.sync.run()
})
afterEach(async () => {
  for (const one of devices.splice(0)) one.closeAll()
  await world.close()
})

function device(): OpenData {
  const dataDevice = new DataDevice()
  devices.push(dataDevice)
  const { pull, push } = world.createTransport()
  return dataDevice.openTab(pull, push)
}

/** Saves the notes as the timeline's buttons do. */
async function saveJournal(book: OpenData, journal: (typeof first)[]): Promise<void> {
  const view = await book.clients.get(id)
  if (!view) throw new Error('The client is not there')
  const base = { journal: view.client.journal }
  await book.clients.save(id, { base, set: { journal }, rev: view.rev })
}

const notes = async (book: OpenData) =>
  (await book.clients.get(id))?.client.journal.map(({ text }) => text).sort()

async function syncBoth(): Promise<void> {
  for (const book of [laptop, telephone, laptop]) await book.sync.run()
}

it('A note edited on two devices is stored in both versions, each of them once', async () => {
  await saveJournal(laptop, [{ ...first, id: 'a', text: 'Prefers the morning.' }, second])
  await saveJournal(telephone, [{ ...first, id: 'b', text: 'Prefers to write.' }, second])
  await syncBoth()
  const both = ['Her mother joins.', 'Prefers the morning.', 'Prefers to write.']
  expect(await notes(laptop)).toEqual(both)
  expect(await notes(telephone)).toEqual(both)
  expect((await laptop.clients.get(id))?.conflicts).toEqual([])
})

it('A note edited on one device survives its deletion on another device that had not seen the edit', async () => {
  await saveJournal(laptop, [second])
  await saveJournal(telephone, [{ ...first, id: 'b', text: 'Prefers to write.' }, second])
  await syncBoth()
  expect(await notes(laptop)).toEqual(['Her mother joins.', 'Prefers to write.'])
  await saveJournal(laptop, [second])
  await syncBoth()
  expect(await notes(telephone)).toEqual(['Her mother joins.'])
})

it('Only notes that were written or edited on this device are marked as pending', async () => {
  await saveJournal(laptop, [{ ...first, id: 'a', text: 'Prefers the morning.' }, second])
  expect((await laptop.clients.get(id))?.pendingNotes).toEqual(['a'])
  await laptop.sync.run()
  expect((await laptop.clients.get(id))?.pendingNotes).toEqual([])
})
