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

// What a person sees and changes of their own.

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

/** Keeps what changed, with the words that were shown, and writes of each change in the audit log. */
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

/** What was sent from a mailbox belongs to an account only once its person has shown that they read it. */
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
  // What the owner notes of a client is given out by the owner: it may speak of others too.
  const rows = { ...sent, users: [subject], clients: [] }
  const details = `Personal data exported as ${format}`
  insertAudit(tx, { subject: by, action: 'Data Export', details, at: now })
  return exportFile({ email, data: personData(tx, rows), now }, format)
}

// What the owner does about the person behind a mailbox.

export interface PersonParts {
  db: Database
  clock: Clock
  jobs: JobQueue
  /** Makes the marks of the erasure log. */
  keys: Keys
  /** Where the owner reads: mails about everybody went there. */
  ownerMailbox: string
}

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

/** By what tells of it when something came. */
const times = {
  bookings: ['bookings', 'created_at'],
  submissions: ['submissions', 'created_at'],
  mails: ['mails', 'sent_at'],
  newsletterConsents: ['newsletter_consents', 'asked_at'],
  accounts: ['accounts', 'created_at'],
  clients: ['clients', 'created_at'],
} as const

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

/** The file, and a line of it in the owner's own audit log, which names nobody. */
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

/** Erases a person, notes that it was done, and has the files of their mails removed after it. */
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

/** The same in both formats; in the table each field has a line of its own. */
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
