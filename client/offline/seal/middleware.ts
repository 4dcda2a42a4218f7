import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from 'dexie'
import type { Sealer } from './sealer.ts'
import { isSealedTable, type SealedTable } from './tables.ts'

/** Nearer to the disk than any of Dexie's own, which shall see what was meant. */
const LOWEST = -2

/** Seals what goes into the store and opens what comes out of it, once there is a way to. */
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
  const opened = (stored: unknown): unknown => {
    const by = sealer()
    return by && stored ? by.open(name, stored as Record<string, unknown>) : stored
  }
  return {
    ...table,
    mutate: (request) => {
      const by = sealer()
      if (!by || (request.type !== 'add' && request.type !== 'put')) return table.mutate(request)
      const values = request.values.map((value) => by.seal(name, value))
      return table.mutate({ ...request, values })
    },
    get: (request) => table.get(request).then(opened),
    getMany: (request) => table.getMany(request).then((found) => found.map(opened)),
    query: (request) =>
      table
        .query(request)
        .then((answer) =>
          request.values ? { ...answer, result: answer.result.map(opened) } : answer,
        ),
    openCursor: (request) =>
      table
        .openCursor(request)
        .then((cursor) => (cursor && request.values ? openedCursor(cursor, opened) : cursor)),
  }
}

/** The browser's own cursor answers for itself alone, so that these three are asked of it by name. */
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
