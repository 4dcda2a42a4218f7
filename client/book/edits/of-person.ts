import type { OwnerDatabase } from '#client/book/store/database.ts'
import { isNumbered } from '#client/book/store/device.ts'
import { draftKeysOf, erase, forgetQueued } from '#client/book/store/erase.ts'
import { takeFromLog } from '#client/book/store/log.ts'
import { findPacked, type Hints } from '#client/book/store/pages.ts'
import { showAgain } from '#client/book/store/row.ts'
import { idOf, type Queued, type RefusedIntent, type RowKey } from '#client/book/store/schema.ts'
import type { HeldHere, PersonHere } from '#client/book/store/types.ts'
import type { Intent } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'

type Waiting = Pick<Queued | RefusedIntent, 'n' | 'key' | 'intent' | 'at'>

interface Found {
  /**
   * The clients who are this person: those that the server named, and unsynced ones with the
   * person's address.
   */
  keys: RowKey[]
  queued: Waiting[]
  refused: Waiting[]
  /** Unfinished forms and notes. */
  drafts: { key: string; data: unknown }[]
}

interface Here {
  db: OwnerDatabase
  hints: Hints
}

/**
 * Returns the pending and refused mutations and the drafts that concern a person and exist on this
 * device only.
 */
export async function heldOf(here: Here, person: PersonHere): Promise<HeldHere[]> {
  const { rows, pages, queue, refused, drafts } = here.db
  const tables = [rows, pages, queue, refused, drafts]
  const found = await here.db.transaction('r', tables, () => find(here, person))
  return [
    ...found.queued.map((one) => heldEdit('edit', one)),
    ...found.refused.map((one) => heldEdit('refused', one)),
    ...found.drafts.map(({ data }) => ({ kind: 'draft' as const, at: '', typed: data })),
  ]
}

function heldEdit(kind: 'edit' | 'refused', { intent, at }: Waiting): HeldHere {
  return { kind, at, typed: intent.op === 'patch' ? intent.set : { change: intent.op } }
}

/**
 * Erases a person from this device: the clients that the server erased, what is pending about them,
 * and all cached desk data, which may name them. Another client that has the person's address only
 * loses the address.
 */
export function eraseOf(here: Here, person: PersonHere): Promise<void> {
  const { db } = here
  return db.transaction('rw', db.tables, async () => {
    const found = await find(here, person)
    const mailbox = mailboxOf(person.email)
    for (const key of found.keys) await erase(db, { coll: 'client', id: idOf(key) })
    await db.drafts.bulkDelete(found.drafts.map(({ key }) => key))
    await takeAddress(db, mailbox)
    await db.copies.clear()
    await db.records.clear()
    await takeFromLog(db, (logged) => isNamedBy(logged, mailbox))
    await showAgain(db, [...new Set([...found.queued, ...found.refused].map(({ key }) => key))])
  })
}

/**
 * Removes the address from queued and refused mutations. A mutation that may have been sent is
 * deleted as a whole, because a sent mutation must not change.
 */
async function takeAddress(db: OwnerDatabase, mailbox: string): Promise<void> {
  const state = await db.device.get('device')
  const named = (waiting: Waiting) => isNamedBy(waiting, mailbox)
  const gone: Queued['n'][] = []
  for (const item of await db.queue.filter(named).toArray()) {
    const intent = state && isNumbered(item, state) ? undefined : without(item.intent, mailbox)
    if (intent) await db.queue.put({ ...item, intent })
    else gone.push(item.n)
  }
  await forgetQueued(db, gone)
  for (const item of await db.refused.filter(named).toArray()) {
    const intent = without(item.intent, mailbox)
    if (intent) await db.refused.put({ ...item, intent })
    else await db.refused.delete(item.n)
  }
}

/** Returns the mutation without the address; undefined if it changes nothing else. */
function without(intent: Intent, mailbox: string): Intent | undefined {
  if (intent.op !== 'patch') return undefined
  const addresses = ['email', 'otherEmails'].filter((field) =>
    [intent.set, intent.base].some((data) => hasAddress({ [field]: data[field] }, mailbox)),
  )
  const rest = (data: RecordData): RecordData =>
    Object.fromEntries(Object.entries(data).filter(([field]) => !addresses.includes(field)))
  const [set, base] = [rest(intent.set), rest(intent.base)]
  return Object.keys(set).length > 0 ? { ...intent, set, base } : undefined
}

async function find(here: Here, { email, ids }: PersonHere): Promise<Found> {
  const { queue, refused } = here.db
  const mailbox = mailboxOf(email)
  const named = (waiting: Waiting) => isNamedBy(waiting, mailbox)
  const naming = [
    ...(await queue.filter(named).toArray()),
    ...(await refused.filter(named).toArray()),
  ]
  const keys = new Set(ids.map((id): RowKey => `client/${id}`))
  for (const { key } of naming) if (await isOnlyHere(here, key)) keys.add(key)
  const concerned = (waiting: Waiting) => keys.has(waiting.key) || named(waiting)
  const begun = new Set([...keys].flatMap(draftKeysOf))
  return {
    keys: [...keys],
    queued: await queue.filter(concerned).toArray(),
    refused: await refused.filter(concerned).toArray(),
    drafts: await here.db.drafts
      .filter(({ key, data }) => begun.has(key) || isDraftNaming(key, data, mailbox))
      .toArray(),
  }
}

async function isOnlyHere({ db, hints }: Here, key: RowKey): Promise<boolean> {
  const row = await db.rows.get(key)
  if (row) return row.rev === 0
  return !(await findPacked(db, { coll: 'client', id: idOf(key) }, hints))
}

function isDraftNaming(key: string, data: unknown, mailbox: string): boolean {
  const fields = (data as { fields?: RecordData } | null)?.fields
  return key.startsWith('client:') && fields !== undefined && hasAddress(fields, mailbox)
}

function isNamedBy({ key, intent }: Pick<Waiting, 'key' | 'intent'>, mailbox: string): boolean {
  if (!key.startsWith('client/') || intent.op !== 'patch') return false
  return hasAddress(intent.set, mailbox) || hasAddress(intent.base, mailbox)
}

function hasAddress({ email, otherEmails }: RecordData, mailbox: string): boolean {
  const addresses = [email, ...(Array.isArray(otherEmails) ? otherEmails : [])]
  return addresses.some((one) => typeof one === 'string' && mailboxOf(one) === mailbox)
}

/** Normalised as the server compares addresses. */
function mailboxOf(email: string): string {
  return email.trim().toLowerCase()
}
