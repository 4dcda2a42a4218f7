import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from 'dexie'
import type { Sealer } from './sealer.ts'
import { isSealedTable, type SealedTable } from './tables.ts'

/**
 * Dexie middleware level, lower is nearer to IndexedDB. Below Dexie's own middleware, which must
 * see decrypted values.
 */
const LOWEST = -2

/**
 * Dexie middleware that encrypts values on write and decrypts them on read while `sealer` returns a
 * cipher; otherwise values pass unchanged.
 */
export function sealing(sealer: () => Sealer | undefined): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'Seal',
    level: LOWEST,
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return isSealedTable(name) ? sealedTable(table, name, sealer) : table
      },
    }),
  }
}

function sealedTable(
  table: DBCoreTable,
  name: SealedTable,
  sealer: () => Sealer | undefined,
): DBCoreTable {
  const opened = (by: Sealer) => (stored: unknown) =>
    stored ? by.open(name, stored as Record<string, unknown>) : stored
  return {
    ...table,
    mutate: (request) => {
      const by = sealer()
      if (!by || (request.type !== 'add' && request.type !== 'put')) return table.mutate(request)
      const values = request.values.map((value) => by.seal(name, value))
      return table.mutate({ ...request, values })
    },
    get: (request) => {
      const by = sealer()
      const found = table.get(request)
      return by ? found.then(opened(by)) : found
    },
    getMany: (request) => {
      const by = sealer()
      const found = table.getMany(request)
      return by ? found.then((all) => all.map(opened(by))) : found
    },
    query: (request) => {
      const by = sealer()
      const answer = table.query(request)
      if (!by || !request.values) return answer
      return answer.then((found) => ({ ...found, result: found.result.map(opened(by)) }))
    },
    openCursor: (request) => {
      const by = sealer()
      const opening = table.openCursor(request)
      if (!by || !request.values) return opening
      return opening.then((cursor) => cursor && openedCursor(cursor, opened(by)))
    },
  }
}

/**
 * The getters of a native `IDBCursor` throw on any other object, so these three read from the
 * cursor itself.
 */
function openedCursor(cursor: DBCoreCursor, opened: (stored: unknown) => unknown): DBCoreCursor {
  let last: { stored: unknown; value: unknown } | undefined
  const value = () => {
    const stored = cursor.value
    if (last?.stored !== stored) last = { stored, value: opened(stored) }
    return last?.value
  }
  return Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: value },
  })
}
