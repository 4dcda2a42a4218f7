import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE, MAIL } from '#server/db/data-dir.ts'
import { type Database, query, type Tx } from '#server/db/database.ts'
import { writeMark } from '#server/db/marks.ts'
import { fingerprint, newSecret } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { eraseClients, eraseRows } from './erase.ts'
import { knownMailboxes } from './person.ts'

export interface Erasure {
  mailbox: string
  at: number
  /** Ids of the clients that were emptied. */
  clients: string[]
}

/** A mailbox in the log of erasures: to be recognised, not to be read. */
export function erasureMark(keys: Keys, mailbox: string): string {
  return keys.sign(markedText(mailbox))
}

const markedText = (mailbox: string) => `erased:${mailbox}`

export function noteErasure(tx: Tx, erasure: Erasure): void {
  const { clients, ...who } = erasure
  tx.run(query.insertInto('erasure').values({ ...who, clients: JSON.stringify(clients) }))
}

/** What a data folder knows of erasures; undefined where it holds no database that can be read. */
export function readErasureLog(dataDir: string): Erasure[] | undefined {
  const file = latestDatabase(dataDir)
  if (!file) return []
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(file)
    const known = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'erasure'").get()
    const rows = known ? sqlite.prepare('SELECT * FROM erasure ORDER BY id').all() : []
    return rows.map(erasureOf)
  } catch {
    return undefined
  } finally {
    sqlite?.close()
  }
}

function erasureOf(row: unknown): Erasure {
  const { mailbox, at, clients } = row as { mailbox: string; at: number; clients: string }
  return { mailbox, at, clients: JSON.parse(clients) }
}

/** The folder's own, or, where a restore was interrupted, the one that it had put aside. */
function latestDatabase(dataDir: string): string | undefined {
  const aside = fs.existsSync(dataDir)
    ? fs.readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))
    : []
  return ['.', ...aside.sort().reverse()]
    .map((folder) => path.join(dataDir, folder, DATABASE))
    .find((file) => fs.existsSync(file))
}

/**
 * Erases again, from a restored folder, the people erased since its backup; returns how many it found,
 * or undefined where nobody can be recognised, because the keys are missing.
 */
export async function eraseAgain(
  db: Database,
  folder: string,
  { log, keys, now }: { log: Erasure[]; keys: Keys | undefined; now: number },
): Promise<number | undefined> {
  return db.write((tx) => {
    const known = tx.all(query.selectFrom('erasure').select(['mailbox', 'at']))
    const isNew = ({ mailbox, at }: Erasure) =>
      !known.some((one) => one.mailbox === mailbox && one.at === at)
    const missing = log.filter(isNew)
    const marks = new Set(missing.map(({ mailbox }) => mailbox))
    const marksOf = (mailbox: string) => keys?.signatures(markedText(mailbox)) ?? []
    const found = knownMailboxes(tx).filter((one) => marksOf(one).some((mark) => marks.has(mark)))
    for (const mailbox of found) removeMailFiles(folder, eraseRows(tx, { mailbox }, now).rows.jobs)
    // Those that came into the book, or to their address, after the backup was made are found by id alone.
    const others = missing.filter(
      ({ mailbox, clients }) =>
        eraseClients(tx, clients, now) > 0 && !found.some((one) => marksOf(one).includes(mailbox)),
    )
    for (const erasure of missing) noteErasure(tx, erasure)
    return keys || missing.length === 0 ? found.length + others.length : undefined
  })
}

/** Each mail's file begins with the number of its job; one that is not there is gone already. */
export function removeMailFiles(dataDir: string, jobs: number[]): void {
  const folder = path.join(dataDir, MAIL)
  const wanted = new Set(jobs)
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  for (const file of files)
    if (wanted.has(Number.parseInt(file, 10))) fs.rmSync(path.join(folder, file), { force: true })
}

/** Another value, so that devices see that this server's past is not the one they knew. */
export function renewEpoch(tx: Tx): void {
  writeMark(tx, 'epoch', fingerprint(newSecret()))
}
