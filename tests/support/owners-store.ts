import { OwnerDatabase } from '../../client/offline/crm/database.ts'

/** As the book leaves it where it was opened once: pages read and write in it, and make none. */
export async function makeOwnersStore(userId: string): Promise<void> {
  const db = new OwnerDatabase(userId)
  await db.open()
  db.close()
}
