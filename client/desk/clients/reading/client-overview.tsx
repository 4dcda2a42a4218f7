import type { ReactNode } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { dateHere, plainDateWords, shortMoment } from '#client/desk/clients/day-of.ts'
import { AddressWords } from '#client/desk/kit/address-words.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { Plate } from '#client/ui/plate.tsx'
import { type ClientField, fieldName, fieldsIn, type Trip } from '#shared/clients/fields.ts'
import { tripDates } from '#shared/clients/trip-words.ts'
import styles from './client-overview.module.css'
import { SyncedTag, WaitingTag } from './client-tags.tsx'
import { FieldWaiting, waitingFields } from './field-waiting.tsx'

/** Everything of a client that is no story. */
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
          <h3>Preferences</h3>
          <dl className={styles.preferences}>
            {fieldsIn('preferences').map((field) => (
              <div key={field}>
                <dt>{fieldName(field)}</dt>
                <dd>
                  {listed(client[field] as string | string[]) || '–'}
                  <FieldWaiting since={waiting[field]} now={now} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>Notes</h3>
          <ClientNotes view={view} now={now} />
          {next ? <TripCard trip={next} since={waiting.trips} now={now} /> : null}
        </section>
      </div>
    </>
  )
}

/** `Local seafood, tasting menus`: as a sentence would have them. */
function listed(value: string | string[]): string {
  if (typeof value === 'string') return value
  return value.map((word, at) => (at === 0 ? word : lowered(word))).join(', ')
}

/** Names and what is written in capitals stay as they are. */
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
    return <p className={`${styles.note} ${styles.none}`}>Nothing noted yet.</p>
  return (
    <div className={styles.note}>
      <p className={styles.text}>{client.notes || 'Nothing noted any more.'}</p>
      {unknownToServer && since === undefined ? null : (
        <footer>
          {since === undefined ? <SyncedTag /> : <WaitingTag />}
          {at === undefined ? null : (
            <time dateTime={new Date(at).toISOString()}>{shortMoment(at, now)}</time>
          )}
        </footer>
      )}
    </div>
  )
}

interface TripCardProps {
  trip: Trip
  /** When the trips were edited here, where that waits. */
  since: string | undefined
  now: number
}

/** The next journey. */
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

/** How to reach a client, and when that was last done. */
function ClientFacts({ view, now }: { view: ClientView; now: number }) {
  const { email, otherEmails, phone, lastContact } = view.client
  const waiting = waitingFields(view)
  const fact = (field: ClientField, value: ReactNode) => (
    <div>
      <dt>{fieldName(field)}</dt>
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
            <a href={`mailto:${email}`}>
              <AddressWords address={email} />
            </a>
          ) : (
            '–'
          )}
          {otherEmails.map((other) => (
            <small key={other}>
              <AddressWords address={other} />
            </small>
          ))}
        </>,
      )}
      {fact('phone', phone ? <a href={`tel:${dialled(phone)}`}>{phone}</a> : '–')}
      {fact('lastContact', lastContact ? plainDateWords(lastContact) : '–')}
    </dl>
  )
}

function dialled(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}
