import { type Database, query } from './database.ts'

/** The secret of this name, made at its first use and kept in the database. */
export async function keptSecret(db: Database, name: string, make: () => string): Promise<string> {
  return db.write((tx) => {
    const find = query.selectFrom('secret').select('value').where('name', '=', name)
    const known = tx.get(find)
    if (known) return known.value
    const value = make()
    tx.run(query.insertInto('secret').values({ name, value }))
    return value
  })
}
