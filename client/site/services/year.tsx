import text from '#client/ui/type.module.css'
import { getTexts } from '#shared/content/site-content.ts'
import styles from './year.module.css'

interface YearProps {
  id: string
  /** Whether it has a section of its own, because there are no sample journeys. */
  isAlone: boolean
}

/** Each month with what it is best for, under the length of its days. */
export function Year({ id, isAlone }: YearProps) {
  const Heading = isAlone ? 'h2' : 'h3'
  return (
    <div className={isAlone ? undefined : styles.year}>
      <Heading className={isAlone ? text.h1 : text.h3} id={id}>
        What each month is best for
      </Heading>
      <p className={`${text.caption} ${styles.unit}`} data-print="off">
        The length of the day at 68° north: no sun at midwinter, 24 hours all June.
      </p>
      <svg
        className={styles.daylight}
        viewBox={`0 0 ${DAYLIGHT.width} ${DAYLIGHT.height}`}
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
        focusable="false"
        data-print="off"
      >
        <path d={DAYLIGHT.path} />
      </svg>
      <dl className={styles.months}>
        {getTexts('artistry').journeys.months.map(({ name, bestFor }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{bestFor}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const DAYLIGHT = drawDaylight({ width: 1312, height: 88, lines: 146, latitude: 68 })

interface DaylightParts {
  width: number
  height: number
  lines: number
  /** In degrees north; above 66.6 the sun does not set in June, nor rise in December. */
  latitude: number
}

/** A line for every few days of the year, as high as its day is long. */
function drawDaylight({ width, height, lines, latitude }: DaylightParts) {
  const radians = Math.PI / 180
  const path = Array.from({ length: lines }, (_, line) => {
    const day = ((line + 0.5) / lines) * 365
    const declination = -23.44 * Math.cos(((day + 10) / 365) * 2 * Math.PI)
    const cosine = -Math.tan(latitude * radians) * Math.tan(declination * radians)
    const share = Math.acos(Math.min(1, Math.max(-1, cosine))) / Math.PI
    const x = Math.round(((line + 0.5) / lines) * width * 10) / 10
    return `M${x} ${height}v${-Math.round((1 + share * (height - 1)) * 10) / 10}`
  }).join('')
  return { width, height, path }
}
