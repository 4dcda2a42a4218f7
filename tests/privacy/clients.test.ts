import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeBackup } from '#server/db/backup/backup.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { query } from '#server/db/database.ts'
import { rowsOfPerson, searchClients } from '#server/db/privacy/person.ts'
import { deleteOldSync } from '#server/privacy/store.ts'
import type { Change, PullAnswer, PushAnswer } from '#shared/sync/protocol.ts'
import { testKeys } from '#tests/support/keys.ts'
import { readTables } from '#tests/support/served-bookings.ts'
import { type Site, startSite, TODAY } from '#tests/support/site.ts'
import { isInBytes, tracesOf } from '#tests/support/traces.ts'

const EMAIL = 'elisabeth@example.com'
const PERSON = [EMAIL, 'Sørbø', '41209877', 'afraid of ferries']

let site: Site
let owner: string
let epoch: string
let user: string
const mids = new Map<string, number>()
beforeEach(async () => {
  site = await startSite()
  owner = await site.owner()
  mids.clear()
  user = site.db.read.get(query.selectFrom('user').select('id'))?.id ?? ''
  epoch = (await pull()).epoch
})
afterEach(() => site.close())

const ask = (name: string, body: object) => site.call(name, body, owner)
const holdings = async (email = EMAIL) => (await ask('find-person', { email })).json()
const erase = async () => (await ask('erase-person', { email: EMAIL })).json()

async function pull(seq = 0): Promise<PullAnswer> {
  const asked = `user=${user}&device=desk&epoch=${epoch ?? ''}&schema=1&seq=${seq}&limit=1000`
  return (await site.get(`/functions/sync-pull?${asked}`, owner)).json()
}

/** Pushes one edit, as a device does. */
async function edit(
  id: string,
  set: Record<string, unknown>,
  { device = 'desk', base = {}, rev = 0 } = {},
): Promise<PushAnswer> {
  const mid = (mids.get(device) ?? 0) + 1
  mids.set(device, mid)
  const about = { coll: 'client', id, baseEpoch: epoch, baseRev: rev, base, set }
  const mutation = { mid, op: 'patch', ...about, at: '2026-11-21T12:00:00Z' }
  const from = { userId: user, deviceId: device, deviceName: device, epoch, schema: 1 }
  return (await ask('sync-push', { ...from, mutations: [mutation] })).json()
}

/** Makes a client with edits and an open conflict, a second one with her address, and another. */
async function liveClients() {
  await edit('her', {
    name: 'Elisabeth Sørbø',
    email: 'Elisabeth@Example.com',
    phone: '+47 41209877',
    notes: 'Is afraid of ferries.',
    location: 'Bergen',
  })
  await edit('her', { phone: '+47 99887766' }, { base: { phone: '+47 41209877' }, rev: 1 })
  await edit(
    'her',
    { location: 'Sørbøvågen' },
    { device: 'laptop', base: { location: 'Oslo' }, rev: 1 },
  )
  await edit('second', { name: 'E. S.', otherEmails: ['x@example.com', EMAIL] })
  await edit('other', { name: 'Otto Berg', email: 'otto@example.com', distinctFrom: ['her'] })
}

const rowOf = (changes: Change[], id: string) => changes.find((change) => change.id === id)

describe('a client of the book', () => {
  it('who came after the book was looked through is found all the same', async () => {
    const searched = await searchClients(site.db, EMAIL)
    await edit('late', { name: 'Elisabeth Sørbø', email: EMAIL })
    expect(rowsOfPerson(site.db.read, EMAIL, searched).clients).toContain('late')
  })

  beforeEach(liveClients)

  it('is found by any address, and exported with history and alternatives, but not to the person’s own account', async () => {
    expect((await holdings(' ELISABETH@example.com ')).clients).toBe(2)
    expect((await holdings('x@example.com')).clients).toBe(1)
    const exported = await (await ask('export-person', { email: EMAIL, format: 'json' })).json()
    expect(exported).toMatchObject({
      clients: [
        {
          id: 'her',
          data: { notes: 'Is afraid of ferries.', location: 'Bergen' },
          alternatives: [{ field: 'location', value: 'Sørbøvågen' }],
        },
        { id: 'second' },
      ],
      client_history: [{ client_id: 'her', field: 'phone', earlier_value: '+47 41209877' }],
    })
    await ask('auth/sign-up', { email: EMAIL, name: 'Elisabeth', password: 'blåbær-42' })
    await site.db.write((tx) => tx.run(query.updateTable('user').set({ email_verified: 1 })))
    const account = query.selectFrom('user').select('id').where('email', '=', EMAIL)
    const userId = site.db.read.get(account)?.id
    const own = await (await ask('gdpr-export', { userId, format: 'json' })).json()
    expect([own.accounts.length, own.clients]).toEqual([1, []])
  })

  it('is given out with what only a device of the owner’s has of them', async () => {
    const waiting = [{ kind: 'edit', at: '2026-11-21T12:00:00Z', typed: { notes: '=Ferries?' } }]
    const asked = { email: EMAIL, waiting }
    const json = await (await ask('export-person', { ...asked, format: 'json' })).json()
    expect([json.clients.length, json.waiting_on_device]).toEqual([2, waiting])
    const table = await (await ask('export-person', { ...asked, format: 'csv' })).text()
    expect(table).toContain(`"waiting_on_device",1,"typed.notes","'=Ferries?"`)
    expect(
      await (await ask('export-person', { email: EMAIL, format: 'csv' })).text(),
    ).not.toContain('waiting_on_device')
  })

  it('is emptied everywhere, leaves an erased id for the devices, and takes nobody along', async () => {
    const { next, changes } = await pull()
    const other = rowOf(changes, 'other')
    expect((await erase()).clients).toBe(2)
    await site.drain()
    expect(tracesOf(site.dataDir, ...PERSON)).toEqual([])
    expect(isInBytes(site.dataDir, 'afraid of ferries')).toBe(false)
    expect((await holdings()).clients).toBe(0)
    const later = await pull(next)
    expect(
      later.changes.map(({ id, erased, deleted, data }) => ({ id, erased, deleted, data })),
    ).toEqual(['her', 'second'].map((id) => ({ id, erased: true, deleted: true, data: {} })))
    expect(rowOf((await pull()).changes, 'other')).toEqual(other)
  })

  it('stays erased, whatever a device still has waiting of it', async () => {
    await erase()
    const { results } = await edit('her', { notes: 'Is afraid of ferries.' }, { rev: 1 })
    expect(results).toMatchObject([{ status: 'erased', row: { erased: true, data: {} } }])
    await site.drain()
    expect(tracesOf(site.dataDir, ...PERSON)).toEqual([])
  })

  it('that was only deleted is found and emptied as well', async () => {
    const about = { coll: 'client', id: 'second', baseEpoch: epoch, baseRev: 1 }
    const mid = (mids.get('desk') ?? 0) + 1
    await ask('sync-push', {
      ...{ userId: user, deviceId: 'desk', deviceName: 'desk', epoch, schema: 1 },
      mutations: [{ mid, op: 'delete', ...about, at: '2026-11-21T12:00:00Z' }],
    })
    expect((await erase()).clients).toBe(2)
    expect(tracesOf(site.dataDir, EMAIL)).toEqual([])
  })

  it('with a new address loses the former one, which is erased as somebody else’s', async () => {
    await edit(
      'other',
      { email: 'o.berg@example.com' },
      { base: { email: 'otto@example.com' }, rev: 1 },
    )
    expect(tracesOf(site.dataDir, 'otto@example.com')).toEqual(['field_history'])
    await ask('erase-person', { email: 'otto@example.com' })
    expect(tracesOf(site.dataDir, 'otto@example.com')).toEqual([])
    expect(rowOf((await pull()).changes, 'other')?.data).toMatchObject({ name: 'Otto Berg' })
  })
})

describe('what the devices no longer need', () => {
  const DAY = 86_400_000
  const rows = (table: string) => readTables(site.dataDir)[table]?.length
  const answers = () =>
    readTables(site.dataDir).mutation_result?.filter((row) => Reflect.get(Object(row), 'answer'))
      .length
  const daysLater = async (days: number) => {
    site.time.now += days * DAY
    while ((await site.db.write((tx) => deleteOldSync(tx, site.time.now))) > 0);
  }

  it('goes by itself: answers after 90 days and their fingerprints after 400, history after a year, clients who are there never', async () => {
    await liveClients()
    const [results, records] = [rows('mutation_result'), rows('record')]
    await daysLater(89)
    expect([answers(), rows('field_history')]).toEqual([results, 1])
    await daysLater(2)
    expect([answers(), rows('mutation_result'), rows('field_history')]).toEqual([0, results, 1])
    await daysLater(275)
    expect([rows('mutation_result'), rows('field_history')]).toEqual([results, 0])
    await daysLater(35)
    expect([rows('mutation_result'), rows('record')]).toEqual([0, records])
  })

  it('of a deleted client goes after 30 days, and an erased id stays for devices that come back late', async () => {
    await liveClients()
    await erase()
    const about = { coll: 'client', id: 'other', baseEpoch: epoch, baseRev: 1 }
    const mid = (mids.get('desk') ?? 0) + 1
    await ask('sync-push', {
      ...{ userId: user, deviceId: 'desk', deviceName: 'desk', epoch, schema: 1 },
      mutations: [{ mid, op: 'delete', ...about, at: '2026-11-21T12:00:00Z' }],
    })
    await daysLater(29)
    expect(tracesOf(site.dataDir, 'Otto Berg')).toEqual(['record'])
    await daysLater(2)
    expect(tracesOf(site.dataDir, 'Otto Berg')).toEqual([])
    await daysLater(400)
    const left = readTables(site.dataDir).record as { id: string; erased: number }[]
    expect(left.map(({ id, erased }) => [id, erased])).toEqual([
      ['her', 1],
      ['second', 1],
    ])
  })
})

describe('a restored backup', () => {
  it('forgets erased clients again, also where they had another address or none when it was made', async () => {
    await edit('her', { name: 'Elisabeth Sørbø', notes: 'Is afraid of ferries.' })
    const { dataDir } = site
    const folder = path.join(dataDir, 'backups')
    const { folder: backup } = await takeBackup({ dataDir, folder, now: TODAY })
    await edit('her', { email: EMAIL }, { rev: 1 })
    await erase()
    await site.drain()
    expect(tracesOf(backup, 'Sørbø')).toEqual(['record'])
    const restored = path.join(dataDir, 'site')
    fs.mkdirSync(restored)
    for (const file of ['lysning.sqlite', 'lysning.sqlite-wal'])
      fs.copyFileSync(path.join(dataDir, file), path.join(restored, file))
    const order = { dataDir: restored, backup, keys: testKeys, now: site.time.now }
    expect(await restoreBackup(order)).toMatchObject({ erasedAgain: 1 })
    expect(tracesOf(restored, ...PERSON)).toEqual([])
    expect(readTables(restored).record).toMatchObject([{ id: 'her', erased: 1, data: '{}' }])
    // The erasure log with its ids survives the restore.
    expect(await restoreBackup({ ...order, now: order.now + 1 })).toMatchObject({ erasedAgain: 1 })
    expect(tracesOf(restored, ...PERSON)).toEqual([])
  })
})
