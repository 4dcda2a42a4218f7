import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LocalBook } from '#client/book/local-book.ts'
import { readDevice } from '#client/book/store/device.ts'
import { applyPull, askedBy } from '#client/book/sync/pull.ts'
import type { Client } from '#shared/clients/fields.ts'
import { BookDevice, found, record } from '#tests/support/kept-book.ts'
import { TODAY } from '#tests/support/site.ts'

const EMAIL = 'elisabeth@example.com'
const AT = new Date(TODAY).toISOString()

let device: BookDevice
let book: LocalBook

/** A device without a connection, whose client book has the erased client and another. */
beforeEach(async () => {
  device = new BookDevice()
  await device.pack(1, [
    record('her', { name: 'Elisabeth Sørbø', email: EMAIL }),
    record('other', { name: 'Otto Berg', email: 'otto@example.com' }),
  ])
  book = await device.opened()
})
afterEach(() => device.closeAll())

/** The erased client as the server names her. */
const her = { email: ` ${EMAIL.toUpperCase()}`, ids: ['her'] }
const nobody = { email: EMAIL, ids: [] }

const edit = (id: string | undefined, set: Partial<Client>, base: Partial<Client> = {}) =>
  book.save(id, { base, set, rev: id ? 1 : 0 })

const names = async () => {
  const { lines } = await book.list({ text: '', sort: 'name' }, 0, 9)
  return lines.map(({ name }) => name)
}

/** Everything in the device's database, as lower-case text. */
async function onDisk(): Promise<string> {
  const db = device.database()
  const lying = await Promise.all(db.tables.map((table) => table.toArray()))
  db.close()
  const bytes = (_key: string, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value
  return JSON.stringify(lying, bytes).toLowerCase()
}

async function put(store: 'drafts' | 'copies', item: { key: string; data: unknown }) {
  const db = device.database()
  if (store === 'drafts') await db.drafts.put(item)
  else await db.copies.put({ ...item, asOf: TODAY })
  db.close()
}

async function refuse(id: string, set: Partial<Client>) {
  const db = device.database()
  const about = { coll: 'client', id, baseEpoch: '', baseRev: 0, base: {}, set, at: AT } as const
  const refusal = { reason: 'No.', fieldErrors: {}, at: AT }
  const key = `client/${id}` as const
  await db.refused.put({ n: 900, key, intent: { op: 'patch', ...about }, ...refusal })
  db.close()
  await book.cache.refresh('all')
}

describe('what waits on this device of a person', () => {
  it('is what was edited, refused or begun of the clients that the server names, and of nobody else', async () => {
    await edit('her', { phone: '+47 41209877' })
    await edit('other', { notes: 'Likes ferries.' })
    await refuse('her', { location: 'Nowhere' })
    await put('drafts', { key: 'note:her', data: { text: 'Afraid of ferries' } })
    await put('drafts', { key: 'new-note:other', data: { text: 'Fond of ferries' } })
    expect(await book.heldOf(her)).toEqual([
      { kind: 'edit', at: AT, typed: { phone: '+47 41209877' } },
      { kind: 'refused', at: AT, typed: { location: 'Nowhere' } },
      { kind: 'draft', at: '', typed: { text: 'Afraid of ferries' } },
    ])
  })

  it('is a new client whom the server does not know, by whichever of their addresses', async () => {
    const id = await edit(undefined, { name: 'E. S.', otherEmails: ['x@example.com', EMAIL] })
    await edit(undefined, { name: 'Otto', email: 'berg@example.com' })
    await put('drafts', { key: 'client:new', data: { fields: { email: EMAIL, name: 'Again' } } })
    await put('drafts', { key: `new-note:${id}`, data: { text: 'Afraid' } })
    expect((await book.heldOf(nobody)).map(({ kind }) => kind)).toEqual(['edit', 'draft', 'draft'])
    expect(await book.heldOf({ email: 'nobody@example.com', ids: [] })).toEqual([])
  })

  it('is of somebody else’s client no more than the edit that names this person', async () => {
    await edit('other', { email: EMAIL }, { email: 'otto@example.com' })
    await put('drafts', { key: 'note:other', data: { text: 'Fond of ferries' } })
    expect(await book.heldOf(nobody)).toEqual([{ kind: 'edit', at: AT, typed: { email: EMAIL } }])
  })
})

describe('once the server has erased them', () => {
  it('nothing of them is left on the device, whether the server knew of it or not', async () => {
    await edit('her', { phone: '+47 41209877' })
    await refuse('unknown', { name: 'E. S.', email: EMAIL, notes: 'Afraid of ferries' })
    await edit(undefined, { name: 'Elisabeth new', email: EMAIL })
    await put('drafts', { key: 'client:new', data: { fields: { email: EMAIL, name: 'Again' } } })
    await put('copies', { key: '/functions/get-bookings', data: [{ clientEmail: EMAIL }] })
    await book.eraseOf(her)
    expect(await names()).toEqual(['Otto Berg'])
    expect(await found(book, 'elisabeth')).toEqual([])
    expect(await book.waiting(9)).toEqual([])
    expect(await book.heldOf(her)).toEqual([])
    const left = await onDisk()
    for (const trace of [EMAIL, 'elisabeth', '41209877', 'afraid'])
      expect(left).not.toContain(trace)
  })

  it('somebody else’s client loses their address, and nothing else that was typed', async () => {
    await edit('other', { email: EMAIL, notes: 'Likes ferries.' }, { email: 'otto@example.com' })
    await refuse('other', { otherEmails: [EMAIL], location: 'Nowhere' })
    await book.eraseOf(her)
    expect(await book.client('other')).toMatchObject({
      client: { name: 'Otto Berg', email: 'otto@example.com', notes: 'Likes ferries.' },
      refused: [{ set: { location: 'Nowhere' } }],
    })
    expect(await names()).toEqual(['Otto Berg'])
    expect(await onDisk()).not.toContain(EMAIL)
  })
})

it('an edit of somebody else that names them goes with its number, where it was sent', async () => {
  await edit('other', { email: EMAIL }, { email: 'otto@example.com' })
  const db = device.database()
  const before = await readDevice(db, () => 'laptop')
  const [n = 0] = await db.queue.toCollection().primaryKeys()
  await db.device.put({ ...before, lastMid: 1, given: [[n, 1]] })
  await book.eraseOf(her)
  expect(await db.queue.count()).toBe(0)
  expect((await db.device.get('device'))?.given).toEqual([])
  db.close()
})

it('a device that hears of an erasure from elsewhere drops the desk’s copies too, which may name them', async () => {
  await put('copies', { key: '/functions/get-bookings', data: [{ clientEmail: EMAIL }] })
  const db = device.database()
  const asked = askedBy(await readDevice(db, () => 'd1'))
  const gone = record('her', {}, { data: {}, rev: 2, deleted: true, erased: true })
  const answer = { epoch: 'e1', schema: 1, serverTime: AT, lastMid: 0, horizon: 0, changes: [gone] }
  const page = { ...answer, next: 9, more: false }
  const text = JSON.stringify(page.changes)
  await applyPull({ db, newId: () => 'd1' }, { answer: page, text }, asked)
  db.close()
  const left = await onDisk()
  for (const trace of [EMAIL, 'elisabeth']) expect(left).not.toContain(trace)
})
