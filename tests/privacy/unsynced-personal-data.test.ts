import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClientBook } from '#client/book/book.ts'
import { readDevice } from '#client/book/store/device.ts'
import { applyPull, getPullPosition } from '#client/book/sync/apply-pull.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { BookDevice, buildRecord, listFoundIds } from '#tests/support/book-device.ts'
import { TODAY } from '#tests/support/site.ts'

const EMAIL = 'elisabeth@example.com'
const AT = new Date(TODAY).toISOString()

let device: BookDevice
let book: ClientBook

/** A device without a connection, whose client book has the erased client and another. */
beforeEach(async () => {
  device = new BookDevice()
  await device.storePage(1, [
    buildRecord('her', { name: 'Elisabeth Sørbø', email: EMAIL }),
    buildRecord('other', { name: 'Otto Berg', email: 'otto@example.com' }),
  ])
  book = await device.openLoadedTab()
})
afterEach(() => device.closeAll())

/** The erased client as the server names her. */
const person = { email: ` ${EMAIL.toUpperCase()}`, ids: ['her'] }
const unknownPerson = { email: EMAIL, ids: [] }

const saveClient = (id: string | undefined, set: Partial<Client>, base: Partial<Client> = {}) =>
  book.saveClient(id, { base, set, rev: id ? 1 : 0 })

const listNames = async () => {
  const { items: lines } = await book.listClients({ text: '', sort: 'name' }, 0, 9)
  return lines.map(({ name }) => name)
}

/** Everything in the device's database, as lower-case text. */
async function readDisk(): Promise<string> {
  const db = device.openDatabase()
  const lying = await Promise.all(db.tables.map((table) => table.toArray()))
  db.close()
  const bytes = (_key: string, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value
  return JSON.stringify(lying, bytes).toLowerCase()
}

async function putStored(store: 'drafts' | 'queryCache', item: { key: string; data: unknown }) {
  const db = device.openDatabase()
  if (store === 'drafts') await db.drafts.put(item)
  else await db.queryCache.put({ ...item, asOf: TODAY })
  db.close()
}

async function rejectEdit(id: string, set: Partial<Client>) {
  const db = device.openDatabase()
  const about = { coll: 'client', id, baseEpoch: '', baseRev: 0, base: {}, set, at: AT } as const
  const refusal = { reason: 'No.', fieldErrors: {}, at: AT }
  const key = `client/${id}` as const
  await db.rejected.put({ n: 900, key, intent: { op: 'patch', ...about }, ...refusal })
  db.close()
  await book.cache.refresh('all')
}

describe('A person’s pending data on this device', () => {
  it('consists of edits, refused edits and drafts of the clients that the server names, and of no others', async () => {
    await saveClient('her', { phone: '+47 41209877' })
    await saveClient('other', { notes: 'Likes ferries.' })
    await rejectEdit('her', { location: 'Nowhere' })
    await putStored('drafts', { key: 'note:her', data: { text: 'Afraid of ferries' } })
    await putStored('drafts', { key: 'new-note:other', data: { text: 'Fond of ferries' } })
    expect(await book.readPersonalData(person)).toEqual([
      { kind: 'edit', at: AT, content: { phone: '+47 41209877' } },
      { kind: 'rejected', at: AT, content: { location: 'Nowhere' } },
      { kind: 'draft', at: '', content: { text: 'Afraid of ferries' } },
    ])
  })

  it('includes a new client unknown to the server, found by any of their emails', async () => {
    const id = await saveClient(undefined, { name: 'E. S.', otherEmails: ['x@example.com', EMAIL] })
    await saveClient(undefined, { name: 'Otto', email: 'berg@example.com' })
    await putStored('drafts', {
      key: 'client:new',
      data: { fields: { email: EMAIL, name: 'Again' } },
    })
    await putStored('drafts', { key: `new-note:${id}`, data: { text: 'Afraid' } })
    expect((await book.readPersonalData(unknownPerson)).map(({ kind }) => kind)).toEqual([
      'edit',
      'draft',
      'draft',
    ])
    expect(await book.readPersonalData({ email: 'nobody@example.com', ids: [] })).toEqual([])
  })

  it('includes, of another person’s client, only the edit that names this person', async () => {
    await saveClient('other', { email: EMAIL }, { email: 'otto@example.com' })
    await putStored('drafts', { key: 'note:other', data: { text: 'Fond of ferries' } })
    expect(await book.readPersonalData(unknownPerson)).toEqual([
      { kind: 'edit', at: AT, content: { email: EMAIL } },
    ])
  })
})

describe('A person erased on the server', () => {
  it('has no data on the device any more, whether the server knew of it or not', async () => {
    await saveClient('her', { phone: '+47 41209877' })
    await rejectEdit('unknown', { name: 'E. S.', email: EMAIL, notes: 'Afraid of ferries' })
    await saveClient(undefined, { name: 'Elisabeth new', email: EMAIL })
    await putStored('drafts', {
      key: 'client:new',
      data: { fields: { email: EMAIL, name: 'Again' } },
    })
    await putStored('queryCache', {
      key: '/functions/get-bookings',
      data: [{ clientEmail: EMAIL }],
    })
    await book.erasePersonalData(person)
    expect(await listNames()).toEqual(['Otto Berg'])
    expect(await listFoundIds(book, 'elisabeth')).toEqual([])
    expect(await book.listPending(9)).toEqual([])
    expect(await book.readPersonalData(person)).toEqual([])
    const remaining = await readDisk()
    for (const trace of [EMAIL, 'elisabeth', '41209877', 'afraid'])
      expect(remaining).not.toContain(trace)
  })

  it('is removed from another client’s emails, while all other input there is preserved', async () => {
    await saveClient(
      'other',
      { email: EMAIL, notes: 'Likes ferries.' },
      { email: 'otto@example.com' },
    )
    await rejectEdit('other', { otherEmails: [EMAIL], location: 'Nowhere' })
    await book.erasePersonalData(person)
    expect(await book.getClient('other')).toMatchObject({
      client: { name: 'Otto Berg', email: 'otto@example.com', notes: 'Likes ferries.' },
      rejected: [{ set: { location: 'Nowhere' } }],
    })
    expect(await listNames()).toEqual(['Otto Berg'])
    expect(await readDisk()).not.toContain(EMAIL)
  })
})

it('A sent edit of another client that names the erased person is deleted with its mutation number', async () => {
  await saveClient('other', { email: EMAIL }, { email: 'otto@example.com' })
  const db = device.openDatabase()
  const before = await readDevice(db, () => 'laptop')
  const [n = 0] = await db.queue.toCollection().primaryKeys()
  await db.device.put({ ...before, lastMid: 1, assignedMids: [[n, 1]] })
  await book.erasePersonalData(person)
  expect(await db.queue.count()).toBe(0)
  expect((await db.device.get('device'))?.assignedMids).toEqual([])
  db.close()
})

it('A device that pulls an erasure also drops the desk’s cached copies, which may name the person', async () => {
  await putStored('queryCache', { key: '/functions/get-bookings', data: [{ clientEmail: EMAIL }] })
  const db = device.openDatabase()
  const position = getPullPosition(await readDevice(db, () => 'd1'))
  const tombstone = buildRecord('her', {}, { data: {}, rev: 2, deleted: true, erased: true })
  const answer = {
    epoch: 'e1',
    schema: 1,
    serverTime: AT,
    lastMid: 0,
    horizon: 0,
    changes: [tombstone],
  }
  const page = { ...answer, nextCursor: 9, hasMore: false }
  const text = JSON.stringify(page.changes)
  await applyPull({ db, newId: () => 'd1' }, { answer: page, text }, position)
  db.close()
  const remaining = await readDisk()
  for (const trace of [EMAIL, 'elisabeth']) expect(remaining).not.toContain(trace)
})
