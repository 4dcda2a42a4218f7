import { Keys } from '#server/lib/keys.ts'
import { DataError } from './data-dir.ts'
import { type Database, query, type Tx } from './database.ts'
import { addKeyFile, readKeyFiles } from './key-files.ts'

const MARK = 'key'

/**
 * The keys of a folder, made where there are none and the database was never used with any. Throws
 * where the key that the database was last used with is missing: its encrypted values would be lost.
 */
export async function openKeys(db: Database, folder: string): Promise<Keys> {
  const known = keyInUse(db.read)
  if (known === undefined && readKeyFiles(folder).length === 0) addKeyFile(folder)
  const keys = keysOf(folder)
  if (known !== undefined && !keys?.has(known)) throw new DataError(missingKey(known, folder))
  if (!keys) throw new DataError(`There is no key in ${folder}.`)
  if (known === undefined) await db.write((tx) => noteKeyInUse(tx, keys))
  return keys
}

/** The keys of a folder; undefined where it holds none. */
export function keysOf(folder: string): Keys | undefined {
  const stored = readKeyFiles(folder)
  return stored.length > 0 ? new Keys(stored) : undefined
}

/** Names the key that the database was last used with; undefined before its first use. */
export function keyInUse(tx: Tx): string | undefined {
  return tx.get(query.selectFrom('mark').select('value').where('name', '=', MARK))?.value
}

export function noteKeyInUse(tx: Tx, { id }: Keys): void {
  tx.run(
    query
      .insertInto('mark')
      .values({ name: MARK, value: id })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: id })),
  )
}

function missingKey(id: string, folder: string): string {
  return `The key ${id}, which this database was last used with, is not in ${folder}. Put your copy of that folder back, or begin with a new key: npm run keys -- --replace`
}
