import { query, type Tx } from '#server/db/database.ts'
import type { NewsletterConsentTable } from '#server/db/tables.ts'

export type Consent = NewsletterConsentTable

export function insertConsent(tx: Tx, consent: Consent): void {
  tx.run(query.insertInto('newsletter_consent').values(consent))
}

export function findConsent(tx: Tx, id: string): Consent | undefined {
  return tx.get(query.selectFrom('newsletter_consent').selectAll().where('id', '=', id))
}

/** Consents of a mailbox that are not withdrawn, confirmed or not; the latest first. */
export function findActiveConsents(tx: Tx, mailbox: string): Consent[] {
  return tx.all(
    query
      .selectFrom('newsletter_consent')
      .selectAll()
      .where('mailbox', '=', mailbox)
      .where('withdrawn_at', 'is', null)
      .orderBy('requested_at', 'desc'),
  )
}

export function confirmConsent(tx: Tx, id: string, now: number): void {
  tx.run(query.updateTable('newsletter_consent').set({ confirmed_at: now }).where('id', '=', id))
}

export function withdrawConsents(tx: Tx, mailbox: string, now: number): void {
  tx.run(
    query
      .updateTable('newsletter_consent')
      .set({ withdrawn_at: now })
      .where('mailbox', '=', mailbox)
      .where('withdrawn_at', 'is', null),
  )
}

export function deleteUnconfirmedConsent(tx: Tx, id: string): void {
  tx.run(
    query.deleteFrom('newsletter_consent').where('id', '=', id).where('confirmed_at', 'is', null),
  )
}

/** The latest first. */
export function readConsents(tx: Tx): Consent[] {
  return tx.all(
    query
      .selectFrom('newsletter_consent')
      .selectAll()
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc'),
  )
}
