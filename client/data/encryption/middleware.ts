import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from 'dexie'
import type { Cipher } from './cipher.ts'
import { type EncryptedTable, isEncryptedTable } from './tables.ts'

/**
 * Dexie middleware level, lower is nearer to IndexedDB. Below Dexie's own middleware, which must
 * see decrypted values.
 */
const LOWEST = -2

/**
 * Dexie middleware that encrypts values on write and decrypts them on read while `getCipher` returns a
 * cipher; otherwise values pass unchanged.
 */
export function createEncryptionMiddleware(
  getCipher: () => Cipher | undefined,
): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'Seal',
    level: LOWEST,
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return isEncryptedTable(name) ? encryptTable(table, name, getCipher) : table
      },
    }),
  }
}

function encryptTable(
  table: DBCoreTable,
  name: EncryptedTable,
  getCipher: () => Cipher | undefined,
): DBCoreTable {
  const opened = (by: Cipher) => (stored: unknown) =>
    stored ? by.decrypt(name, stored as Record<string, unknown>) : stored
  return {
    ...table,
    mutate: (request) => {
      const by = getCipher()
      if (!by || (request.type !== 'add' && request.type !== 'put')) return table.mutate(request)
      const values = request.values.map((value) => by.encrypt(name, value))
      return table.mutate({ ...request, values })
    },
    get: (request) => {
      const by = getCipher()
      const found = table.get(request)
      return by ? found.then(opened(by)) : found
    },
    getMany: (request) => {
      const by = getCipher()
      const found = table.getMany(request)
      return by ? found.then((all) => all.map(opened(by))) : found
    },
    query: (request) => {
      const by = getCipher()
      const answer = table.query(request)
      if (!by || !request.values) return answer
      return answer.then((found) => ({ ...found, result: found.result.map(opened(by)) }))
    },
    openCursor: (request) => {
      const by = getCipher()
      const opening = table.openCursor(request)
      if (!by || !request.values) return opening
      return opening.then((cursor) => cursor && decryptCursor(cursor, opened(by)))
    },
  }
}

/**
 * The getters of a native `IDBCursor` throw on any other object, so these three read from the
 * cursor itself.
 */
function decryptCursor(cursor: DBCoreCursor, opened: (stored: unknown) => unknown): DBCoreCursor {
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
