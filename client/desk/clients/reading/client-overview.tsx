import type { ClientView } from '#client/book/store/types.ts'
import { dateHere } from '#client/desk/clients/day-of.ts'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { ClientFacts } from './client-facts.tsx'
import { ClientNotes } from './client-notes.tsx'
import styles from './client-overview.module.css'
import { FieldWaiting, waitingFields } from './field-waiting.tsx'
import { TripCard } from './trip-card.tsx'

const preferences = [
  ['accommodation', 'Accommodation'],
  ['dining', 'Dining'],
  ['transport', 'Transport'],
  ['activities', 'Activities'],
  ['specialRequests', 'Special requests'],
] as const

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
            {preferences.map(([field, label]) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd>
                  {listed(client[field]) || '–'}
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
