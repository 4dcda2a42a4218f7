import type { OwnerDatabase } from '#client/book/store/database.ts'
import { nextPage, readDevice } from '#client/book/store/device.ts'
import { renumber } from '#client/book/store/numbers.ts'
import type { DeviceState } from '#client/book/store/schema.ts'
import type { Answer } from './transport.ts'

// What a device does where the server knows something else of it than it does itself.

interface RestartParts {
  db: OwnerDatabase
  newId: () => string
}

type Restarted = Promise<'again' | 'failed'>

/** The server was restored or replaced: everything is kept, sent again where it is missing, and fetched. */
export async function meetNewEpoch(parts: RestartParts, answer: Answer): Restarted {
  const { epoch } = answer.body as { epoch?: unknown }
  if (typeof epoch !== 'string') return 'failed'
  return fromLastMid(parts, answer, ({ device, firstPage }) => ({
    epoch,
    cursor: 0,
    round: device.round + 1,
    firstPage,
    pulling: 'all',
    restored: device.epoch !== '',
  }))
}

/** The server lacks some of this device's edits. */
export function fillGap(parts: RestartParts, answer: Answer): Restarted {
  return fromLastMid(parts, answer, () => ({}))
}

interface Standing {
  device: DeviceState
  /** Where the pages of a new full pull begin. */
  firstPage: number
}

async function fromLastMid(
  { db, newId }: RestartParts,
  { body }: Answer,
  change: (now: Standing) => Partial<DeviceState>,
): Restarted {
  const { lastMid } = body as { lastMid?: unknown }
  if (typeof lastMid !== 'number') return 'failed'
  await db.transaction(
    'rw',
    [db.rows, db.pages, db.queue, db.refused, db.log, db.device],
    async () => {
      const device = await readDevice(db, newId)
      const firstPage = await nextPage(db)
      await renumber(db, { ...device, ...change({ device, firstPage }) }, lastMid)
    },
  )
  return 'again'
}

/** Another browser goes by this device's name: a copied profile. */
export async function becomeAnother({ db, newId }: RestartParts): Restarted {
  await db.transaction('rw', [db.log, db.device], async () => {
    const device = await readDevice(db, newId)
    await db.device.put({ ...device, deviceId: newId(), lastMid: 0, given: [] })
    // The other's numbers mean nothing under the new name.
    await db.log.clear()
  })
  return 'again'
}

/** Away for longer than tombstones are kept. */
export async function pullAll({ db, newId }: RestartParts): Restarted {
  await db.transaction('rw', db.device, db.pages, async () => {
    const device = await readDevice(db, newId)
    const firstPage = await nextPage(db)
    const round = device.round + 1
    await db.device.put({ ...device, cursor: 0, round, firstPage, pulling: 'all' })
  })
  return 'again'
}
