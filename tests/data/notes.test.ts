import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnerData } from '#client/data/owner-data.ts'
import { DataDevice } from '#tests/support/data-device.ts'
import { SyncServer } from '#tests/support/sync-server.ts'

const first = { id: 'n1', at: '2026-11-20T10:00:00.000Z', text: 'Prefers the evening.' }
const second = { id: 'n2', at: '2026-11-20T11:00:00.000Z', text: 'Her mother joins.' }

let world: SyncServer
const devices: DataDevice[] = []
let laptop: OwnerData
let telephone: OwnerData
let id: string

/** Two devices have the same client with two notes. */
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = device()
  telephone = device()
  await laptop.sync()
  const set = { name: 'Claire', journal: [first, second] }
  id = await laptop.saveClient(undefined, { base: {}, set, rev: 0 })
  await laptop.sync()
  await telephone.sync()
})
afterEach(async () => {
  for (const one of devices.splice(0)) one.closeAll()
  await world.close()
})

function device(): OwnerData {
  const dataDevice = new DataDevice()
  devices.push(dataDevice)
  const { pull, push } = world.createTransport()
  return dataDevice.openTab(pull, push)
}

/** Saves the notes as the timeline's buttons do. */
async function saveJournal(book: OwnerData, journal: (typeof first)[]): Promise<void> {
  const view = await book.getClient(id)
  if (!view) throw new Error('The client is not there')
  const base = { journal: view.client.journal }
  await book.saveClient(id, { base, set: { journal }, rev: view.rev })
}

const notes = async (book: OwnerData) =>
  (await book.getClient(id))?.client.journal.map(({ text }) => text).sort()

async function syncBoth(): Promise<void> {
  for (const book of [laptop, telephone, laptop]) await book.sync()
}

it('A note edited on two devices is stored in both versions, each of them once', async () => {
  await saveJournal(laptop, [{ ...first, id: 'a', text: 'Prefers the morning.' }, second])
  await saveJournal(telephone, [{ ...first, id: 'b', text: 'Prefers to write.' }, second])
  await syncBoth()
  const both = ['Her mother joins.', 'Prefers the morning.', 'Prefers to write.']
  expect(await notes(laptop)).toEqual(both)
  expect(await notes(telephone)).toEqual(both)
  expect((await laptop.getClient(id))?.conflicts).toEqual([])
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
  expect((await laptop.getClient(id))?.pendingNotes).toEqual(['a'])
  await laptop.sync()
  expect((await laptop.getClient(id))?.pendingNotes).toEqual([])
})
