import { waitingByKey, withRejected, withShown } from '#client/book/store/row.ts'
import type { Row } from '#client/book/store/schema.ts'
import type { SyncDevice } from './sync-device.ts'

/**
 * A sentence for each client whose stored optimistic value differs from the confirmed value with
 * the pending mutations on top.
 */
export function misshown(device: SyncDevice): Promise<string[]> {
  const { rows, pages, queue, refused, device: states } = device.db
  const tables = [rows, pages, queue, refused, states]
  // One transaction, because a sync may be in progress.
  return device.db.transaction('r', tables, () => look(device))
}

async function look(device: SyncDevice): Promise<string[]> {
  const { db, name } = device
  const state = await db.device.get('device')
  const waiting = await waitingByKey(db)
  const keys = [...waiting.keys()].filter((key) => key.startsWith('client/'))
  const ids = keys.map((key) => key.slice('client/'.length))
  const rows = await Promise.all(ids.map((id) => device.row({ coll: 'client', id })))
  const single = new Set(await db.rows.toCollection().primaryKeys())
  const pending = rows.map((row) => withShown(row, waiting.get(row.key) ?? []))
  const expected = await withRejected(db, pending, waiting)
  return rows.flatMap((row, i) => {
    // A packed record from before a restore keeps its edits until the server sends it again.
    const isKept = row.epoch !== state?.epoch && !single.has(row.key)
    const [shown, meant] = [seenIn(row), seenIn(expected[i] ?? row)]
    return isKept || shown === meant ? [] : [`${name} shows ${row.key} as ${shown}, not ${meant}`]
  })
}

/** A device's rows of these clients, from packed pages or from the table `rows`. */
export function known(device: SyncDevice, ids: readonly string[]): Promise<Row[]> {
  const { rows, pages, device: states } = device.db
  return device.db.transaction('r', [rows, pages, states], () =>
    Promise.all(ids.map((id) => device.row({ coll: 'client', id }))),
  )
}

function seenIn({ shown }: Row): string {
  return JSON.stringify(shown && { ...shown, through: 0 })
}
