import { Status } from '#client/desk/kit/status.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import { feedFaultWords } from '#shared/schedule/calendar-state.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'
import styles from './feed-box.module.css'
import { count } from './words.ts'

/** How the calendar stands: its address, its age, and what is wrong with it. */
export function FeedState({ feed }: { feed: FeedView }) {
  const { shown, state, syncedAt, failure, failingSince, entries, unreadable } = feed
  if (state === 'none')
    return (
      <p className={styles.none}>No calendar is connected: only bookings made here take time.</p>
    )
  const now = systemClock()
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Address</dt>
        <dd>{shown}</dd>
      </div>
      <div>
        <dt>Last read</dt>
        <dd className={styles.moment}>
          {syncedAt ? (
            <>
              {momentWords(Date.parse(syncedAt), now)}, {ageWords(now - Date.parse(syncedAt))}
              <small>
                {count(entries, 'entry').replace('entrys', 'entries')}
                {unreadable > 0 ? `, ${unreadable} not understood` : ''}
              </small>
            </>
          ) : (
            'Never'
          )}
        </dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>
          {state === 'fresh' ? (
            <Status tone="ok">Up to date</Status>
          ) : (
            <>
              <Status tone="wait">Not up to date</Status>
              <small>New bookings become requests until it can be read again.</small>
            </>
          )}
          {failure ? (
            <p className={styles.problem}>
              {feedFaultWords[failure]}
              {failingSince ? ` Since ${momentWords(Date.parse(failingSince), now)}.` : ''}
            </p>
          ) : null}
        </dd>
      </div>
    </dl>
  )
}

function ageWords(age: number): string {
  const minutes = Math.floor(age / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${count(minutes, 'minute')} ago`
  return minutes < 2880
    ? `${count(Math.floor(minutes / 60), 'hour')} ago`
    : `${count(Math.floor(minutes / 1440), 'day')} ago`
}
