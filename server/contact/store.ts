import { sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import type { NewsletterConsentTable } from '#server/db/tables.ts'

export type Consent = NewsletterConsentTable

export async function insertConsent(tx: Tx, consent: Consent): Promise<void> {
  await tx.insertInto('newsletter_consent').values(consent).execute()
}

export async function findConsent(tx: Tx, id: string): Promise<Consent | undefined> {
  return tx.selectFrom('newsletter_consent').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findConsents(tx: Tx, ids: readonly string[]): Promise<Consent[]> {
  return tx
    .selectFrom('newsletter_consent')
    .selectAll()
    .where(sql<boolean>`id IN ${toTextList(ids)}`)
    .execute()
}

/** Consents of a mailbox that are not withdrawn, confirmed or not; the latest first. */
export async function findActiveConsents(tx: Tx, mailbox: string): Promise<Consent[]> {
  return tx
    .selectFrom('newsletter_consent')
    .selectAll()
    .where('mailbox', '=', mailbox)
    .where('withdrawn_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .execute()
}

export async function confirmConsent(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .updateTable('newsletter_consent')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .execute()
}

export async function withdrawConsents(tx: Tx, mailbox: string, now: number): Promise<void> {
  await tx
    .updateTable('newsletter_consent')
    .set({ withdrawn_at: now })
    .where('mailbox', '=', mailbox)
    .where('withdrawn_at', 'is', null)
    .execute()
}

export async function deleteUnconfirmedConsent(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('newsletter_consent')
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** The latest first. */
export async function readConsents(tx: Tx): Promise<Consent[]> {
  return tx
    .selectFrom('newsletter_consent')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
