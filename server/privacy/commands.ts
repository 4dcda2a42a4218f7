import type { Database, Tx } from '#server/db/database.ts'
import {
  erasePersonRows,
  findErasureObstacle,
  readRetainedReceipts,
} from '#server/db/privacy/erasure.ts'
import { hashErasedMailbox, insertErasure } from '#server/db/privacy/erasure-log.ts'
import {
  type ClientSearch,
  findPersonRows,
  type PersonRows,
  readPersonData,
  searchClientsByMailbox,
} from '#server/db/privacy/personal-data.ts'
import type { PersonData } from '#server/db/privacy/record-trees.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { type CsvCell, formatCsv } from '#shared/lib/csv.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import type {
  AuditEntry,
  DataExportFormat,
  ErasureObstacle,
  PersonalDataSummary,
} from '#shared/privacy/api.ts'
import {
  type ConsentSettings,
  type ConsentVersion,
  consentKinds,
  getConsentText,
  noConsents,
} from '#shared/privacy/consents.ts'
import type { RecordRef } from '#shared/sync/collections.ts'
import {
  findOwnerId,
  findUser,
  insertAudit,
  insertConsentChange,
  readAudit,
  readConsentChanges,
} from './store.ts'

// Commands of a person on their own data.

/** The person's current consents: the last change of each kind, or the default. */
export async function readConsents(tx: Tx, subject: string): Promise<ConsentSettings> {
  const settings = { ...noConsents }
  for (const { kind, given } of await readConsentChanges(tx, subject)) settings[kind] = given === 1
  return settings
}

export async function readOwnerConsents(tx: Tx): Promise<ConsentSettings> {
  const owner = await findOwnerId(tx)
  return owner ? readConsents(tx, owner) : noConsents
}

interface ConsentUpdate {
  subject: string
  consents: ConsentSettings
  version: ConsentVersion
  now: number
}

/**
 * Stores each consent that changed, with the wording that was shown, and adds a line to the audit
 * log for each. Returns the consents after the change.
 */
export async function changeConsents(tx: Tx, { subject, consents, version, now }: ConsentUpdate) {
  const before = await readConsents(tx, subject)
  for (const kind of consentKinds) {
    if (before[kind] === consents[kind]) continue
    await insertConsentChange(tx, {
      subject,
      kind,
      given: consents[kind] ? 1 : 0,
      text_version: version,
      wording: getConsentText(kind, version),
      at: now,
    })
    const what = consents[kind] ? 'given' : 'withdrawn'
    await insertAudit(tx, {
      subject,
      action: 'Consent Update',
      details: `Privacy settings updated: ${kind} ${what}, text of ${version}`,
      at: now,
    })
  }
  return readConsents(tx, subject)
}

export async function readAuditEntries(tx: Tx, subject: string): Promise<AuditEntry[]> {
  return (await readAudit(tx, subject)).map(({ id, action, details, at }) => ({
    id: String(id),
    action,
    details,
    timestamp: toIsoTime(at),
  }))
}

/** The owner's latest audit entries by day (UTC), the days among `ids`, for the devices. */
export async function readAuditDays(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, AuditEntry[]>> {
  const owner = await findOwnerId(tx)
  const days = new Map<string, AuditEntry[]>(ids.map((id) => [id, []]))
  for (const entry of owner ? await readAuditEntries(tx, owner) : [])
    days.get(getAuditDay(entry))?.push(entry)
  for (const [id, entries] of days) if (entries.length === 0) days.delete(id)
  return days
}

/** The number of the day; the trigger on `audit_log` computes it, too. */
const getAuditDay = ({ timestamp }: AuditEntry) =>
  String(Math.floor(Date.parse(timestamp) / 86_400_000))

/**
 * Finds no clients: the owner's notes on a client may be about other people too, so only the owner
 * exports them.
 */
const noClients: ClientSearch = { throughSeq: Number.MAX_SAFE_INTEGER, foundSeqs: [] }

/**
 * The export of an account's own data. Bookings and submissions from the account's address are in
 * it only if that address is confirmed: before that, the address may be somebody else's.
 */
export async function exportAccountData(
  tx: Tx,
  { subject, format, by }: { subject: string; format: DataExportFormat; by: string },
  now: number,
): Promise<string> {
  const user = await findUser(tx, subject)
  const email = user?.email ?? ''
  const sent = user?.email_verified
    ? await findPersonRows(tx, normalizeEmail(email), noClients)
    : { bookings: [], submissions: [], consents: [], mails: [], jobs: [] }
  const none = { clients: [], records: [], sharedRecords: [] }
  const rows = { ...sent, users: [subject], ...none }
  const details = `Personal data exported as ${format}`
  await insertAudit(tx, { subject: by, action: 'Data Export', details, at: now })
  return formatExport({ email, data: await readPersonData(tx, rows), now }, format)
}

// The owner's commands on the person behind a mailbox.

export interface PersonParts {
  db: Database
  clock: Clock
  jobs: JobQueue
  /** Hashes the mailboxes in the erasure log. */
  keys: Keys
  /** The owner's mail address. It cannot be erased, because mails about all guests went there. */
  ownerEmail: string
}

/** What is stored about the person behind a mailbox, and the obstacle to an erasure, if any. */
export async function readPersonSummary(
  parts: PersonParts,
  email: string,
): Promise<PersonalDataSummary> {
  const tx = parts.db.read
  const mailbox = normalizeEmail(email)
  const searched = await searchClientsByMailbox(parts.db, mailbox)
  const person = { email, rows: await findPersonRows(tx, mailbox, searched) }
  const found = await summarizePerson(tx, person, parts.clock())
  return { ...found, obstacle: (await findObstacle(tx, parts, person)) ?? null }
}

interface Person {
  email: string
  rows: PersonRows
}

async function findObstacle(
  tx: Tx,
  { clock, ownerEmail }: PersonParts,
  { email, rows }: Person,
): Promise<ErasureObstacle | undefined> {
  if (normalizeEmail(email) === normalizeEmail(ownerEmail)) return 'owner'
  return findErasureObstacle(tx, rows, clock())
}

const isJourney = ({ coll }: RecordRef) => coll === 'journey'

async function summarizePerson(
  tx: Tx,
  { email, rows }: Person,
  now: number,
): Promise<Omit<PersonalDataSummary, 'obstacle'>> {
  const retained = await readRetainedReceipts(tx, rows.bookings, now)
  const data = await readPersonData(tx, rows)
  return {
    email,
    bookings: rows.bookings.length,
    submissions: rows.submissions.length,
    mails: rows.mails.length,
    newsletterConsents: rows.consents.length,
    accounts: rows.users.length,
    clients: rows.clients.length,
    clientIds: rows.clients,
    journeys: rows.records.filter(isJourney).length,
    sharedJourneys: rows.sharedRecords.filter(isJourney).map(({ coll: _coll, ...one }) => one),
    receipts: data.receipts?.length ?? 0,
    oldestAt: findOldestTimes(data),
    retained: retained.map(({ label, issuedAt, retainedUntil }) => ({
      receipt: label,
      issuedAt: toIsoTime(issuedAt),
      until: new Date(retainedUntil).toISOString().slice(0, 10),
    })),
  }
}

/**
 * For each kind in `PersonalDataSummary`: its rows in the export, and the field with the time it
 * came. Without receipts: the screen lists those to be kept with their own dates.
 */
const timeColumns = {
  bookings: ['bookings', 'created_at'],
  submissions: ['submissions', 'created_at'],
  mails: ['mails', 'sent_at'],
  newsletterConsents: ['newsletter_consents', 'requested_at'],
  accounts: ['accounts', 'created_at'],
  clients: ['clients', 'created_at'],
  journeys: ['journeys', 'created_at'],
} as const

/** The oldest time of each kind, ISO 8601. */
function findOldestTimes(data: PersonData): PersonalDataSummary['oldestAt'] {
  const oldest = Object.entries(timeColumns).flatMap(([kind, [rows, time]]) => {
    const [first] = (data[rows] ?? [])
      .map((row) => String(row[time] ?? ''))
      .filter(Boolean)
      .sort()
    return first ? [[kind, first]] : []
  })
  return Object.fromEntries(oldest)
}

/**
 * The export of all data about a person. Adds a line to the owner's own audit log, which does not
 * name the person. `deviceRecords` is what the owner's device has about the person and has not sent yet.
 */
export async function exportPersonData(
  { db, clock }: Pick<PersonParts, 'db' | 'clock'>,
  request: {
    email: string
    format: DataExportFormat
    deviceRecords: PersonData[string]
    by: string
  },
): Promise<string> {
  const { email, format, deviceRecords, by } = request
  const mailbox = normalizeEmail(email)
  const searched = await searchClientsByMailbox(db, mailbox)
  const now = clock()
  return db.write(async (tx) => {
    const stored = await readPersonData(tx, await findPersonRows(tx, mailbox, searched))
    const data = deviceRecords.length > 0 ? { ...stored, queued_on_device: deviceRecords } : stored
    const details = `Data of a person exported as ${format}`
    await insertAudit(tx, { subject: by, action: 'Data Export', details, at: now })
    return formatExport({ email, data, now }, format)
  })
}

type ErasureOutcome =
  | { ok: true; summary: PersonalDataSummary }
  | { ok: false; obstacle: ErasureObstacle }

/**
 * Erases a person's data, records the erasure in its log, and queues a job that removes the files
 * of their mails. Returns the obstacle, and erases nothing, if the person cannot be erased now.
 */
export async function erasePerson(
  parts: PersonParts,
  request: { email: string; by: string },
): Promise<ErasureOutcome> {
  // Before the transaction, because the search takes long; `findPersonRows` then also looks at the
  // clients that changed meanwhile.
  const searched = await searchClientsByMailbox(parts.db, normalizeEmail(request.email))
  return parts.db.write((tx) => eraseInTransaction(tx, parts, { ...request, searched }))
}

async function eraseInTransaction(
  tx: Tx,
  parts: PersonParts,
  { email, by, searched }: { email: string; by: string; searched: ClientSearch },
): Promise<ErasureOutcome> {
  const { jobs, keys } = parts
  const now = parts.clock()
  const mailbox = normalizeEmail(email)
  const person = { email, rows: await findPersonRows(tx, mailbox, searched) }
  const summary = { ...(await summarizePerson(tx, person, now)), obstacle: null }
  const obstacle = await findObstacle(tx, parts, person)
  if (obstacle) return { ok: false, obstacle }
  const { rows, retainedReceipts } = await erasePersonRows(tx, { mailbox, searched }, now)
  const mailboxHash = hashErasedMailbox(keys, mailbox)
  const erased = { clientIds: rows.clients, records: rows.records }
  await insertErasure(tx, { mailbox: mailboxHash, at: now, ...erased })
  await jobs.add(tx, {
    kind: ERASE_FILES_JOB,
    dedupeKey: `${ERASE_FILES_JOB}:${mailboxHash}:${now}`,
    payload: { jobs: rows.jobs },
    runAt: now,
  })
  const details = `All data of a person erased; receipts kept: ${retainedReceipts.length}`
  await insertAudit(tx, { subject: by, action: 'Erasure', details, at: now })
  return { ok: true, summary }
}

export const ERASE_FILES_JOB = 'erase-files'

interface ExportInput {
  email: string
  data: PersonData
  now: number
}

/** Both formats hold the same data; in CSV each field of a record has its own line. */
function formatExport({ email, data, now }: ExportInput, format: DataExportFormat): string {
  const exportedAt = toIsoTime(now)
  if (format === 'json') return `${JSON.stringify({ exportedAt, email, ...data }, null, 2)}\n`
  const rows = Object.entries(data).flatMap(([record, found]) =>
    found.flatMap((row, index) =>
      flattenRow(row).map(([field, value]) => [record, index + 1, field, value]),
    ),
  )
  return formatCsv(['record', 'number', 'field', 'value'], rows as CsvCell[][])
}

function flattenRow(row: Record<string, unknown>): [string, CsvCell][] {
  return Object.entries(row).flatMap(([name, value]): [string, CsvCell][] => {
    if (value === null) return [[name, '']]
    if (typeof value === 'object' && !Array.isArray(value))
      return flattenRow(value as Record<string, unknown>).map(([inner, cell]) => [
        `${name}.${inner}`,
        cell,
      ])
    if (typeof value === 'number') return [[name, value]]
    return [[name, Array.isArray(value) ? JSON.stringify(value) : String(value)]]
  })
}
