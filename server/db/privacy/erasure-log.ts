import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import * as v from 'valibot'
import { DATABASE_FILE, MAIL_FOLDER } from '#server/db/data-dir.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { Keys } from '#server/lib/keys.ts'
import { collectionNames, type RecordRef } from '#shared/sync/collections.ts'
import { erasePersonRows } from './erasure.ts'
import { eraseNamingRecords } from './naming-records.ts'
import { listMailboxes, personColl } from './personal-data.ts'
import { eraseTrees } from './record-trees.ts'

export interface Erasure {
  /** Keyed hash of the mailbox; see `hashErasedMailbox`. */
  mailbox: string
  /** UTC milliseconds. */
  at: number
  /** Ids of the clients that were erased. */
  clientIds: string[]
  /** The records that named only them, such as journeys, and were erased with them. */
  records: RecordRef[]
}

/** Keyed hash that stands for a mailbox in the log of erasures: comparable, but not readable. */
export function hashErasedMailbox(keys: Keys, mailbox: string): string {
  return keys.sign(signedText(mailbox))
}

const signedText = (mailbox: string) => `erased:${mailbox}`

export async function insertErasure(tx: Tx, erasure: Erasure): Promise<void> {
  const { clientIds, records, ...who } = erasure
  const ids = { clients: JSON.stringify(clientIds), records: JSON.stringify(records) }
  await tx
    .insertInto('erasure')
    .values({ ...who, ...ids })
    .execute()
}

/**
 * The erasures in the database of a data folder; none without a database, undefined if unreadable.
 */
export function readErasureLog(dataDir: string): Erasure[] | undefined {
  const file = findLatestDatabase(dataDir)
  if (!file) return []
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(file)
    const known = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'erasure'").get()
    const rows = known ? sqlite.prepare('SELECT * FROM erasure ORDER BY id').all() : []
    return rows.map(toErasure)
  } catch {
    return undefined
  } finally {
    sqlite?.close()
  }
}

/** Converts a row of the table `erasure`; PostgreSQL's driver returns the time as text. */
export function toErasure(row: unknown): Erasure {
  const { mailbox, at, clients, records } = row as Record<
    'mailbox' | 'clients' | 'records',
    string
  > & {
    at: number | string
  }
  const ids = { clientIds: JSON.parse(clients), records: JSON.parse(records) }
  return { mailbox, at: Number(at), ...ids }
}

const StoredErasures = v.array(
  v.object({
    mailbox: v.string(),
    at: v.number(),
    clientIds: v.array(v.string()),
    records: v.array(v.object({ coll: v.picklist(collectionNames), id: v.string() })),
  }),
)

/** From the JSON of a list of erasures; none if the text is something else. */
export function parseErasureLog(text: string): Erasure[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredErasures), text)
  return parsed.success ? parsed.output : []
}

/** The folder's database, or the newest one that an interrupted restore has moved aside. */
function findLatestDatabase(dataDir: string): string | undefined {
  const replacedFolders = fs.existsSync(dataDir)
    ? fs.readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))
    : []
  return ['.', ...replacedFolders.sort().reverse()]
    .map((folder) => path.join(dataDir, folder, DATABASE_FILE))
    .find((file) => fs.existsSync(file))
}

/**
 * Erases from a restored database the people who were erased after its backup, and adds their
 * erasures to its log. Returns how many people it found. Without keys it cannot recognise
 * mailboxes and erases only clients and the records that name them, by their ids. If there were erasures to apply, it then returns
 * undefined; the restore continues and tells the owner to erase these people again.
 */
export async function reapplyErasures(
  db: Database,
  dataDir: string,
  { log, keys, now }: { log: Erasure[]; keys: Keys | undefined; now: number },
): Promise<number | undefined> {
  return db.write(async (tx) => {
    const known = await tx.selectFrom('erasure').select(['mailbox', 'at']).execute()
    const isNew = ({ mailbox, at }: Erasure) =>
      !known.some((one) => one.mailbox === mailbox && one.at === at)
    const missing = log.filter(isNew)
    const erasedHashes = new Set(missing.map(({ mailbox }) => mailbox))
    // One hash for each key: the erasure may have been logged under a key that was current then.
    const hashesOf = (mailbox: string) => keys?.signatures(signedText(mailbox)) ?? []
    const found = (await listMailboxes(tx)).filter((one) =>
      hashesOf(one).some((hash) => erasedHashes.has(hash)),
    )
    // A rollback would not bring the files back, but these are copies: if this fails, the restore
    // fails and deletes the folder.
    for (const mailbox of found)
      removeMailFiles(dataDir, (await erasePersonRows(tx, { mailbox }, now)).rows.jobs)
    // People whose address is not in the backup can only be found by the ids of what was erased.
    let foundByClient = 0
    for (const { mailbox, clientIds, records } of missing) {
      const erasedCount = await eraseByIds(tx, { clientIds, records }, now)
      const isCounted = found.some((one) => hashesOf(one).includes(mailbox))
      if (erasedCount > 0 && !isCounted) foundByClient += 1
    }
    for (const erasure of missing) await insertErasure(tx, erasure)
    return keys || missing.length === 0 ? found.length + foundByClient : undefined
  })
}

async function eraseByIds(
  tx: Tx,
  { clientIds, records }: Pick<Erasure, 'clientIds' | 'records'>,
  now: number,
): Promise<number> {
  const erased = await eraseNamingRecords(tx, { clients: clientIds, records }, now)
  return erased + (await eraseTrees(tx, { coll: personColl, ids: clientIds }, now))
}

/** Deletes the mail files of jobs, whose names begin with the job's id; ignores missing files. */
export function removeMailFiles(dataDir: string, jobs: number[]): void {
  const folder = path.join(dataDir, MAIL_FOLDER)
  const jobIds = new Set(jobs)
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  for (const file of files)
    if (jobIds.has(Number.parseInt(file, 10))) fs.rmSync(path.join(folder, file), { force: true })
}
