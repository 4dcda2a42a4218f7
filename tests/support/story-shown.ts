import type { Row } from '#client/book/store/database.ts'
import { withShown } from '#client/book/store/row.ts'
import { waitingByKey } from '#client/book/store/waiting.ts'
import type { SyncDevice } from './sync-device.ts'

/** Whom a device shows otherwise than as the server has them with what waits here, as sentences. */
export function misshown(device: SyncDevice): Promise<string[]> {
  const { rows, pages, heads, queue, device: states } = device.db
  const tables = [rows, pages, heads, queue, states]
  // At one moment: an exchange may be going on.
  return device.db.transaction('r', tables, () => look(device))
}

async function look(device: SyncDevice): Promise<string[]> {
  const { db, name } = device
  const state = await db.device.get('device')
  const faults: string[] = []
  for (const [key, waiting] of await waitingByKey(db)) {
    if (!key.startsWith('client/')) continue
    const row = await device.row({ coll: 'client', id: key.slice('client/'.length) })
    // What lies packed from before a restore holds its edits until the server tells of it.
    const isKept = row.epoch !== state?.epoch && !(await db.rows.get(key))
    const [shown, expected] = [seenIn(row), seenIn(withShown(row, waiting))]
    if (!isKept && shown !== expected)
      faults.push(`${name} shows ${key} as ${shown}, not ${expected}`)
  }
  return faults
}

/** What a device knows of these clients, whether it lies packed or by itself. */
export function known(device: SyncDevice, ids: readonly string[]): Promise<Row[]> {
  const { rows, pages, heads, device: states } = device.db
  return device.db.transaction('r', [rows, pages, heads, states], () =>
    Promise.all(ids.map((id) => device.row({ coll: 'client', id }))),
  )
}

function seenIn({ shown }: Row): string {
  return JSON.stringify(shown && { ...shown, through: 0 })
}
