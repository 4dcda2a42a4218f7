import { numbersOf, type Run } from '#client/book/store/numbers.ts'
import { answerOf, openAsItIs } from '#client/book/store/open-as-it-is.ts'
import type { SyncDevice } from './sync-device.ts'

const NAME = 'crm-owner'
/** Dexie's ten times its own number. */
const VERSION_2 = 20
const VERSION_3 = 30
const VERSION_1000 = 10_000

type Value = Record<string, unknown>
type Contents = Record<string, Value[]>

/** The owner's store as raw structure, by no code of the product. */
export function rawStore(
  factory: IDBFactory,
  version: number,
  make: (db: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, version)
    request.onupgradeneeded = () => make(request.result)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function makeStores(db: IDBDatabase, log: 'n' | 'mid'): void {
  for (const name of ['copies', 'drafts', 'rows']) db.createObjectStore(name, { keyPath: 'key' })
  for (const name of ['pages', 'heads']) db.createObjectStore(name, { keyPath: 'no' })
  const queue = db.createObjectStore('queue', { keyPath: 'n', autoIncrement: true })
  queue.createIndex('key', 'key')
  db.createObjectStore('refused', { keyPath: 'n' }).createIndex('key', 'key')
  db.createObjectStore('device', { keyPath: 'name' })
  const logged = db.createObjectStore('log', { keyPath: log })
  if (log === 'n') logged.createIndex('mid', 'mid')
}

/** The device's store becomes one of version 2, by the key that its log had there. */
export async function madeVersion2(device: SyncDevice, log: 'n' | 'mid'): Promise<void> {
  const contents = asThird(asThousandth(await contentsOf(device)))
  await made(device, {
    version: VERSION_2,
    log,
    contents: log === 'n' ? asFirst(contents) : contents,
  })
}

/** The device's store becomes one of version 3. */
export async function madeVersion3(device: SyncDevice): Promise<void> {
  await made(device, {
    version: VERSION_3,
    log: 'mid',
    contents: asThird(asThousandth(await contentsOf(device))),
  })
}

/** The device's store becomes one of version 1000; its values stay sealed where a passphrase is set. */
export async function madeVersion1000(device: SyncDevice): Promise<void> {
  const { sealer } = device
  await made(device, {
    version: VERSION_1000,
    log: 'mid',
    contents: asThousandth(await asItLies(device)),
  })
  device.sealer = sealer
}

interface Older {
  version: number
  /** The key of its log. */
  log: 'n' | 'mid'
  contents: Contents
}

async function asItLies({ db, factory }: SyncDevice): Promise<Contents> {
  await db.open()
  const store = await openAsItIs(factory, 'owner')
  if (!store) throw new Error('There is no store')
  const transaction = store.transaction([...store.objectStoreNames])
  const read = [...store.objectStoreNames].map(
    async (name) => [name, await answerOf(transaction.objectStore(name).getAll())] as const,
  )
  const contents = Object.fromEntries(await Promise.all(read))
  store.close()
  return contents
}

async function made(device: SyncDevice, { version, log, contents }: Older): Promise<void> {
  await device.wipe()
  device.crash()
  const db = await rawStore(device.factory, version, (stores) => {
    makeStores(stores, log)
    if (version >= VERSION_1000) stores.createObjectStore('seal', { keyPath: 'name' })
  })
  await put(db, contents)
  db.close()
}

/** The number of its structure, as the browser counts. */
export async function versionOf({ factory }: SyncDevice): Promise<number | undefined> {
  return (await factory.databases()).find(({ name }) => name === NAME)?.version
}

async function contentsOf({ db }: SyncDevice): Promise<Contents> {
  const read = db.tables.map(async (table) => [table.name, await table.toArray()] as const)
  return Object.fromEntries(await Promise.all(read))
}

async function put(db: IDBDatabase, contents: Contents): Promise<void> {
  const transaction = db.transaction([...db.objectStoreNames], 'readwrite')
  for (const [name, values] of Object.entries(contents))
    for (const value of values) transaction.objectStore(name).put(value)
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
}

/** As version 1000 wrote it: each number beside its place, and nothing said of the log. */
function asThousandth({ device = [], ...as }: Contents): Contents {
  return {
    ...as,
    device: device.map(({ given, logged: _later, ...state }) => ({
      ...state,
      given: [...numbersOf(given as Run[])],
    })),
  }
}

/** As version 3 wrote it: all that a row shows, and the log in pieces. */
function asThird({ rows = [], log = [], ...as }: Contents): Contents {
  return {
    ...as,
    rows: rows.map(({ shown, ...row }) => {
      const { set, ...over } = (shown ?? {}) as Value
      const data = { ...(row.data as Value), ...(set as Value) }
      return shown ? { ...row, shown: { data, ...over } } : row
    }),
    log: log.map(({ items, ...batch }) => ({ ...batch, items: JSON.parse(String(items)) })),
  }
}

/** As the first builds of version 2 wrote it: numbers beside their intents, a log entry for each. */
function asFirst({ rows = [], heads = [], queue = [], log = [], device = [], ...as }: Contents) {
  const { given, horizon: _later, ...state } = device[0] ?? {}
  const mids = new Map(given as [unknown, number][] | undefined)
  const batches = log as { ackedAt: number; items: Value[] }[]
  return {
    ...as,
    rows: rows.map(({ shown, ...row }) => {
      const { through: _newer, ...seen } = (shown ?? {}) as Value
      return shown ? { ...row, shown: seen } : row
    }),
    heads: heads.map(({ order: _order, apart: _apart, ...head }) => head),
    queue: queue.map((item) => (mids.has(item.n) ? { ...item, mid: mids.get(item.n) } : item)),
    log: batches.flatMap(({ ackedAt, items }) => items.map((item) => ({ ...item, ackedAt }))),
    device: device.length > 0 ? [state] : [],
  }
}
