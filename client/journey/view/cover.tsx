import type { JourneyProps } from '#client/journey/state.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import wordmark from '#client/ui/wordmark.module.css'
import { getBusiness } from '#shared/content/site-content.ts'
import type { Timeline } from '#shared/journeys/guest-days.ts'
import { findNight } from '#shared/journeys/guest-days.ts'
import styles from './cover.module.css'
import { JourneyPlatePlace } from './plate-place.tsx'
import { formatJourneyDates, listStopNames } from './view-text.ts'

interface CoverProps extends Pick<JourneyProps, 'state'> {
  timeline: Timeline
  /** Shown beside a day or item, whose title is then the page's heading. */
  isAside: boolean
}

/** The guests' names, title, dates and stops, over the map. */
export function Cover({ state, timeline, isAside }: CoverProps) {
  const { copy } = state.open
  const { days } = timeline
  const stops = listStopNames(days)
  const dates = formatJourneyDates(days)
  const Title = isAside ? 'p' : 'h1'
  const current = findNight(days[timeline.today])?.place
  const shapes = { before: styles.tall, 'under way': styles.short }
  const shape = Object.entries(shapes).find(([phase]) => phase === timeline.phase)?.[1] ?? ''
  return (
    <header
      className={`${styles.cover} ${shape} ${isAside ? styles.aside : ''} grain`}
      data-ground="dark"
    >
      <JourneyPlatePlace inks="night" state={state} days={days} current={current} />
      <p className={styles.top}>
        <span className={wordmark.wordmark}>{getBusiness().name}</span>
      </p>
      <div className={styles.text}>
        {copy.guests ? <p className={styles.guests}>For {copy.guests}</p> : null}
        <Title className={styles.title}>{copy.title || 'Your journey'}</Title>
        {dates ? <p className={styles.dates}>{dates}</p> : null}
        {stops.length > 0 ? (
          <ol className={styles.stops} aria-label="Stops">
            {stops.map((stop) => (
              <li key={stop} aria-current={stop === current ? 'true' : undefined}>
                {stop}
                {stop === current ? <VisuallyHidden>, where you are today</VisuallyHidden> : null}
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </header>
  )
}
