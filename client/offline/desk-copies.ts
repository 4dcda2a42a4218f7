import Dexie, { type EntityTable } from 'dexie'

/** An answer of the server as it was last seen on this device. */
export interface Copy {
  /** The address that was asked. */
  key: string
  data: unknown
  /** When it came, by this device's clock, UTC milliseconds. */
  asOf: number
}

/** Something the owner began on this device and has not saved. */
interface Draft {
  key: string
  data: unknown
}

type Options = { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }

/** What the owner's device keeps; gone at sign-out. */
export class DeskDatabase extends Dexie {
  readonly copies!: EntityTable<Copy, 'key'>
  readonly drafts!: EntityTable<Draft, 'key'>

  constructor(userId: string, options?: Options) {
    super(`crm-${userId}`, options)
    this.version(1).stores({ copies: 'key', drafts: 'key' })
  }
}

const open = new Map<string, DeskDatabase>()

/** A copy that cannot be read is one that is not there: the server is asked anyway. */
export async function readCopy(userId: string, key: string): Promise<Copy | undefined> {
  try {
    return await database(userId).copies.get(key)
  } catch {
    return undefined
  }
}

/** Whether it is kept; where the browser keeps nothing, the desk works while it is connected. */
export async function keepCopy(userId: string, copy: Copy): Promise<boolean> {
  try {
    await database(userId).copies.put(copy)
    return true
  } catch {
    return false
  }
}

export async function readDraft(userId: string, key: string): Promise<unknown> {
  try {
    return (await database(userId).drafts.get(key))?.data
  } catch {
    return undefined
  }
}

/** Whether it is kept. */
export async function keepDraft(userId: string, key: string, data: unknown): Promise<boolean> {
  try {
    await database(userId).drafts.put({ key, data })
    return true
  } catch {
    return false
  }
}

export async function dropDraft(userId: string, key: string): Promise<boolean> {
  try {
    await database(userId).drafts.delete(key)
    return true
  } catch {
    return false
  }
}

/** All that this device keeps of the owner's data; other tabs let go of it by themselves. */
export async function dropDesk(userId: string): Promise<void> {
  const db = database(userId)
  open.delete(userId)
  await db.delete()
}

function database(userId: string): DeskDatabase {
  const known = open.get(userId)
  if (known) return known
  const db = new DeskDatabase(userId)
  // Another tab signs out, or a later version of the site wants to change it.
  db.on('versionchange', () => {
    open.delete(userId)
    db.close()
  })
  open.set(userId, db)
  return db
}
