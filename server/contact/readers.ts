import type { Database, Tx } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { Audit } from '#server/http/audit.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Keys } from '#server/lib/keys.ts'
import { type Reader, unsubscribeReader } from '#shared/contact/api.ts'
import { csv } from '#shared/lib/csv.ts'
import { newsletterLink } from './links.ts'
import type { Newsletter } from './newsletter.ts'
import { allConsents, type Consent, findConsent } from './store.ts'

export interface ReadersParts {
  db: Database
  newsletter: Newsletter
  /** Signs the links. */
  keys: Keys
  /** The site's address, without a trailing slash. */
  siteUrl: string
  ownerZone(tx: Tx): string
  audit: Audit
}

export function listReaders({ db, ownerZone }: ReadersParts) {
  return { timeZone: ownerZone(db.read), readers: allConsents(db.read).map(readerOf) }
}

export function removeReader(
  { db, newsletter, audit }: ReadersParts,
  id: string,
  caller: Caller,
): Promise<HttpResult<{ id: string }>> {
  return db.write((tx) => {
    const consent = findConsent(tx, id)
    if (!consent) return decline(404, 'not_found', unsubscribeReader.failure)
    if (consent.withdrawn_at === null) {
      newsletter.withdraw(tx, id)
      audit(tx, caller, { action: 'Newsletter', details: `Subscription ${id} ended by the owner` })
    }
    return answer({ id })
  })
}

const columns = ['email', 'confirmed_at', 'asked_at', 'source', 'wording', 'version', 'unsubscribe']

/** Only who confirmed and did not leave, each mailbox once: the file is there to write to people. */
export function readersFile(
  tx: Tx,
  { keys, siteUrl }: Pick<ReadersParts, 'keys' | 'siteUrl'>,
): string {
  const subscribed = allConsents(tx).filter((consent) => stateOf(consent) === 'subscribed')
  const mailboxes = new Map(subscribed.map((consent) => [consent.mailbox, consent]))
  return csv(
    columns,
    [...mailboxes.values()].map((consent) => [
      consent.email,
      time(consent.confirmed_at) ?? '',
      new Date(consent.asked_at).toISOString(),
      consent.source,
      consent.wording,
      consent.text_version,
      siteUrl + newsletterLink(keys, 'unsubscribe', consent.id),
    ]),
  )
}

function readerOf(consent: Consent): Reader {
  return {
    id: consent.id,
    email: consent.email,
    state: stateOf(consent),
    source: consent.source,
    wording: consent.wording,
    version: consent.text_version,
    askedAt: new Date(consent.asked_at).toISOString(),
    confirmedAt: time(consent.confirmed_at),
    withdrawnAt: time(consent.withdrawn_at),
  }
}

function stateOf({ confirmed_at, withdrawn_at }: Consent): Reader['state'] {
  if (withdrawn_at !== null) return 'unsubscribed'
  return confirmed_at === null ? 'waiting' : 'subscribed'
}

function time(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
