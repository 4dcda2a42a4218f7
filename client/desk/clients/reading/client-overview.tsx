import type { ReactNode } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { dateHere, plainDateWords, shortMoment } from '#client/desk/clients/day-of.ts'
import { AddressWords } from '#client/desk/kit/address-words.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import layout from '#client/ui/layout.module.css'
import { Plate } from '#client/ui/plate.tsx'
import type from '#client/ui/type.module.css'
import { type ClientField, fieldName, fieldsIn, type Trip } from '#shared/clients/fields.ts'
import { tripDates } from '#shared/clients/trip-words.ts'
import styles from './client-overview.module.css'
import { FieldWaiting, SyncedTag, WaitingTag, waitingFields } from './client-tags.tsx'

/** The facts, preferences and notes of a client, and the next journey. */
export function ClientOverview({ view }: { view: ClientView }) {
  const now = useMinute()
  const { client } = view
  const waiting = waitingFields(view)
  const next = client.trips
    .filter(({ end }) => end >= dateHere(now))
    .sort((a, b) => (a.start < b.start ? -1 : 1))[0]
  return (
    <>
      <ClientFacts view={view} now={now} />
      <div className={styles.columns}>
        <section>
          <h3 className={type.h4}>Preferences</h3>
          <dl className={styles.preferences}>
            {fieldsIn('preferences').map((field) => (
              <div key={field} className={kit.fact}>
                <dt className={type.muted}>{fieldName(field)}</dt>
                <dd className={kit.typed}>
                  {listed(client[field] as string | string[]) || '–'}
                  <FieldWaiting since={waiting[field]} now={now} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3 className={type.h4}>Notes</h3>
          <ClientNotes view={view} now={now} />
          {next ? <TripCard trip={next} since={waiting.trips} now={now} /> : null}
        </section>
      </div>
    </>
  )
}

/** `Local seafood, tasting menus`: joined, in lower case after the first. */
function listed(value: string | string[]): string {
  if (typeof value === 'string') return value
  return value.map((word, at) => (at === 0 ? word : lowered(word))).join(', ')
}

/** Lowers the first letter, except of proper names and words in capitals. */
function lowered(word: string): string {
  const [first = '', ...rest] = word.split(' ')
  const plain = /^\p{Lu}\p{Ll}+$/u.test(first) && rest.every((one) => one === one.toLowerCase())
  return plain ? first.toLowerCase() + word.slice(first.length) : word
}

function ClientNotes({ view, now }: { view: ClientView; now: number }) {
  const { client, waiting, updatedAt, unknownToServer } = view
  const since = waiting.notes
  const at = since === undefined ? updatedAt : Date.parse(since)
  if (!client.notes && since === undefined)
    return <p className={`${type.muted} ${styles.note}`}>No notes yet.</p>
  return (
    <div className={styles.note}>
      <p className={`${kit.typed} ${styles.text}`}>{client.notes || 'No notes left.'}</p>
      {unknownToServer && since === undefined ? null : (
        <footer className={layout.between}>
          {since === undefined ? <SyncedTag /> : <WaitingTag />}
          {at === undefined ? null : (
            <time className={type.fine} dateTime={new Date(at).toISOString()}>
              {shortMoment(at, now)}
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
  since: string | undefined
  now: number
}

/** A card for the next journey. */
function TripCard({ trip, since, now }: TripCardProps) {
  return (
    <>
      <div className={styles.card} data-ground="dark">
        <Plate name="fjord" hold="low" when="later" />
        <div className={styles.words}>
          <b>{trip.place}</b>
          <span>Upcoming trip, {tripDates(trip)}</span>
        </div>
      </div>
      <FieldWaiting since={since} now={now} />
    </>
  )
}

/** Contact details, and the date of the last contact. */
function ClientFacts({ view, now }: { view: ClientView; now: number }) {
  const { email, otherEmails, phone, lastContact } = view.client
  const waiting = waitingFields(view)
  const fact = (field: ClientField, value: ReactNode) => (
    <div>
      <dt className={type.fine}>{fieldName(field)}</dt>
      <dd>
        {value}
        <FieldWaiting since={waiting[field]} now={now} />
      </dd>
    </div>
  )
  return (
    <dl className={styles.facts}>
      {fact(
        'email',
        <>
          {email ? (
            <a className={kit.tall} href={`mailto:${email}`}>
              <AddressWords address={email} />
            </a>
          ) : (
            '–'
          )}
          {otherEmails.map((other) => (
            <small key={other} className={kit.aside}>
              <AddressWords address={other} />
            </small>
          ))}
        </>,
      )}
      {fact(
        'phone',
        phone ? (
          <a className={kit.tall} href={`tel:${dialled(phone)}`}>
            {phone}
          </a>
        ) : (
          '–'
        ),
      )}
      {fact('lastContact', lastContact ? plainDateWords(lastContact) : '–')}
    </dl>
  )
}

function dialled(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}

/** All journeys: upcoming ones first, nearest at the top; then past ones, latest at the top. */
export function ClientTrips({ view }: { view: ClientView }) {
  const now = useMinute()
  const { trips } = view.client
  const edit = <TextAction to={`/admin/crm/${view.id}/edit`}>Edit trips</TextAction>
  if (trips.length === 0)
    return (
      <EmptyState title="No trips yet" action={edit}>
        A trip has a place and two dates.
      </EmptyState>
    )
  const today = dateHere(now)
  const ahead = trips.filter(({ end }) => end >= today).sort((a, b) => order(a, b))
  const past = trips.filter(({ end }) => end < today).sort((a, b) => order(b, a))
  return (
    <div className={styles.trips}>
      <Stretch title="Ahead" trips={ahead} />
      <Stretch title="Travelled" trips={past} />
      <FieldWaiting since={view.waiting.trips} now={now} />
      {edit}
    </div>
  )
}

function Stretch({ title, trips }: { title: string; trips: readonly Trip[] }) {
  if (trips.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={kit.groupHead}>{title}</h3>
      <ul>
        {trips.map((trip) => (
          <li key={trip.id}>
            <b>{trip.place}</b>
            <span>{tripDates(trip)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function order(a: Trip, b: Trip): number {
  return a.start < b.start ? -1 : 1
}
