import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { type Head, OwnerDatabase, type Row } from '../../client/offline/crm/database.ts'
import { tripsBetween } from '../../client/offline/crm/trips.ts'
import type { Trip } from '../../shared/crm/schema.ts'
import type { Change } from '../../shared/sync/protocol.ts'

const trip = (id: string, start: string, end: string): Trip => ({
  id,
  place: 'Lofoten',
  start,
  end,
})

const change = (id: string, trips: Trip[], over: Partial<Change> = {}): Change => ({
  coll: 'client',
  id,
  rev: 1,
  seq: 1,
  data: { name: id, trips },
  createdAt: 0,
  updatedAt: 0,
  ...over,
})

const opened = () => new OwnerDatabase('u1', { indexedDB: new IDBFactory(), IDBKeyRange })

async function pack(db: OwnerDatabase, no: number, changes: Change[]): Promise<void> {
  const ids = changes.map(({ id }) => id)
  const none = { names: [], locations: [], lastContacts: [], updated: [], text: '', keys: '' }
  const head: Head = { no, round: 1, ids, flags: new Uint8Array(), ...none }
  await db.heads.put(head)
  await db.pages.put({ no, bytes: new TextEncoder().encode(JSON.stringify(changes)) })
}

const row = (id: string, trips: Trip[], over: Partial<Row> = {}): Row => ({
  key: `client/${id}`,
  coll: 'client',
  id,
  epoch: 'e',
  rev: 2,
  seq: 2,
  deleted: false,
  erased: false,
  data: { name: id, trips },
  conflicts: [],
  createdAt: 0,
  updatedAt: 0,
  round: 1,
  ...over,
})

const november = { from: '2026-11-01', to: '2026-11-30' }

const found = async (db: OwnerDatabase, dates = november) =>
  (await tripsBetween(db, new Map(), dates)).map(({ clientId, trip }) => `${clientId} ${trip.id}`)

it('finds every journey that touches the dates, its first and last day included', async () => {
  const db = opened()
  await pack(db, 1, [
    change('anna', [trip('before', '2026-10-20', '2026-10-31')]),
    change('bo', [trip('into', '2026-10-25', '2026-11-01')]),
    change('clara', [trip('within', '2026-11-10', '2026-11-12')]),
    change('dag', [
      trip('over', '2026-10-01', '2027-01-01'),
      trip('after', '2026-12-01', '2026-12-02'),
    ]),
    change('eva', [trip('out', '2026-11-30', '2026-12-04')]),
  ])
  expect(await found(db)).toEqual(['dag over', 'bo into', 'clara within', 'eva out'])
})

it('takes what was edited here over what was fetched, and a later page over an earlier one', async () => {
  const db = opened()
  const old = trip('old', '2026-11-02', '2026-11-03')
  const moved = trip('new', '2026-11-20', '2026-11-22')
  await pack(
    db,
    1,
    ['moved', 'gone', 'edited', 'struck', 'erased'].map((id) => change(id, [old])),
  )
  await pack(db, 2, [change('moved', [moved]), change('gone', [old], { deleted: true })])
  await db.rows.bulkPut([
    row('edited', [old], { shown: { data: { name: 'edited', trips: [moved] }, deleted: false } }),
    row('struck', [old], { shown: { data: { name: 'struck', trips: [old] }, deleted: true } }),
    row('erased', [old], { erased: true }),
  ])
  expect(await found(db)).toEqual(['edited new', 'moved new'])
})

it('remembers pages, and sees those that came since', async () => {
  const db = opened()
  const cache = new Map()
  await pack(db, 1, [change('anna', [trip('a', '2026-11-02', '2026-11-03')])])
  expect(await tripsBetween(db, cache, november)).toHaveLength(1)
  await pack(db, 2, [change('anna', []), change('bo', [trip('b', '2026-11-05', '2026-11-06')])])
  expect((await tripsBetween(db, cache, november)).map(({ clientId }) => clientId)).toEqual(['bo'])
})
