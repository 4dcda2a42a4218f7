import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import { toClientId } from './sample-clients.ts'

/** Gives some clients a new revision in the running server's database, as another device would. */
export function changeClients(dataDir: string, from: number, count: number): void {
  const sqlite = new Sqlite(path.join(dataDir, DATABASE_FILE))
  sqlite.pragma('busy_timeout = 5000')
  const next = sqlite.prepare('UPDATE sync_clock SET seq = seq + 1 RETURNING seq').pluck()
  const change = sqlite.prepare(
    `UPDATE record SET seq = ?, rev = rev + 1, data = json_set(data, '$.transport', 'By train')
     WHERE coll = 'client' AND id = ?`,
  )
  sqlite.transaction(() => {
    for (let i = 1; i <= count; i++) change.run(next.get(), toClientId(from + i))
  })()
  sqlite.close()
}
