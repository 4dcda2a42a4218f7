import styles from './plate-place.module.css'

interface JourneyPlatePlaceProps {
  /** `night` on the cover, `day` beside an item, `print` on paper. */
  inks: 'night' | 'day' | 'print'
  /** Names of the stops, in order; they are numbered from 1. */
  stops: readonly string[]
  /** The stop that is filled. */
  current?: string | undefined
}

/**
 * The place of the plate with the route (drawings 205, 208 and 213). The component of client/ui/plates goes
 * in here: it fills the frame, and its stops are also a list on the page, so it is decoration.
 */
export function JourneyPlatePlace({ inks, stops, current }: JourneyPlatePlaceProps) {
  return (
    <div
      className={`${styles.frame} ${styles[inks]}`}
      aria-hidden="true"
      data-plate-place={inks}
      data-stops={stops.join('|')}
      data-current={current}
    />
  )
}
