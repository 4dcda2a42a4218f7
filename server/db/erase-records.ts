import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, query, type Tx } from './database.ts'
import { oneOf, raw } from './raw.ts'

/** The clients of the owner's book that have a mailbox: in use, beside it, or as an open alternative. */
export function clientsOf(mailbox: string, searched?: SearchedClients) {
  const where = searched
    ? sql`(seq > ${searched.upTo} OR seq IN ${oneOf(searched.found)})`
    : sql`coll = 'client'`
  return sql`SELECT id FROM record WHERE ${where} AND ${names(mailbox)}`
}

function names(mailbox: string) {
  return sql`coll = 'client' AND erased = 0 AND (
    lower(trim(json_extract(data, '$.email'))) = ${mailbox}
    OR EXISTS (SELECT 1 FROM json_each(data, '$.otherEmails') WHERE lower(trim(value)) = ${mailbox})
    OR EXISTS (SELECT 1 FROM json_each(conflicts)
      WHERE json_extract(value, '$.field') = 'email'
        AND lower(trim(json_extract(value, '$.value'))) = ${mailbox}))`
}

/** The clients that had a mailbox when they were looked through; changed since are those after `upTo`. */
export interface SearchedClients {
  upTo: number
  /** Their numbers of then. */
  found: number[]
}

/** How many clients are looked through before others have their turn. */
const AT_ONCE = 1000

/**
 * Looks through all clients for a mailbox without holding anybody up. A transaction that is given the
 * result looks at these and at what changed since, and so misses nobody.
 */
export async function searchClients(db: Database, mailbox: string): Promise<SearchedClients> {
  const upTo = db.read.get(query.selectFrom('sync_clock').select('seq'))?.seq ?? 0
  const found: number[] = []
  for (let from = 0; from < upTo; ) {
    const last = raw<{ seq: number }>(sql`
      SELECT seq FROM record WHERE seq > ${from} ORDER BY seq LIMIT 1 OFFSET ${AT_ONCE - 1}`)
    const to = Math.min(db.read.get(last)?.seq ?? upTo, upTo)
    const among = raw<{ seq: number }>(sql`
      SELECT seq FROM record WHERE seq > ${from} AND seq <= ${to} AND ${names(mailbox)}`)
    found.push(...db.read.all(among).map(({ seq }) => seq))
    from = to
    await others()
  }
  return { upTo, found }
}

/**
 * Empties clients. What stays is their id, under a new number of the sequence, so that each device
 * wipes its copy; gives how many were not empty yet.
 */
export function eraseClients(tx: Tx, ids: readonly string[], now: number): number {
  const left = tx.all(
    raw(sql<{ id: string }>`SELECT id FROM record
      WHERE coll = 'client' AND erased = 0 AND id IN ${oneOf(ids)}`),
  )
  for (const { id } of left) {
    const [next] = tx.all(
      raw(sql<{ seq: number }>`UPDATE sync_clock SET seq = seq + 1 WHERE id = 1 RETURNING seq`),
    )
    tx.run(
      raw(sql`UPDATE record SET seq = ${next?.seq}, rev = rev + 1, deleted = 1, erased = 1,
          data = '{}', revs = '{}', conflicts = '[]', updated_at = ${now}, deleted_at = ${now},
          deleted_by = NULL
        WHERE coll = 'client' AND id = ${id}`),
    )
  }
  tx.run(raw(sql`DELETE FROM field_history WHERE coll = 'client' AND record_id IN ${oneOf(ids)}`))
  return left.length
}

/** What an address was corrected from, in clients that are somebody else's. */
export function eraseFormerAddresses(tx: Tx, mailbox: string): void {
  tx.run(
    raw(sql`DELETE FROM field_history WHERE field IN ('email', 'otherEmails')
      AND instr(lower(value), json_quote(${mailbox})) > 0`),
  )
}
