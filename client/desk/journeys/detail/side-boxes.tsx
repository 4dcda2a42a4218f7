import { memo, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { formatLastDay } from '#client/desk/journeys/journeys-text.ts'
import { countChanges } from '#client/desk/journeys/share/copy-state.ts'
import { formatSeen } from '#client/desk/journeys/share/share-settings.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { EyeIcon, LinkIcon } from '#client/desk/kit/icons.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { JourneyPlate } from '#client/ui/plates/journey-plate.tsx'
import { formatVisits, type JourneyStops } from '#shared/journeys/places/stops.ts'
import { formatBytes, pluralize } from '#shared/lib/format-number.ts'
import type { Editor } from './editor.ts'
import styles from './side-boxes.module.css'

interface StopsProps {
  stops: JourneyStops
  /** Index of today; -1 unless the journey is under way. */
  today: number
}

/** The map of the journey's stops, and their list with dates and nights. */
export const Stops = memo(function Stops({ stops: { stops, route, days }, today }: StopsProps) {
  const current = days[today]
  return (
    <figure className={styles.stops}>
      <div className={styles.plate}>
        <JourneyPlate {...{ stops, route, current }} ink="day" frame="route" hasLocator />
      </div>
      <figcaption>
        <i>{stops.length > 0 ? 'The route' : 'No places yet'}</i>
        {current ? <span>Today at {current}</span> : null}
      </figcaption>
      <ol>
        {stops.map((stop) => (
          <li key={stop.number} aria-current={stop.number === current ? 'location' : undefined}>
            <b aria-hidden="true">{stop.number}</b>
            <div>{stop.name}</div>
            <span>{formatVisits(stop)}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
})

/** When guests opened their copy, which changes it lacks, and when its link ends. */
export function TheirCopy({ editor }: { editor: Editor }) {
  const { view, now } = editor
  const { pass } = view
  if (!pass)
    return (
      <Box title="Their copy" className={styles.box}>
        <p className={styles.plain}>Not shared yet. They see nothing until you share it.</p>
      </Box>
    )
  if (pass.data.closed)
    return (
      <Box title="Their copy" className={styles.box}>
        <p className={styles.plain}>The link is closed. It opens on no phone any more.</p>
      </Box>
    )
  const { seen, version, endsAt } = pass.data
  return (
    <Box
      title="Their copy"
      aside={`Updated ${formatRelativeTime(version, now)}`}
      className={styles.box}
    >
      <ul className={styles.facts}>
        <li>
          <EyeIcon className={kit.smallIcon} />
          {seen ? formatSeen(seen, now) : 'Not opened yet'}
        </li>
        <li>
          <ClockIcon className={kit.smallIcon} />
          {describeAge(editor)}
        </li>
        <li>
          <LinkIcon className={kit.smallIcon} />
          {endsAt <= now
            ? `The link ended on ${formatLastDay(endsAt)}`
            : `The link works until ${formatLastDay(endsAt)}`}
        </li>
      </ul>
    </Box>
  )
}

function describeAge({ copy, view }: Editor): string {
  if (copy.link === 'ended') return 'Deleted with the end of the link'
  const changed = countChanges(copy)
  const waiting = copy.waiting.size
  if (changed > 0)
    return `${pluralize(changed, 'change')} ${changed === 1 ? 'is' : 'are'} not on it yet`
  if (!view.pass?.isPending) return 'It has every change'
  if (waiting === 0) return 'It waits on this device'
  return `${pluralize(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'} on this device`
}

/** Whether the whole journey, with its documents, opens on this device without a connection. */
export function ThisDevice({ editor }: { editor: Editor }) {
  const { id, view, days } = editor
  const { busy, problem, fetchAll } = useFetchAll(id)
  const documents = view.items.flatMap(({ item }) => item.documents)
  const here = new Set(view.documents.here)
  const waiting = new Set(view.documents.waiting)
  const present = documents.filter((document) => here.has(document.id)).length
  const unsent = documents.filter((document) => waiting.has(document.id)).length
  const isWhole = present === documents.length
  const bytes = documents.reduce((sum, { size }) => sum + size, 0)
  const parts = [pluralize(days.length, 'day'), pluralize(view.items.length, 'item')]
  const content =
    documents.length === 0
      ? parts.join(' and ')
      : `${parts.join(', ')} and ${pluralize(documents.length, 'document')}, ${formatBytes(bytes)}`
  return (
    <Box
      title="This device"
      className={styles.box}
      aside={
        <StatusBadge tone={isWhole ? 'ok' : 'wait'}>
          {isWhole ? 'All here' : `${present} of ${pluralize(documents.length, 'document')} here`}
        </StatusBadge>
      }
    >
      <div className={styles.plain}>
        <p>
          {content}. {isWhole ? 'Everything opens without a connection.' : ''}
        </p>
        {unsent > 0 ? (
          <p>
            {pluralize(unsent, 'document')} {unsent === 1 ? 'is' : 'are'} not sent yet: no other
            device has {unsent === 1 ? 'it' : 'them'}.
          </p>
        ) : null}
        {isWhole ? null : (
          <Button small variant="ghost" busy={busy} onClick={() => void fetchAll()}>
            {busy ? `Fetching, ${present} of ${documents.length} here` : 'Ready for the journey'}
          </Button>
        )}
        <p role="status">{isWhole ? '' : problem}</p>
      </div>
    </Box>
  )
}

function useFetchAll(id: string) {
  const { busy, run } = useOneAtATime()
  const [problem, setProblem] = useState('')
  const fetchAll = async () => {
    setProblem('')
    try {
      const missing = await getData().journeys.fetchDocuments(id)
      if (missing.length === 0) announce('Ready for the journey: everything is on this device.')
      else
        setProblem(
          `${pluralize(missing.length, 'document')} could not be fetched. Try again with a connection.`,
        )
    } catch {
      setProblem('This device could not store the documents. Free some room, then try again.')
    }
  }
  return { busy, problem, fetchAll: () => run(fetchAll) }
}
