import { OwnerDatabase } from './database.ts'

const NAME = /^crm-(.+)$/

/** Whose books lie on this device; none where the browser does not tell. */
export async function ownersHere(): Promise<string[]> {
  const found = (await indexedDB.databases?.()) ?? []
  return found.flatMap(({ name }) => NAME.exec(name ?? '')?.[1] ?? [])
}

/** Opens an owner's book, and closes it whatever comes of the work; one that is sealed is left alone. */
export async function withBook<T>(
  userId: string,
  work: (db: OwnerDatabase) => Promise<T>,
): Promise<T | 'sealed'> {
  const db = new OwnerDatabase(userId)
  try {
    return await work(db)
  } catch (error) {
    if (db.locked) return 'sealed'
    throw error
  } finally {
    db.close()
  }
}
