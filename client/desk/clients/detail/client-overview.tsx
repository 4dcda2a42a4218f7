import type { ReactNode } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import {
  formatDateTime,
  formatLongDate,
  toDeviceDate,
} from '#client/desk/clients/format-date-time.ts'
import { BreakableAddress } from '#client/desk/kit/breakable-address.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useNow } from '#client/desk/kit/use-now.ts'
import layout from '#client/ui/layout.module.css'
import { Plate } from '#client/ui/plate.tsx'
import type from '#client/ui/type.module.css'
import {
  type ClientField,
  getFieldLabel,
  listSectionFields,
  type Trip,
} from '#shared/clients/client-fields.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import styles from './client-overview.module.css'
import { FieldPendingTag, PendingTag, pickPendingFields, SyncedTag } from './client-tags.tsx'

/** The facts, preferences and notes of a client, and the next journey. */
export function ClientOverview({ view }: { view: ClientView }) {
  const now = useNow()
  const { client } = view
  const pendingFields = pickPendingFields(view)
  const next = client.trips
    .filter(({ end }) => end >= toDeviceDate(now))
    .sort((a, b) => (a.start < b.start ? -1 : 1))[0]
  return (
    <>
      <ClientFacts view={view} now={now} />
      <div className={styles.columns}>
        <section>
          <h3 className={type.h4}>Preferences</h3>
          <dl className={styles.preferences}>
            {listSectionFields('preferences').map((field) => (
              <div key={field} className={kit.fact}>
                <dt className={type.muted}>{getFieldLabel(field)}</dt>
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
          {next ? <TripCard trip={next} pendingSince={pendingFields.trips} now={now} /> : null}
        </section>
      </div>
    </>
  )
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
        <footer className={layout.spaceBetween}>
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

interface TripCardProps {
  trip: Trip
  /**
   * When the journeys were edited on this device, ISO 8601; undefined unless that mutation is
   * pending.
   */
  pendingSince: string | undefined
  now: number
}

/** A card for the next journey. */
function TripCard({ trip, pendingSince, now }: TripCardProps) {
  return (
    <>
      <div className={styles.card} data-ground="dark">
        <Plate name="fjord" position="low" loading="later" />
        <div className={styles.caption}>
          <b>{trip.place}</b>
          <span>Upcoming trip, {formatTripDates(trip)}</span>
        </div>
      </div>
      <FieldPendingTag since={pendingSince} now={now} />
    </>
  )
}

/** Contact details, and the date of the last contact. */
function ClientFacts({ view, now }: { view: ClientView; now: number }) {
  const { email, otherEmails, phone, lastContact } = view.client
  const pendingFields = pickPendingFields(view)
  const fact = (field: ClientField, value: ReactNode) => (
    <div>
      <dt className={type.fine}>{getFieldLabel(field)}</dt>
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
            <a className={kit.touchTarget} href={`mailto:${email}`}>
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
          <a className={kit.touchTarget} href={`tel:${toDialNumber(phone)}`}>
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

function toDialNumber(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}

/** All journeys: upcoming ones first, nearest at the top; then past ones, latest at the top. */
export function ClientTrips({ view }: { view: ClientView }) {
  const now = useNow()
  const { trips } = view.client
  const edit = <TextAction to={`/admin/crm/${view.id}/edit`}>Edit trips</TextAction>
  if (trips.length === 0)
    return (
      <EmptyState title="No trips yet" action={edit}>
        A trip has a place and two dates.
      </EmptyState>
    )
  const today = toDeviceDate(now)
  const ahead = trips.filter(({ end }) => end >= today).sort((a, b) => compareTrips(a, b))
  const past = trips.filter(({ end }) => end < today).sort((a, b) => compareTrips(b, a))
  return (
    <div className={styles.trips}>
      <TripSection title="Ahead" trips={ahead} />
      <TripSection title="Travelled" trips={past} />
      <FieldPendingTag since={view.pendingFields.trips} now={now} />
      {edit}
    </div>
  )
}

function TripSection({ title, trips }: { title: string; trips: readonly Trip[] }) {
  if (trips.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={kit.groupHead}>{title}</h3>
      <ul>
        {trips.map((trip) => (
          <li key={trip.id}>
            <b>{trip.place}</b>
            <span>{formatTripDates(trip)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function compareTrips(a: Trip, b: Trip): number {
  return a.start < b.start ? -1 : 1
}
