import type { DataCore } from '#client/data/data-core.ts'
import { removeFromLog } from '#client/data/store/acked-log.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { isNumbered } from '#client/data/store/device.ts'
import { deleteQueued, eraseRecords, getDraftKeys } from '#client/data/store/erase.ts'
import { findPacked, type PageHints } from '#client/data/store/pages.ts'
import { refreshOptimistic } from '#client/data/store/record.ts'
import {
  getRecordId,
  type PendingMutation,
  type RecordKey,
  type RejectedMutation,
  toRecordKey,
  toRecordRef,
} from '#client/data/store/schema.ts'
import type { PersonRef, UnsyncedPersonalData } from '#client/data/store/types.ts'
import {
  type Collection,
  getCollection,
  getPersonCollection,
  type RecordData,
} from '#shared/sync/collections.ts'
import type { Intent } from '#shared/sync/protocol.ts'
import {
  findDraftCollection,
  findPersonRecords,
  listNamed,
  type PersonRecords,
  toExportedEdit,
} from './person-records.ts'

type UnsyncedMutation = Pick<PendingMutation | RejectedMutation, 'n' | 'key' | 'intent' | 'at'>

interface FoundPersonalData {
  /**
   * Ids of the clients who are this person: those that the server named, and unsynced ones with the
   * person's address.
   */
  clients: ReadonlySet<string>
  records: PersonRecords
  queued: UnsyncedMutation[]
  rejected: UnsyncedMutation[]
  /** Unfinished forms and notes. */
  drafts: { key: string; data: unknown }[]
}

interface LocalContext {
  db: OwnerDatabase
  hints: PageHints
}

/** Loaded on demand, because few people ask for their data. */
export class PrivacyPart {
  constructor(private readonly core: DataCore) {}

  /** Data about a person that only this device has. */
  async read(person: PersonRef): Promise<UnsyncedPersonalData[]> {
    await this.core.whenOpened
    return readPersonalData(this.core, person)
  }

  /** Erases a person from this device, after the server has erased them. */
  async erase(person: PersonRef): Promise<void> {
    await this.core.whenOpened
    await erasePersonalData(this.core, person)
    await this.core.reportChange('all')
    // Brings the person's bookings as the server has erased them.
    await this.core.scheduler.syncNow()
  }
}

/**
 * Returns the pending and rejected mutations and the drafts that concern a person and exist on this
 * device only.
 */
export async function readPersonalData(
  here: LocalContext,
  person: PersonRef,
): Promise<UnsyncedPersonalData[]> {
  const { records, pages, queue, rejected, drafts } = here.db
  const tables = [records, pages, queue, rejected, drafts]
  const found = await here.db.transaction('r', tables, async () => findPersonalData(here, person))
  const isExported = ({ intent }: UnsyncedMutation) => getCollection(intent.coll).exported !== null
  return [
    ...found.queued.filter(isExported).map((one) => toPersonalData('edit', one, found)),
    ...found.rejected.filter(isExported).map((one) => toPersonalData('rejected', one, found)),
    ...found.drafts.map(({ data }) => ({ kind: 'draft' as const, at: '', content: data })),
  ]
}

function toPersonalData(
  kind: 'edit' | 'rejected',
  { key, intent, at }: UnsyncedMutation,
  { records, clients }: FoundPersonalData,
): UnsyncedPersonalData {
  const root = records.findRoot(key)
  const set = intent.op === 'patch' ? intent.set : { change: intent.op }
  const content = toExportedEdit(intent.coll, set, clients)
  return { kind, at, content, ...(root && records.shared.has(root) && { othersTravel: true }) }
}

/**
 * Erases a person from this device: the clients that the server erased and those that exist only
 * here, with their mutations and drafts, and all cached desk data, which may name them; and journeys
 * that exist only here, unless others travel too. The server erases the other journeys. Another
 * client with the person's address only loses the address in pending edits; see `removeAddress` for
 * those that may have been sent. Its drafts with the address are deleted whole.
 */
export function erasePersonalData(here: LocalContext, person: PersonRef): Promise<void> {
  const { db } = here
  return db.transaction('rw', db.tables, async () => {
    const found = await findPersonalData(here, person)
    const mailbox = normalizeEmail(person.email)
    await eraseRecords(db, found.records.toErase.map(toRecordRef))
    await db.drafts.bulkDelete(found.drafts.map(({ key }) => key))
    await removeAddress(db, mailbox)
    await db.queryCache.clear()
    await removeFromLog(db, (logged) => hasMention(logged, mailbox))
    await refreshOptimistic(db, [
      ...new Set([...found.queued, ...found.rejected].map(({ key }) => key)),
    ])
  })
}

/**
 * Removes the address from queued and rejected mutations. A mutation that may have been sent is
 * deleted as a whole, because a sent mutation must not change.
 */
async function removeAddress(db: OwnerDatabase, mailbox: string): Promise<void> {
  const state = await db.device.get('device')
  const named = (mutation: UnsyncedMutation) => hasMention(mutation, mailbox)
  const removed: PendingMutation['n'][] = []
  for (const item of await db.queue.filter(named).toArray()) {
    const intent =
      state && isNumbered(item, state) ? undefined : withoutAddress(item.intent, mailbox)
    if (intent) await db.queue.put({ ...item, intent })
    else removed.push(item.n)
  }
  await deleteQueued(db, removed)
  for (const item of await db.rejected.filter(named).toArray()) {
    const intent = withoutAddress(item.intent, mailbox)
    if (intent) await db.rejected.put({ ...item, intent })
    else await db.rejected.delete(item.n)
  }
}

/** Returns the mutation without the address; undefined if it changes nothing else. */
function withoutAddress(intent: Intent, mailbox: string): Intent | undefined {
  if (intent.op !== 'patch') return undefined
  const addresses = listAddressFields(intent.coll).filter((field) =>
    [intent.set, intent.base].some((data) => hasAddressIn(data, [field], mailbox)),
  )
  const rest = (data: RecordData): RecordData =>
    Object.fromEntries(Object.entries(data).filter(([field]) => !addresses.includes(field)))
  const [set, base] = [rest(intent.set), rest(intent.base)]
  return Object.keys(set).length > 0 ? { ...intent, set, base } : undefined
}

async function findPersonalData(
  here: LocalContext,
  { email, ids }: PersonRef,
): Promise<FoundPersonalData> {
  const { queue, rejected } = here.db
  const mailbox = normalizeEmail(email)
  const named = (mutation: UnsyncedMutation) => hasMention(mutation, mailbox)
  const naming = [
    ...(await queue.filter(named).toArray()),
    ...(await rejected.filter(named).toArray()),
  ]
  const { coll } = getPersonCollection()
  const keys = new Set(ids.map((id) => toRecordKey({ coll, id })))
  for (const { key } of naming) if (await isOnlyOnDevice(here, key)) keys.add(key)
  const clients = new Set([...keys].map(getRecordId))
  const records = await findPersonRecords(here.db, keys)
  const concerned = (mutation: UnsyncedMutation) =>
    named(mutation) || records.findRoot(mutation.key) !== undefined
  const draftKeys = new Set([...keys].flatMap(getDraftKeys))
  return {
    ...{ clients, records },
    queued: await queue.filter(concerned).toArray(),
    rejected: await rejected.filter(concerned).toArray(),
    drafts: await here.db.drafts
      .filter(
        ({ key, data }) => draftKeys.has(key) || isDraftOfPerson(key, data, { mailbox, clients }),
      )
      .toArray(),
  }
}

async function isOnlyOnDevice({ db, hints }: LocalContext, key: RecordKey): Promise<boolean> {
  const row = await db.records.get(key)
  if (row) return row.rev === 0
  return !(await findPacked(db, toRecordRef(key), hints))
}

/** Whether a draft contains the person's address, or belongs to a new record that names one of these clients. */
function isDraftOfPerson(
  key: string,
  data: unknown,
  { mailbox, clients }: { mailbox: string; clients: ReadonlySet<string> },
): boolean {
  const coll = findDraftCollection(key)
  if (!coll || typeof data !== 'object' || data === null) return false
  const { fields = {} } = data as { fields?: RecordData }
  return (
    hasAddressIn(fields, listAddressFields(coll), mailbox) ||
    listNamed(coll, data as RecordData).some((one) => clients.has(one))
  )
}

function hasMention({ intent }: Pick<UnsyncedMutation, 'intent'>, mailbox: string): boolean {
  if (intent.op !== 'patch') return false
  const fields = listAddressFields(intent.coll)
  return [intent.set, intent.base].some((data) => hasAddressIn(data, fields, mailbox))
}

/** The fields of a record about one person in which an address finds that person. */
function listAddressFields(coll: Collection): readonly string[] {
  const { personalData } = getCollection(coll)
  return personalData.kind === 'of one person' ? personalData.addressFields : []
}

function hasAddressIn(data: RecordData, fields: readonly string[], mailbox: string): boolean {
  return fields
    .flatMap((field) => data[field])
    .some((one) => typeof one === 'string' && normalizeEmail(one) === mailbox)
}

/** Normalised as the server compares addresses. */
function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
