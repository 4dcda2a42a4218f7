import type { JourneyState, PlateInks } from '#client/journey/state.ts'
import plate from '#client/ui/plates/journey-plate.module.css'
import type { GuestDay } from '#shared/journeys/guest-days.ts'
import styles from './plate-place.module.css'
import { listRoute, listStopNames } from './view-text.ts'

interface JourneyPlatePlaceProps {
  state: JourneyState
  days: readonly GuestDay[]
  /** `night` on the cover, `day` beside an item, `print` on paper. */
  inks: PlateInks
  /** The stop that is filled. */
  current?: string | undefined
  /** The map shows where these stops are; all of them if absent. */
  near?: readonly string[]
}

/** Parts of the cover's height that its wordmark and title cover. */
const COVERED = { top: 0.1, bottom: 0.42 }

/** The frame of a map. It is decorative, because the page lists the stops as text. */
export function JourneyPlatePlace(props: JourneyPlatePlaceProps) {
  const { state, days, inks, near } = props
  const stops = listStopNames(days)
  const route = listRoute(days).map((name) => stops.indexOf(name) + 1)
  const toNumber = (name: string) => stops.indexOf(name) + 1
  const current = toNumber(props.current ?? '') || undefined
  const around = near?.map(toNumber)
  const { plates } = state
  const size = plates?.sizes[inks]
  const covered = inks === 'night' ? COVERED : undefined
  const drawing =
    plates && size
      ? plates.Plate({ id: `plate-${inks}`, ...size, stops, route, current, around, covered })
      : undefined
  // On a screen the frame waits for its map; paper does not.
  const isEmpty = drawing === null || near?.length === 0 || (inks === 'print' && !drawing)
  return (
    <div
      className={`${plate.plate} ${plate[inks]} ${styles[inks]} ${isEmpty ? styles.empty : ''}`}
      aria-hidden="true"
      data-plate={inks}
    >
      {drawing}
    </div>
  )
}
