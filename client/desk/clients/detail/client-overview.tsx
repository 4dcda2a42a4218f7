import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ClientView } from '#client/data/store/types.ts'
import { useClientJourneys } from '#client/desk/journeys/use-journeys.ts'
import { formatDateTime, formatLongDate, toDisplayDate } from '#client/desk/kit/format-date-time.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { useNow } from '#client/desk/queries/use-now.ts'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import { Plate } from '#client/ui/plate.tsx'
import type from '#client/ui/type.module.css'
import { type ClientField, listSectionFields } from '#shared/clients/client-fields.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { getFieldLabel } from '#shared/sync/collections.ts'
import styles from './client-overview.module.css'
import { FieldPendingTag, PendingTag, pickPendingFields, SyncedTag } from './client-tags.tsx'
import { listTravels } from './client-trips.tsx'

/** The facts, preferences and notes of a client, and the next trip or journey. */
export function ClientOverview({ view }: { view: ClientView }) {
  const now = useNow()
  const { client } = view
  const pendingFields = pickPendingFields(view)
  const journeys = useClientJourneys(view.id)
  const next = listTravels(client.trips, journeys).find(({ end }) => end >= toDisplayDate(now))
  return (
    <>
      <ClientFacts view={view} now={now} />
      <div className={styles.columns}>
        <section>
          <h3 className={type.h4}>Preferences</h3>
          <dl className={styles.preferences}>
            {listSectionFields('preferences').map((field) => (
              <div key={field} className={kit.fact}>
                <dt className={type.muted}>{getFieldLabel('client', field)}</dt>
                <dd className={kit.userText}>
                  {formatList(client[field] as string | string[]) || '–'}
                  <FieldPendingTag since={pendingFields[field]} now={now} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3 className={type.h4}>Notes</h3>
          <ClientNotes view={view} now={now} />
          {next ? (
            <div className={styles.card} data-ground="dark">
              <Plate name="fjord" position="low" loading="later" />
              <div className={styles.caption}>
                <b>
                  {next.journey ? (
                    <Link className={kit.touchTarget} to={`/admin/journeys/${next.journey.id}`}>
                      {next.title}
                    </Link>
                  ) : (
                    next.title
                  )}
                </b>
                <span>
                  {getStage(next, toDisplayDate(now))},{' '}
                  <span className="together">
                    {formatTripDates({ start: next.start, end: next.end })}
                  </span>
                </span>
              </div>
            </div>
          ) : null}
          {next && !next.journey ? <FieldPendingTag since={pendingFields.trips} now={now} /> : null}
        </section>
      </div>
    </>
  )
}

function getStage({ start, journey }: { start: string; journey?: unknown }, today: string): string {
  const kind = journey ? 'journey' : 'trip'
  return start <= today ? `${capitalize(kind)} under way` : `Upcoming ${kind}`
}

/** `Local seafood, tasting menus`: joined, in lower case after the first. */
function formatList(value: string | string[]): string {
  if (typeof value === 'string') return value
  return value.map((word, at) => (at === 0 ? word : lowerFirstWord(word))).join(', ')
}

/** Lowers the first letter, except of proper names and words in capitals. */
function lowerFirstWord(word: string): string {
  const [first = '', ...rest] = word.split(' ')
  const plain = /^\p{Lu}\p{Ll}+$/u.test(first) && rest.every((one) => one === one.toLowerCase())
  return plain ? first.toLowerCase() + word.slice(first.length) : word
}

function ClientNotes({ view, now }: { view: ClientView; now: number }) {
  const { client, pendingFields, updatedAt, isUnknownToServer } = view
  const since = pendingFields.notes
  const at = since === undefined ? updatedAt : Date.parse(since)
  if (!client.notes && since === undefined)
    return <p className={`${type.muted} ${styles.note}`}>No notes yet.</p>
  return (
    <div className={styles.note}>
      <p className={`${kit.userText} ${styles.text}`}>{client.notes || 'No notes left.'}</p>
      {isUnknownToServer && since === undefined ? null : (
        <footer className="split">
          {since === undefined ? <SyncedTag /> : <PendingTag />}
          {at === undefined ? null : (
            <time className={type.fine} dateTime={new Date(at).toISOString()}>
              {formatDateTime(at, now)}
            </time>
          )}
        </footer>
      )}
    </div>
  )
}

/** Contact details, and the date of the last contact. */
function ClientFacts({ view, now }: { view: ClientView; now: number }) {
  const { email, otherEmails, phone, lastContact } = view.client
  const pendingFields = pickPendingFields(view)
  const fact = (field: ClientField, value: ReactNode) => (
    <div>
      <dt className={type.fine}>{getFieldLabel('client', field)}</dt>
      <dd>
        {value}
        <FieldPendingTag since={pendingFields[field]} now={now} />
      </dd>
    </div>
  )
  return (
    <dl className={styles.facts}>
      {fact(
        'email',
        <>
          {email ? (
            <a className={kit.touchTarget} href={toMailtoLink(email)}>
              <BreakableAddress address={email} />
            </a>
          ) : (
            '–'
          )}
          {otherEmails.map((other) => (
            <small key={other} className={kit.aside}>
              <BreakableAddress address={other} />
            </small>
          ))}
        </>,
      )}
      {fact(
        'phone',
        phone ? (
          <a className={kit.touchTarget} href={toPhoneLink(phone)}>
            {phone}
          </a>
        ) : (
          '–'
        ),
      )}
      {fact('lastContact', lastContact ? formatLongDate(lastContact) : '–')}
    </dl>
  )
}
