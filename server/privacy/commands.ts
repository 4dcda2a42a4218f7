import type { Database, Tx } from '#server/db/database.ts'
import { eraseRows, keptReceipts, obstacleTo } from '#server/db/privacy/erase.ts'
import { erasureMark, noteErasure } from '#server/db/privacy/erasures.ts'
import {
  type PersonData,
  type PersonRows,
  personData,
  rowsOfPerson,
  type SearchedClients,
  searchClients,
} from '#server/db/privacy/person.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { type Cell, csv } from '#shared/lib/csv.ts'
import { isoTime } from '#shared/lib/date.ts'
import type { AuditEntry, ErasureObstacle, ExportFormat, Holdings } from '#shared/privacy/api.ts'
import {
  type ConsentSettings,
  type ConsentVersion,
  consentKinds,
  consentWording,
  noConsents,
} from '#shared/privacy/consents.ts'
import { auditOf, consentChanges, findUser, insertAudit, insertConsentChange } from './store.ts'

// Commands of a person on their own data.

/** The person's current consents: the last change of each kind, or the default. */
export function consentsOf(tx: Tx, subject: string): ConsentSettings {
  const settings = { ...noConsents }
  for (const { kind, given } of consentChanges(tx, subject)) settings[kind] = given === 1
  return settings
}

interface Change {
  subject: string
  consents: ConsentSettings
  version: ConsentVersion
  now: number
}

/**
 * Stores each consent that changed, with the wording that was shown, and adds a line to the audit
 * log for each. Returns the consents after the change.
 */
export function changeConsents(tx: Tx, { subject, consents, version, now }: Change) {
  const before = consentsOf(tx, subject)
  for (const kind of consentKinds) {
    if (before[kind] === consents[kind]) continue
    insertConsentChange(tx, {
      subject,
      kind,
      given: consents[kind] ? 1 : 0,
      text_version: version,
      wording: consentWording(kind, version),
      at: now,
    })
    const what = consents[kind] ? 'given' : 'withdrawn'
    insertAudit(tx, {
      subject,
      action: 'Consent Update',
      details: `Privacy settings updated: ${kind} ${what}, text of ${version}`,
      at: now,
    })
  }
  return consentsOf(tx, subject)
}

export function auditEntries(tx: Tx, subject: string): AuditEntry[] {
  return auditOf(tx, subject).map(({ id, action, details, at }) => ({
    id: String(id),
    action,
    details,
    timestamp: isoTime(at),
  }))
}

/**
 * The export of an account's own data. Bookings and submissions from the account's address are in
 * it only if that address is confirmed: before that, the address may be somebody else's.
 */
export function accountFile(
  tx: Tx,
  { subject, format, by }: { subject: string; format: ExportFormat; by: string },
  now: number,
): string {
  const user = findUser(tx, subject)
  const email = user?.email ?? ''
  const sent = user?.email_verified
    ? rowsOfPerson(tx, normalizeEmail(email), { upTo: Number.MAX_SAFE_INTEGER, found: [] })
    : { bookings: [], submissions: [], consents: [], mails: [], jobs: [] }
  // Not the owner's notes on a client: they may be about other people too, so only the owner
  // exports them.
  const rows = { ...sent, users: [subject], clients: [] }
  const details = `Personal data exported as ${format}`
  insertAudit(tx, { subject: by, action: 'Data Export', details, at: now })
  return exportFile({ email, data: personData(tx, rows), now }, format)
}

// The owner's commands on the person behind a mailbox.

export interface PersonParts {
  db: Database
  clock: Clock
  jobs: JobQueue
  /** Signs the marks in the erasure log. */
  keys: Keys
  /** The owner's mail address. It cannot be erased, because mails about all guests went there. */
  ownerMailbox: string
}

/** What is stored about the person behind a mailbox, and the obstacle to an erasure, if any. */
export async function holdingsOf(parts: PersonParts, email: string): Promise<Holdings> {
  const tx = parts.db.read
  const mailbox = normalizeEmail(email)
  const searched = await searchClients(parts.db, mailbox)
  const person = { email, rows: rowsOfPerson(tx, mailbox, searched) }
  const found = holdings(tx, person, parts.clock())
  return { ...found, obstacle: obstacle(tx, parts, person) ?? null }
}

interface Person {
  email: string
  rows: PersonRows
}

function obstacle(
  tx: Tx,
  { clock, ownerMailbox }: PersonParts,
  { email, rows }: Person,
): ErasureObstacle | undefined {
  if (normalizeEmail(email) === normalizeEmail(ownerMailbox)) return 'owner'
  return obstacleTo(tx, rows, clock())
}

function holdings(tx: Tx, { email, rows }: Person, now: number): Omit<Holdings, 'obstacle'> {
  const kept = keptReceipts(tx, rows.bookings, now)
  const data = personData(tx, rows)
  return {
    email,
    bookings: rows.bookings.length,
    submissions: rows.submissions.length,
    mails: rows.mails.length,
    newsletterConsents: rows.consents.length,
    accounts: rows.users.length,
    clients: rows.clients.length,
    clientIds: rows.clients,
    receipts: data.receipts?.length ?? 0,
    since: sinceWhen(data),
    kept: kept.map(({ label, issuedAt, until }) => ({
      receipt: label,
      issuedAt: isoTime(issuedAt),
      until: new Date(until).toISOString().slice(0, 10),
    })),
  }
}

/** For each kind in `Holdings`: its rows in the export, and the field with the time it came. */
const times = {
  bookings: ['bookings', 'created_at'],
  submissions: ['submissions', 'created_at'],
  mails: ['mails', 'sent_at'],
  newsletterConsents: ['newsletter_consents', 'asked_at'],
  accounts: ['accounts', 'created_at'],
  clients: ['clients', 'created_at'],
} as const

/** The oldest time of each kind, ISO 8601. */
function sinceWhen(data: PersonData): Holdings['since'] {
  const oldest = Object.entries(times).flatMap(([kind, [rows, time]]) => {
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
 * name the person. `waiting` is what the owner's device has about the person and has not sent yet.
 */
export async function exportedPerson(
  { db, clock }: Pick<PersonParts, 'db' | 'clock'>,
  asked: { email: string; format: ExportFormat; waiting: PersonData[string]; by: string },
): Promise<string> {
  const { email, format, waiting, by } = asked
  const mailbox = normalizeEmail(email)
  const searched = await searchClients(db, mailbox)
  const now = clock()
  return db.write((tx) => {
    const held = personData(tx, rowsOfPerson(tx, mailbox, searched))
    const data = waiting.length > 0 ? { ...held, waiting_on_device: waiting } : held
    const details = `Data of a person exported as ${format}`
    insertAudit(tx, { subject: by, action: 'Data Export', details, at: now })
    return exportFile({ email, data, now }, format)
  })
}

type ErasureOutcome = { ok: true; holdings: Holdings } | { ok: false; obstacle: ErasureObstacle }

/**
 * Erases a person's data, records the erasure in its log, and queues a job that removes the files
 * of their mails. Returns the obstacle, and erases nothing, if the person cannot be erased now.
 */
export async function erasePerson(
  parts: PersonParts,
  asked: { email: string; by: string },
): Promise<ErasureOutcome> {
  const searched = await searchClients(parts.db, normalizeEmail(asked.email))
  return parts.db.write((tx) => erase(tx, parts, { ...asked, searched }))
}

function erase(
  tx: Tx,
  parts: PersonParts,
  { email, by, searched }: { email: string; by: string; searched: SearchedClients },
): ErasureOutcome {
  const { jobs, keys } = parts
  const now = parts.clock()
  const mailbox = normalizeEmail(email)
  const person = { email, rows: rowsOfPerson(tx, mailbox, searched) }
  const held = { ...holdings(tx, person, now), obstacle: null }
  const hindered = obstacle(tx, parts, person)
  if (hindered) return { ok: false, obstacle: hindered }
  const { rows, kept } = eraseRows(tx, { mailbox, searched }, now)
  const mark = erasureMark(keys, mailbox)
  noteErasure(tx, { mailbox: mark, at: now, clients: rows.clients })
  jobs.add(tx, {
    kind: ERASE_FILES,
    dedupe: `${ERASE_FILES}:${mark}:${now}`,
    payload: { jobs: rows.jobs },
    runAt: now,
  })
  const details = `All data of a person erased; receipts kept: ${kept.length}`
  insertAudit(tx, { subject: by, action: 'Erasure', details, at: now })
  return { ok: true, holdings: held }
}

export const ERASE_FILES = 'erase-files'

interface Export {
  email: string
  data: PersonData
  now: number
}

/** Both formats hold the same data; in CSV each field of a record has its own line. */
function exportFile({ email, data, now }: Export, format: ExportFormat): string {
  const exportedAt = isoTime(now)
  if (format === 'json') return `${JSON.stringify({ exportedAt, email, ...data }, null, 2)}\n`
  const rows = Object.entries(data).flatMap(([record, found]) =>
    found.flatMap((row, index) =>
      fieldsOf(row).map(([field, value]) => [record, index + 1, field, value]),
    ),
  )
  return csv(['record', 'number', 'field', 'value'], rows as Cell[][])
}

function fieldsOf(row: Record<string, unknown>): [string, Cell][] {
  return Object.entries(row).flatMap(([name, value]): [string, Cell][] => {
    if (value === null) return [[name, '']]
    if (typeof value === 'object' && !Array.isArray(value))
      return fieldsOf(value as Record<string, unknown>).map(([inner, cell]) => [
        `${name}.${inner}`,
        cell,
      ])
    if (typeof value === 'number') return [[name, value]]
    return [[name, Array.isArray(value) ? JSON.stringify(value) : String(value)]]
  })
}
