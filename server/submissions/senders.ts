import type { Tx } from '#server/db/database.ts'
import type { Sender } from '#shared/desk/api.ts'
import { latestSince } from './store.ts'

/** How many forms are looked at. */
const MOST = 100

/** Whoever sent a form since, each once, by the last they sent; the latest first. */
export function readSenders(tx: Tx, since: number): Sender[] {
  const senders = new Map<string, Sender>()
  for (const { id, form_type, data, created_at } of latestSince(tx, since, MOST)) {
    const { first_name = '', last_name = '', email = '', phone = '' } = data
    const mailbox = email.trim().toLowerCase()
    if (senders.has(mailbox)) continue
    const name = `${first_name} ${last_name}`.trim()
    const sentAt = new Date(created_at).toISOString()
    senders.set(mailbox, { id, form: form_type, name, email, phone, sentAt })
  }
  return [...senders.values()]
}
