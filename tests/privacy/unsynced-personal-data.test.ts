import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDevice } from '#client/data/store/device.ts'
import type { UnsyncedPersonalData } from '#client/data/store/types.ts'
import { applyPull, getPullPosition } from '#client/data/sync/apply-pull.ts'
import { addItem, createJourney } from '#client/desk/journeys/journey-edits.ts'
import {
  countErasable,
  countItems,
  listPersonalDataRows,
} from '#client/desk/settings/privacy/personal-data-rows.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { listDays } from '#shared/journeys/days.ts'
import type { PersonalDataSummary } from '#shared/privacy/api.ts'
import {
  buildRecord,
  DataDevice,
  listFoundIds,
  type OpenData,
} from '#tests/support/data/data-device.ts'
import { buildJourneyRecords, toJourneyId } from '#tests/support/journeys/journey-records.ts'
import { TODAY } from '#tests/support/server/site.ts'

const NOTHING_STORED: PersonalDataSummary = {
  ...{ email: '', bookings: 0, submissions: 0, mails: 0, newsletterConsents: 0, accounts: 0 },
  ...{ clients: 0, clientIds: [], journeys: 0, sharedJourneys: [], receipts: 0 },
  ...{ oldestAt: {}, retained: [], obstacle: null },
}
const EMAIL = 'elisabeth@example.com'
const AT = new Date(TODAY).toISOString()

let device: DataDevice
let book: OpenData

/** A device without a connection, whose client book has the erased client and another. */
beforeEach(async () => {
  device = new DataDevice()
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
  book.clients.save(id, { base, set, rev: id ? 1 : 0 })

const listNames = async () => {
  const { items: lines } = await book.clients.list({ text: '', sort: 'name' }, 0, 9)
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
  await book.refresh('all')
}

describe('A person’s pending data on this device', () => {
  it('consists of edits, refused edits and drafts of the clients that the server names, and of no others', async () => {
    await saveClient('her', { phone: '+47 41209877' })
    await saveClient('other', { notes: 'Likes ferries.' })
    await rejectEdit('her', { location: 'Nowhere' })
    await putStored('drafts', { key: 'note:her', data: { text: 'Afraid of ferries' } })
    await putStored('drafts', { key: 'new-note:other', data: { text: 'Fond of ferries' } })
    expect(await book.privacy.read(person)).toEqual([
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
    expect((await book.privacy.read(unknownPerson)).map(({ kind }) => kind)).toEqual([
      'edit',
      'draft',
      'draft',
    ])
    expect(await book.privacy.read({ email: 'nobody@example.com', ids: [] })).toEqual([])
  })

  it('includes, of another person’s client, only the edit that names this person', async () => {
    await saveClient('other', { email: EMAIL }, { email: 'otto@example.com' })
    await putStored('drafts', { key: 'note:other', data: { text: 'Fond of ferries' } })
    expect(await book.privacy.read(unknownPerson)).toEqual([
      { kind: 'edit', at: AT, content: { email: EMAIL } },
    ])
  })
})

describe('A person’s journeys on this device', () => {
  const plan = async (title: string, clients: string[]) => {
    const { id, edits } = createJourney({ title, clients, start: '2027-06-09', dayCount: 1 })
    await book.records.edit(edits)
    const view = await book.journeys.get(id)
    const [day] = view ? listDays(view.journey, []) : []
    if (!view || !day) throw new Error('The journey is not shown')
    await book.records.edit([addItem(id, day, { kind: 'table', title: `Supper, ${title}` })])
    await book.journeys.publish(id, { name: 'Maren', phone: '' })
    return view
  }
  const contentOf = (found: UnsyncedPersonalData[]) =>
    found.map(({ content }) => content as Record<string, unknown>)

  it('are among what is not sent yet, with their items, but without keys and other travellers', async () => {
    const alone = await plan('Lofoten', ['her'])
    const shared = await plan('Iceland', ['other', 'her'])
    await plan('Not hers', ['other'])
    await putStored('drafts', { key: 'journey:new', data: { title: 'Svalbard', clients: ['her'] } })
    const found = await book.privacy.read(person)
    expect(found.map(({ kind, othersTravel }) => [kind, othersTravel])).toEqual([
      ...Array(3).fill(['edit', undefined]),
      ...Array(3).fill(['edit', true]),
      ['draft', undefined],
    ])
    expect(contentOf(found)).toMatchObject([
      { title: 'Lofoten', clients: ['her'] },
      { title: 'Supper, Lofoten' },
      { journey: alone.id, closed: false },
      { title: 'Iceland', clients: ['her'] },
      { title: 'Supper, Iceland' },
      { journey: shared.id, closed: false },
      { title: 'Svalbard' },
    ])
    const text = JSON.stringify(found)
    for (const { journey } of [alone, shared])
      for (const secret of [journey.link.key, journey.documentKey, 'ciphertext'])
        expect(text).not.toContain(secret)
  })

  it('include one that a pending edit takes the person off', async () => {
    await device.storeRows(buildJourneyRecords(1, { clients: ['her'] }))
    book = await device.openLoadedTab()
    const set = { clients: ['other'] }
    const about = { coll: 'journey', id: toJourneyId(1), rev: 1 } as const
    await book.records.edit([{ ...about, op: 'set', base: { clients: ['her'] }, set }])
    expect(contentOf(await book.privacy.read(person))).toContainEqual({ clients: [] })
  })

  it('that only this device has are erased with the person, unless others travel too', async () => {
    const alone = await plan('Lofoten', ['her'])
    const shared = await plan('Iceland', ['other', 'her'])
    await book.privacy.erase(person)
    expect(await book.journeys.get(alone.id)).toBeUndefined()
    expect((await book.journeys.list('')).map(({ title }) => title)).toEqual(['Iceland'])
    expect((await book.journeys.get(shared.id))?.items).toHaveLength(1)
    expect(await readDisk()).not.toContain('lofoten')
  })

  it('are counted apart where others travel too, as an erasure leaves those', () => {
    const summary = { ...NOTHING_STORED, email: EMAIL }
    const edit = { kind: 'edit', at: '', content: {} } as const
    const found: UnsyncedPersonalData[] = [edit, edit, { ...edit, othersTravel: true }]
    expect(
      listPersonalDataRows(summary, found).map(({ label, erasureEffect }) => [
        label,
        erasureEffect,
      ]),
    ).toEqual([
      ['2 changes waiting on this device', 'Erased on this device'],
      ['1 change waiting on this device, in journeys of others too', 'Stay'],
    ])
    expect([countItems(summary, found), countErasable(summary, found)]).toEqual([3, 2])
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
    await book.privacy.erase(person)
    expect(await listNames()).toEqual(['Otto Berg'])
    expect(await listFoundIds(book, 'elisabeth')).toEqual([])
    expect(await book.records.listPending(9)).toEqual([])
    expect(await book.privacy.read(person)).toEqual([])
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
    await book.privacy.erase(person)
    expect(await book.clients.get('other')).toMatchObject({
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
  await book.privacy.erase(person)
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
    readOnly: [],
  }
  const page = { ...answer, nextCursor: 9, hasMore: false, remaining: 0 }
  const text = JSON.stringify(page.changes)
  await applyPull({ db, newId: () => 'd1' }, { answer: page, text }, position)
  db.close()
  const remaining = await readDisk()
  for (const trace of [EMAIL, 'elisabeth']) expect(remaining).not.toContain(trace)
})
