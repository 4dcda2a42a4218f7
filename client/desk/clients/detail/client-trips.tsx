import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import type { ClientView } from '#client/data/store/types.ts'
import { createJourneyOfTrip } from '#client/desk/journeys/journey-edits.ts'
import { getMark } from '#client/desk/journeys/list/journey-groups.ts'
import { useClientJourneys } from '#client/desk/journeys/use-journeys.ts'
import { toDisplayDate } from '#client/desk/kit/format-date-time.ts'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useNow } from '#client/desk/queries/use-now.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Trip } from '#shared/clients/client-fields.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import styles from './client-detail.module.css'
import { FieldPendingTag } from './client-tags.tsx'

/**
 * All trips and journeys: upcoming ones first, nearest at the top, then journeys without dates; then
 * past ones, latest at the top.
 */
export function ClientTrips({ view }: { view: ClientView }) {
  const now = useNow()
  const { trips } = view.client
  const journeys = useClientJourneys(view.id)
  const { plan, failed } = usePlan(view.id)
  const edit = <TextAction to={`/admin/crm/${view.id}/edit`}>Edit trips</TextAction>
  if (trips.length + journeys.length === 0)
    return (
      <EmptyState object="trunk" title="No trips yet" action={edit}>
        A trip has a place and two dates. A journey is made of it with one click.
      </EmptyState>
    )
  const today = toDisplayDate(now)
  const travels = listTravels(trips, journeys)
  const ahead = travels.filter(({ end }) => end >= today)
  const undated = travels.filter(({ start }) => start === '')
  const past = travels.filter(({ start, end }) => start !== '' && end < today).reverse()
  const rows = { journeys, now, plan }
  return (
    <div className={styles.trips}>
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          Free some room on the device, then try again.
        </Banner>
      ) : null}
      <TravelSection title="Ahead" travels={[...ahead, ...undated]} {...rows} />
      <TravelSection title="Travelled" travels={past} {...rows} />
      <FieldPendingTag since={view.pendingFields.trips} now={now} />
      {edit}
    </div>
  )
}

/** Makes a journey of a trip, once, and opens it. */
function usePlan(clientId: string) {
  const navigate = useNavigate()
  const { run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const plan = async (trip: Trip) => {
    try {
      const { id, edits } = createJourneyOfTrip(clientId, trip)
      await getData().records.edit(edits)
      announce('Saved on this device.')
      await navigate(`/admin/journeys/${id}`)
    } catch {
      setFailed(true)
    }
  }
  return { plan: (trip: Trip) => run(() => plan(trip)), failed }
}

interface TravelRowsProps {
  journeys: readonly JourneyListItem[]
  /** UTC milliseconds. */
  now: number
  plan: (trip: Trip) => Promise<void>
}

function TravelSection({
  title,
  travels,
  ...rows
}: TravelRowsProps & { title: string; travels: readonly Travel[] }) {
  if (travels.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={kit.groupHead}>{title}</h3>
      <ul>
        {travels.map((travel) => (
          <TravelRow key={travel.journey?.id ?? travel.trip?.id} travel={travel} {...rows} />
        ))}
      </ul>
    </section>
  )
}

function TravelRow({ travel, journeys, now, plan }: TravelRowsProps & { travel: Travel }) {
  const { title, start, end, journey, trip } = travel
  return (
    <li>
      <b>
        {journey ? (
          <Link className={kit.touchTarget} to={`/admin/journeys/${journey.id}`}>
            {title}
          </Link>
        ) : (
          title
        )}
      </b>
      <span>{start ? formatTripDates({ start, end }) : 'No dates yet'}</span>
      {journey ? <small>Journey, {getMark(journey, now).label.toLowerCase()}</small> : null}
      {trip ? <TripAction trip={trip} journeys={journeys} plan={plan} /> : null}
    </li>
  )
}

type TripActionProps = Omit<TravelRowsProps, 'now'> & { trip: Trip }

/** A trip of which a journey was made leads to it. */
function TripAction({ trip, journeys, plan }: TripActionProps) {
  const made = journeys.find(({ dates }) => dates?.start === trip.start)
  if (made) return <TextAction to={`/admin/journeys/${made.id}`}>Open its journey</TextAction>
  if (!trip.start || trip.end < trip.start) return null
  return (
    <TextAction onClick={() => void plan(trip)}>
      Plan this journey<VisuallyHidden>: {trip.place}</VisuallyHidden>
    </TextAction>
  )
}

/** A trip of a client, or a journey. */
export interface Travel {
  /** A journey's title or a trip's place. */
  title: string
  /** Both empty for a journey without dates. */
  start: PlainDate
  end: PlainDate
  journey?: JourneyListItem
  trip?: Trip
}

/** Trips and journeys, the earliest first; a journey comes before a trip of the same day. */
export function listTravels(
  trips: readonly Trip[],
  journeys: readonly JourneyListItem[],
): Travel[] {
  const travels = [
    ...journeys.map(
      (journey): Travel => ({
        title: journey.title || UNTITLED,
        ...(journey.dates ?? { start: '', end: '' }),
        journey,
      }),
    ),
    ...trips.map((trip): Travel => ({ title: trip.place, start: trip.start, end: trip.end, trip })),
  ]
  return travels.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}
