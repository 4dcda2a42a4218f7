import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { emailAddressField, INVALID_EMAIL_TEXT } from '#shared/lib/form-fields.ts'
import { ConsentSettings, ConsentVersionField, consentKinds } from './consents.ts'

/** The specification's id for the account that is signed in. */
export const OWN_USER_ID = 'default-user'

const UserId = v.pipe(v.optional(v.string(), OWN_USER_ID), v.nonEmpty(), v.maxLength(128))

const Subject = v.object({ userId: UserId })

export const dataExportFormats = ['json', 'csv'] as const

export type DataExportFormat = (typeof dataExportFormats)[number]

export const getExportFileName = (format: DataExportFormat) => `user-data-export.${format}`

export const getConsents = defineEndpoint({
  name: 'gdpr-consents',
  method: 'GET',
  access: 'account',
  input: Subject,
  output: ConsentSettings,
  failure: 'Failed to fetch consent settings',
})

/** Saves all consents; `type` is the one that was changed. */
export const saveConsents = defineEndpoint({
  name: 'gdpr-consents',
  method: 'POST',
  access: 'account',
  input: v.object({
    userId: UserId,
    consents: ConsentSettings,
    type: v.optional(v.picklist(consentKinds)),
    textVersion: ConsentVersionField,
  }),
  output: ConsentSettings,
  failure: 'Failed to update consent settings',
})

const AuditEntry = v.object({
  id: v.string(),
  action: v.string(),
  details: v.string(),
  timestamp: v.string(),
})

export type AuditEntry = v.InferOutput<typeof AuditEntry>

/** How many entries of an audit log are shown, the latest. */
export const MAX_AUDIT_ENTRIES = 500

/** The audit log of one account, the latest entry first. */
export const getAudit = defineEndpoint({
  name: 'gdpr-audit',
  method: 'GET',
  access: 'account',
  input: Subject,
  output: v.array(AuditEntry),
  failure: 'Failed to fetch audit logs',
})

/**
 * Part of the specification, but records nothing: the server writes the audit entry together with
 * the change, so that it need not trust the browser.
 */
export const recordAudit = defineEndpoint({
  name: 'gdpr-audit',
  method: 'POST',
  access: 'account',
  input: v.looseObject({ userId: UserId }),
  output: v.object({ recorded: v.boolean() }),
  failure: 'Failed to update audit logs',
})

/** Answers with a file of the account's data. */
export const exportOwnData = defineEndpoint({
  name: 'gdpr-export',
  method: 'POST',
  access: 'account',
  needsRecentSignIn: true,
  input: v.object({ userId: UserId, format: v.picklist(dataExportFormats) }),
  output: v.unknown(),
  failure: 'Failed to export data',
})

const Mailbox = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  emailAddressField(INVALID_EMAIL_TEXT),
)

/**
 * A receipt that must be kept by law: its printed number, and the first date on which it may be
 * deleted.
 */
const RetainedDocument = v.object({ receipt: v.string(), issuedAt: v.string(), until: v.string() })

/**
 * Why a person cannot be erased now: it is the owner, a booking is still to come, or a payment or
 * refund is not settled.
 */
const erasureObstacles = ['owner', 'coming', 'money'] as const

export type ErasureObstacle = (typeof erasureObstacles)[number]

export const obstacleTexts: Record<ErasureObstacle, string> = {
  owner: 'This is the owner’s own address.',
  coming: 'There is an upcoming booking. Cancel it first.',
  money: 'A payment or refund is still under way. Wait until it is complete.',
}

const PersonalDataSummary = v.object({
  email: v.string(),
  /** Numbers of stored records. */
  bookings: v.number(),
  submissions: v.number(),
  mails: v.number(),
  newsletterConsents: v.number(),
  accounts: v.number(),
  /** Number of clients in the owner's client list. */
  clients: v.number(),
  /** Ids of these clients, by which a device finds its own data about them. */
  clientIds: v.array(v.string()),
  /** Number of journeys on which nobody else travels. */
  journeys: v.number(),
  /**
   * Journeys on which others travel too. An erasure takes the person off their list of travellers;
   * only the owner can find what their texts and the guests' copies say about the person. `createdAt`:
   * ISO 8601.
   */
  sharedJourneys: v.array(v.object({ id: v.string(), title: v.string(), createdAt: v.string() })),
  receipts: v.number(),
  /** Time of the oldest record of each kind, ISO 8601. */
  oldestAt: v.record(v.string(), v.string()),
  /** Receipts that stay after an erasure. */
  retained: v.array(RetainedDocument),
  obstacle: v.nullable(v.picklist(erasureObstacles)),
})

export type PersonalDataSummary = v.InferOutput<typeof PersonalDataSummary>

/** What is stored about the person behind a mailbox. */
export const findPerson = defineEndpoint({
  name: 'find-person',
  method: 'POST',
  access: 'owner',
  needsRecentSignIn: true,
  input: v.object({ email: Mailbox }),
  output: PersonalDataSummary,
  failure: 'Failed to find this person',
})

/** Largest request, bytes: a device may add many long notes and whole journeys to the export. */
const MAX_EXPORT_BYTES = 4 * 1024 * 1024

/** Answers with a file of everything that is stored about the person. */
export const exportPerson = defineEndpoint({
  name: 'export-person',
  method: 'POST',
  access: 'owner',
  needsRecentSignIn: true,
  input: v.object({
    email: Mailbox,
    format: v.picklist(dataExportFormats),
    /** Data about the person that only the owner's device has, to be added to the file. */
    deviceRecords: v.optional(v.array(v.record(v.string(), v.unknown())), []),
  }),
  output: v.unknown(),
  failure: 'Failed to export data',
  maxBodyBytes: MAX_EXPORT_BYTES,
})

/** Answers with what was stored before, and what stays; 409 with an obstacle if refused. */
export const erasePerson = defineEndpoint({
  name: 'erase-person',
  method: 'POST',
  access: 'owner',
  needsRecentSignIn: true,
  input: v.object({ email: Mailbox }),
  output: PersonalDataSummary,
  failure: 'Failed to erase this person',
})

const daysField = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer('Please enter whole days.'),
    v.minValue(min, `Please enter at least ${min} days.`),
    v.maxValue(max, `Please enter at most ${max} days.`),
  )

/** How many days data is kept; the maximum values are what the privacy policy promises. */
export const Retention = v.object({
  /** Submissions of visitors. */
  submissionDays: daysField(30, 730),
  /** Records of sent mails, and their files. */
  mailDays: daysField(30, 365),
  /**
   * Answers to submissions, by which a repeated submission is recognised. At least 400 days: a
   * device may come back after more than a year.
   */
  idempotencyKeyDays: daysField(400, 1200),
  /** Jobs that are done. */
  jobDays: daysField(7, 365),
})

export type Retention = v.InferOutput<typeof Retention>

export const defaultRetention: Retention = {
  submissionDays: 730,
  mailDays: 365,
  idempotencyKeyDays: 400,
  jobDays: 90,
}

export const getRetention = defineEndpoint({
  name: 'get-retention',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: Retention,
  failure: 'Failed to fetch retention settings',
})

export const updateRetention = defineEndpoint({
  name: 'update-retention',
  method: 'POST',
  access: 'owner',
  input: Retention,
  output: Retention,
  failure: 'Failed to save retention settings',
})
