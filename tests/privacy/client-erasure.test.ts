import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeBackup } from '#server/db/backup/backup.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { findPersonRows, searchClientsByMailbox } from '#server/db/privacy/personal-data.ts'
import { deleteExpiredSyncRows } from '#server/privacy/store.ts'
import type { Change, PullAnswer, PushAnswer } from '#shared/sync/protocol.ts'
import {
  engine,
  findTraces,
  isInDatabaseFile,
  readStoredTables,
} from '#tests/support/db/database.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { type Site, startSite, TODAY } from '#tests/support/server/site.ts'

const EMAIL = 'elisabeth@example.com'
const PERSON = [EMAIL, 'Sørbø', '41209877', 'afraid of ferries']

let site: Site
let owner: string
let epoch: string
let user: string
const mids = new Map<string, number>()
beforeEach(async () => {
  site = await startSite()
  owner = await site.signInOwner()
  mids.clear()
  user = (await site.db.read.selectFrom('user').select('id').executeTakeFirst())?.id ?? ''
  epoch = (await pull()).epoch
})
afterEach(() => site.close())

const callDesk = (name: string, body: object) => site.call(name, body, owner)
const findPersonalData = async (email = EMAIL) => (await callDesk('find-person', { email })).json()
const erasePerson = async () => (await callDesk('erase-person', { email: EMAIL })).json()

async function pull(seq = 0): Promise<PullAnswer> {
  const params = `userId=${user}&deviceId=desk&epoch=${epoch ?? ''}&schema=1&cursor=${seq}&limit=1000`
  return (await site.get(`/functions/sync-pull?${params}`, owner)).json()
}

/** Pushes one edit, as a device does. */
async function pushEdit(
  id: string,
  set: Record<string, unknown>,
  { device = 'desk', base = {}, rev = 0 } = {},
): Promise<PushAnswer> {
  const mid = (mids.get(device) ?? 0) + 1
  mids.set(device, mid)
  const about = { coll: 'client', id, baseEpoch: epoch, baseRev: rev, base, set }
  const mutation = { mid, op: 'patch', ...about, at: '2026-11-21T12:00:00Z' }
  const from = { userId: user, deviceId: device, deviceName: device, epoch, schema: 1 }
  return (await callDesk('sync-push', { ...from, mutations: [mutation] })).json()
}

/** Makes a client with edits and an open conflict, a second one with her address, and another. */
async function setUpClients() {
  await pushEdit('her', {
    name: 'Elisabeth Sørbø',
    email: 'Elisabeth@Example.com',
    phone: '+47 41209877',
    notes: 'Is afraid of ferries.',
    location: 'Bergen',
  })
  await pushEdit('her', { phone: '+47 99887766' }, { base: { phone: '+47 41209877' }, rev: 1 })
  await pushEdit(
    'her',
    { location: 'Sørbøvågen' },
    { device: 'laptop', base: { location: 'Oslo' }, rev: 1 },
  )
  await pushEdit('second', { name: 'E. S.', otherEmails: ['x@example.com', EMAIL] })
  await pushEdit('other', { name: 'Otto Berg', email: 'otto@example.com', distinctFrom: ['her'] })
}

const findChange = (changes: Change[], id: string) => changes.find((change) => change.id === id)

describe('A client in the client list', () => {
  it('who is added after the client search is still found', async () => {
    const searched = await searchClientsByMailbox(site.db, EMAIL)
    await pushEdit('late', { name: 'Elisabeth Sørbø', email: EMAIL })
    expect((await findPersonRows(site.db.read, EMAIL, searched)).clients).toContain('late')
  })

  beforeEach(setUpClients)

  it('is found by any of their emails, and exported with history and alternatives, but not to their own account', async () => {
    expect((await findPersonalData(' ELISABETH@example.com ')).clients).toBe(2)
    expect((await findPersonalData('x@example.com')).clients).toBe(1)
    const exported = await (
      await callDesk('export-person', { email: EMAIL, format: 'json' })
    ).json()
    expect(exported).toMatchObject({
      clients: [
        {
          id: 'her',
          data: { notes: 'Is afraid of ferries.', location: 'Bergen' },
          alternatives: [{ field: 'location', value: 'Sørbøvågen' }],
        },
        { id: 'second' },
      ],
      client_history: [{ record_id: 'her', field: 'phone', earlier_value: '+47 41209877' }],
    })
    await callDesk('auth/sign-up', { email: EMAIL, name: 'Elisabeth', password: 'blåbær-42' })
    await site.db.write((tx) => tx.updateTable('user').set({ email_verified: 1 }).execute())
    const account = site.db.read.selectFrom('user').select('id').where('email', '=', EMAIL)
    const userId = (await account.executeTakeFirst())?.id
    const own = await (await callDesk('gdpr-export', { userId, format: 'json' })).json()
    expect([own.accounts.length, own.clients]).toEqual([1, []])
  })

  it('is exported together with pending data that only an owner’s device has', async () => {
    const deviceRecords = [
      { kind: 'edit', at: '2026-11-21T12:00:00Z', content: { notes: '=Ferries?' } },
    ]
    const input = { email: EMAIL, deviceRecords }
    const json = await (await callDesk('export-person', { ...input, format: 'json' })).json()
    expect([json.clients.length, json.queued_on_device]).toEqual([2, deviceRecords])
    const table = await (await callDesk('export-person', { ...input, format: 'csv' })).text()
    expect(table).toContain(`"queued_on_device",1,"content.notes","'=Ferries?"`)
    expect(
      await (await callDesk('export-person', { email: EMAIL, format: 'csv' })).text(),
    ).not.toContain('queued_on_device')
  })

  it('is erased everywhere, becomes an erased id for the devices, and no other client changes', async () => {
    const { nextCursor: next, changes } = await pull()
    const other = findChange(changes, 'other')
    expect((await erasePerson()).clients).toBe(2)
    await site.drain()
    expect(await findTraces(site.dataDir, ...PERSON)).toEqual([])
    expect(await isInDatabaseFile(site.dataDir, 'afraid of ferries')).toBe(false)
    expect((await findPersonalData()).clients).toBe(0)
    const later = await pull(next)
    expect(
      later.changes.map(({ id, erased, deleted, data }) => ({ id, erased, deleted, data })),
    ).toEqual(['her', 'second'].map((id) => ({ id, erased: true, deleted: true, data: {} })))
    expect(findChange((await pull()).changes, 'other')).toEqual(other)
  })

  it('stays erased, even if a device still has pending edits of it', async () => {
    await erasePerson()
    const { results } = await pushEdit('her', { notes: 'Is afraid of ferries.' }, { rev: 1 })
    expect(results).toMatchObject([{ status: 'erased', record: { erased: true, data: {} } }])
    await site.drain()
    expect(await findTraces(site.dataDir, ...PERSON)).toEqual([])
  })

  it('that was only deleted is found and erased as well', async () => {
    const about = { coll: 'client', id: 'second', baseEpoch: epoch, baseRev: 1 }
    const mid = (mids.get('desk') ?? 0) + 1
    await callDesk('sync-push', {
      ...{ userId: user, deviceId: 'desk', deviceName: 'desk', epoch, schema: 1 },
      mutations: [{ mid, op: 'delete', ...about, at: '2026-11-21T12:00:00Z' }],
    })
    expect((await erasePerson()).clients).toBe(2)
    expect(await findTraces(site.dataDir, EMAIL)).toEqual([])
  })

  it('with a new email loses the former one if that is erased as another person’s', async () => {
    await pushEdit(
      'other',
      { email: 'o.berg@example.com' },
      { base: { email: 'otto@example.com' }, rev: 1 },
    )
    expect(await findTraces(site.dataDir, 'otto@example.com')).toEqual(['field_history'])
    await callDesk('erase-person', { email: 'otto@example.com' })
    expect(await findTraces(site.dataDir, 'otto@example.com')).toEqual([])
    expect(findChange((await pull()).changes, 'other')?.data).toMatchObject({ name: 'Otto Berg' })
  })
})

describe('Sync data that the devices no longer need', () => {
  const DAY = 86_400_000
  const rows = async (table: string) => (await readStoredTables(site.dataDir))[table]?.length
  const answers = async () =>
    (await readStoredTables(site.dataDir)).mutation_result?.filter((row) =>
      Reflect.get(Object(row), 'answer'),
    ).length
  const daysLater = async (days: number) => {
    site.time.now += days * DAY
    while ((await site.db.write((tx) => deleteExpiredSyncRows(tx, site.time.now))) > 0);
  }

  it('is deleted automatically: answers after 90 days, fingerprints after 400, history after a year, existing clients never', async () => {
    await setUpClients()
    const [results, records] = [await rows('mutation_result'), await rows('record')]
    await daysLater(89)
    expect([await answers(), await rows('field_history')]).toEqual([results, 1])
    await daysLater(2)
    expect([await answers(), await rows('mutation_result'), await rows('field_history')]).toEqual([
      0,
      results,
      1,
    ])
    await daysLater(275)
    expect([await rows('mutation_result'), await rows('field_history')]).toEqual([results, 0])
    await daysLater(35)
    expect([await rows('mutation_result'), await rows('record')]).toEqual([0, records])
  })

  it('of a deleted client is deleted after 30 days, while an erased id is preserved for devices that return late', async () => {
    await setUpClients()
    await erasePerson()
    const about = { coll: 'client', id: 'other', baseEpoch: epoch, baseRev: 1 }
    const mid = (mids.get('desk') ?? 0) + 1
    await callDesk('sync-push', {
      ...{ userId: user, deviceId: 'desk', deviceName: 'desk', epoch, schema: 1 },
      mutations: [{ mid, op: 'delete', ...about, at: '2026-11-21T12:00:00Z' }],
    })
    await daysLater(29)
    expect(await findTraces(site.dataDir, 'Otto Berg')).toEqual(['record'])
    await daysLater(2)
    expect(await findTraces(site.dataDir, 'Otto Berg')).toEqual([])
    await daysLater(400)
    const { record } = await readStoredTables(site.dataDir)
    const remaining = record as { id: string; erased: number }[]
    expect(remaining.map(({ id, erased }) => [id, erased])).toEqual([
      ['her', 1],
      ['second', 1],
    ])
  })
})

// `tests/postgres/backup.test.ts` restores a backup of PostgreSQL.
describe.skipIf(engine === 'postgres')('A restored backup', () => {
  it('erases erased clients again, even if they had another email or none when it was made', async () => {
    await pushEdit('her', { name: 'Elisabeth Sørbø', notes: 'Is afraid of ferries.' })
    const { dataDir } = site
    const folder = path.join(dataDir, 'backups')
    const { folder: backup } = await takeBackup({ dataDir, folder, now: TODAY })
    await pushEdit('her', { email: EMAIL }, { rev: 1 })
    await erasePerson()
    await site.drain()
    expect(await findTraces(backup, 'Sørbø')).toEqual(['record'])
    const restored = path.join(dataDir, 'site')
    fs.mkdirSync(restored)
    for (const file of ['lysning.sqlite', 'lysning.sqlite-wal'])
      fs.copyFileSync(path.join(dataDir, file), path.join(restored, file))
    const order = { dataDir: restored, backup, keys: testKeys, now: site.time.now }
    expect(await restoreBackup(order)).toMatchObject({ reappliedErasures: 1 })
    expect(await findTraces(restored, ...PERSON)).toEqual([])
    expect((await readStoredTables(restored)).record).toMatchObject([
      { id: 'her', erased: 1, data: '{}' },
    ])
    // The erasure log with its ids survives the restore.
    expect(await restoreBackup({ ...order, now: order.now + 1 })).toMatchObject({
      reappliedErasures: 1,
    })
    expect(await findTraces(restored, ...PERSON)).toEqual([])
  })
})
