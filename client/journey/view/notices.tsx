import type { JourneyProps, JourneyState } from '#client/journey/state.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { AlertIcon, OfflineIcon, TickIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import { describeChanges, formatChangeCount } from '#shared/journeys/change-text.ts'
import styles from './journey-view.module.css'
import { formatMoment } from './view-text.ts'

/** How recent the copy is, and whether it opens without a connection. */
export function CopyStatus({ state, actions }: Pick<JourneyProps, 'state' | 'actions'>) {
  const { tone, line, bold, text } = describeStatus(state)
  const Icon = icons[tone]
  if (line)
    return (
      <div className={`${styles.alert} ${styles.line}`} role="status">
        <details>
          <summary>
            <Icon />
            <span>
              <b>{bold}</b> {line}
            </span>
          </summary>
          <p>{text}</p>
        </details>
      </div>
    )
  const retry = state.connection === 'trouble'
  return (
    <div className={`${styles.status} ${tone === 'fresh' ? '' : styles.alert}`} role="status">
      <Icon />
      <p>
        {bold ? <b>{bold} </b> : null}
        {text}
        {retry ? (
          <>
            {' '}
            <button type="button" className={layout.linkButton} onClick={actions.tryAgain}>
              Try again
            </button>
          </>
        ) : null}
      </p>
    </div>
  )
}

const icons = { fresh: TickIcon, offline: OfflineIcon, alert: AlertIcon }

interface Status {
  tone: keyof typeof icons
  /** In place of the text, which is then opened by a press. */
  line?: string
  bold?: string
  text: string
}

function describeStatus(state: JourneyState): Status {
  const { connection, storage, device, open, now } = state
  const here = `this ${device.kind}`
  const isSaved = storage === 'saved'
  const updated = `updated ${formatRelativeTime(open.pass.checkedAt, now)}`
  if (connection === 'offline') {
    // While it is not known yet whether the copy is saved, nothing is asked of the guest.
    const mayClose = isSaved || storage === 'saving'
    const reading = isSaved ? `the copy saved on ${here},` : 'a copy that was'
    return {
      tone: 'offline',
      // What a guest has to do is never folded away.
      ...(mayClose && { line: `Updated ${formatMoment(open.pass.checkedAt, now)}.` }),
      bold: 'No connection.',
      text: mayClose
        ? `You are reading ${reading} ${updated}. Calls still work where there is signal.`
        : `This copy, ${updated}, is not saved on ${here}: please leave this page open. Calls still work where there is signal.`,
    }
  }
  if (connection === 'trouble')
    return {
      tone: 'alert',
      bold: 'Not checked just now.',
      text: isSaved
        ? `You are reading the copy saved on ${here}, ${updated}.`
        : `You are reading a copy that was ${updated}.`,
    }
  return describeStorage(state, here)
}

function describeStorage({ storage, open, now }: JourneyState, here: string): Status {
  const updated = `Updated ${formatMoment(open.pass.checkedAt, now)}.`
  if (storage === 'saved') return { tone: 'fresh', text: `Saved on ${here}. ${updated}` }
  if (storage === 'saving') return { tone: 'fresh', text: `${updated} Saving it on ${here}…` }
  if (storage === 'full')
    return {
      tone: 'alert',
      bold: 'Not saved.',
      text: `There is no room left on ${here}, so the journey opens only with a connection. ${updated}`,
    }
  return {
    tone: 'alert',
    bold: 'Not saved.',
    text: `This browser keeps no pages on ${here}, perhaps because its window is private. The journey opens only with a connection. ${updated}`,
  }
}

/** Most sentences that are shown; changed items are marked, too. */
const MAX_SENTENCES = 8

/** What has changed since the copy that the guest has noted. */
export function Changes({ state, actions }: Pick<JourneyProps, 'state' | 'actions'>) {
  const { open, now, device } = state
  if (!open.noted) return null
  const sentences = describeChanges(open.noted, open.copy)
  if (sentences.length === 0) return null
  const { notedAt } = open.pass
  const more = sentences.length - MAX_SENTENCES
  return (
    <section className={styles.changes} aria-labelledby="changes-title">
      <h2 id="changes-title">
        {formatChangeCount(sentences.length, { notedAt, now, zone: device.zone })}
      </h2>
      <ul>
        {sentences.slice(0, MAX_SENTENCES).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {more > 0 ? <li>And {more} more, marked below.</li> : null}
      </ul>
      <button
        type="button"
        className={`${layout.linkButton} ${styles.noted}`}
        onClick={actions.note}
      >
        Thank you, noted
      </button>
    </section>
  )
}
