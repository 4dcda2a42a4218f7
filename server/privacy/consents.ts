import type { Tx } from '#server/db/database.ts'
import { isoTime } from '#shared/lib/date.ts'
import type { AuditEntry } from '#shared/privacy/api.ts'
import {
  type ConsentSettings,
  type ConsentVersion,
  consentKinds,
  consentWording,
  noConsents,
} from '#shared/privacy/consents.ts'
import { auditOf, consentChanges, insertAudit, insertConsentChange } from './store.ts'

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
