import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { emailAddress, NOT_AN_ADDRESS } from '#shared/lib/fields.ts'
import { ConsentSettings, ConsentVersionField, consentKinds } from './consents.ts'

/** Whoever is signed in, as the specification's screens call them. */
export const OWN_SUBJECT = 'default-user'

const UserId = v.pipe(v.optional(v.string(), OWN_SUBJECT), v.nonEmpty(), v.maxLength(128))

const Subject = v.object({ userId: UserId })

export const exportFormats = ['json', 'csv'] as const

export type ExportFormat = (typeof exportFormats)[number]

export const exportFileName = (format: ExportFormat) => `user-data-export.${format}`

export const getConsents = endpoint({
  name: 'gdpr-consents',
  method: 'GET',
  access: 'account',
  input: Subject,
  output: ConsentSettings,
  failure: 'Failed to fetch consent settings',
})

/** The full new set; `type` is the one that was switched. */
export const saveConsents = endpoint({
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

/** The latest first. */
export const getAudit = endpoint({
  name: 'gdpr-audit',
  method: 'GET',
  access: 'account',
  input: Subject,
  output: v.array(AuditEntry),
  failure: 'Failed to fetch audit logs',
})

/** The server wrote the row with the change itself; a browser's word for it adds none. */
export const noteAudit = endpoint({
  name: 'gdpr-audit',
  method: 'POST',
  access: 'account',
  input: v.looseObject({ userId: UserId }),
  output: v.object({ recorded: v.boolean() }),
  failure: 'Failed to update audit logs',
})

/** Answers with a file. */
export const exportOwnData = endpoint({
  name: 'gdpr-export',
  method: 'POST',
  access: 'account',
  fresh: true,
  input: v.object({ userId: UserId, format: v.picklist(exportFormats) }),
  output: v.unknown(),
  failure: 'Failed to export data',
})

const Mailbox = v.pipe(v.string(), v.trim(), v.maxLength(254), emailAddress(NOT_AN_ADDRESS))

/** A document that the law keeps, by its printed number, and the first day on which it need not be kept. */
const Kept = v.object({ receipt: v.string(), issuedAt: v.string(), until: v.string() })

/** Why a person cannot be erased at this moment. */
const erasureObstacles = ['owner', 'coming', 'money'] as const

export type ErasureObstacle = (typeof erasureObstacles)[number]

export const obstacleWords: Record<ErasureObstacle, string> = {
  owner: 'This is the owner’s own address.',
  coming: 'There is an upcoming booking. Cancel it first.',
  money: 'A payment or refund is still under way. Wait until it is complete.',
}

const Holdings = v.object({
  email: v.string(),
  /** How many of each are held. */
  bookings: v.number(),
  submissions: v.number(),
  mails: v.number(),
  newsletterConsents: v.number(),
  accounts: v.number(),
  /** Of the owner's book. */
  clients: v.number(),
  /** Which they are, so that a device finds what it has of them. */
  clientIds: v.array(v.string()),
  receipts: v.number(),
  /** When the oldest of each came, ISO 8601. */
  since: v.record(v.string(), v.string()),
  /** What would stay after an erasure. */
  kept: v.array(Kept),
  obstacle: v.nullable(v.picklist(erasureObstacles)),
})

export type Holdings = v.InferOutput<typeof Holdings>

/** All that is held about whoever reads a mailbox. */
export const findPerson = endpoint({
  name: 'find-person',
  method: 'POST',
  access: 'owner',
  fresh: true,
  input: v.object({ email: Mailbox }),
  output: Holdings,
  failure: 'Failed to find this person',
})

/** Of what a device adds to a file: many long notes. */
const LARGEST_EXPORT = 1024 * 1024

/** Answers with a file. */
export const exportPerson = endpoint({
  name: 'export-person',
  method: 'POST',
  access: 'owner',
  fresh: true,
  input: v.object({
    email: Mailbox,
    format: v.picklist(exportFormats),
    /** What only the owner's device has of them, so that it is in the file too. */
    waiting: v.optional(v.array(v.record(v.string(), v.unknown())), []),
  }),
  output: v.unknown(),
  failure: 'Failed to export data',
  largestBody: LARGEST_EXPORT,
})

/** Answers with what was held before, and what stays. */
export const erasePerson = endpoint({
  name: 'erase-person',
  method: 'POST',
  access: 'owner',
  fresh: true,
  input: v.object({ email: Mailbox }),
  output: Holdings,
  failure: 'Failed to erase this person',
})

const days = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer('Please enter whole days.'),
    v.minValue(min, `Please enter at least ${min} days.`),
    v.maxValue(max, `Please enter at most ${max} days.`),
  )

/** For how many days things are kept; the longest are what the privacy policy promises. */
export const Retention = v.object({
  /** What visitors sent by the forms. */
  submissionDays: days(30, 730),
  /** Mails that were sent, and their files. */
  mailDays: days(30, 365),
  /** By which a form that arrives twice is known; devices come back after more than a year. */
  answerDays: days(400, 1200),
  /** Work that is done. */
  jobDays: days(7, 365),
})

export type Retention = v.InferOutput<typeof Retention>

export const defaultRetention: Retention = {
  submissionDays: 730,
  mailDays: 365,
  answerDays: 400,
  jobDays: 90,
}

export const getRetention = endpoint({
  name: 'get-retention',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: Retention,
  failure: 'Failed to fetch retention settings',
})

export const updateRetention = endpoint({
  name: 'update-retention',
  method: 'POST',
  access: 'owner',
  input: Retention,
  output: Retention,
  failure: 'Failed to save retention settings',
})
