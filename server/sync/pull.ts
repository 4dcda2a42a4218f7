import type { Tx } from '#server/db/database.ts'
import { SCHEMA } from '#shared/sync/wire.ts'
import { type RawRecord, recordsAfter } from './store.ts'

interface Page {
  epoch: string
  seq: number
  limit: number
  lastMid: number
  horizon: number
  now: number
}

/** A `PullAnswer` as JSON, put together from the records' own: reading it would cost more than sending. */
export function pullPage(tx: Tx, { epoch, seq, limit, lastMid, horizon, now }: Page): string {
  const rows = recordsAfter(tx, seq, limit + 1)
  const more = rows.length > limit
  const page = more ? rows.slice(0, limit) : rows
  const head = {
    epoch,
    schema: SCHEMA,
    serverTime: new Date(now).toISOString(),
    lastMid,
    horizon,
    next: page.at(-1)?.seq ?? seq,
    more,
  }
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${page.map(changeText).join(',')}]}`
}

function changeText(row: RawRecord): string {
  const { coll, id, rev, seq, created_at, updated_at } = row
  const flags = (row.deleted ? ',"deleted":true' : '') + (row.erased ? ',"erased":true' : '')
  const conflicts = row.conflicts === '[]' ? '' : `,"conflicts":${row.conflicts}`
  const data = row.deleted ? '{}' : row.data
  return `{"coll":"${coll}","id":"${id}","rev":${rev},"seq":${seq}${flags},"data":${data}${conflicts},"createdAt":${created_at},"updatedAt":${updated_at}}`
}
