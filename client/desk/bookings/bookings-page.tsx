import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { DeskNetBar } from '#client/desk/kit/as-of.tsx'
import { EmptyState } from '#client/desk/kit/empty-state.tsx'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { namedTitle } from '#client/desk/kit/named-title.ts'
import { OpeningLines } from '#client/desk/kit/opening-lines.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { TwoPane } from '#client/desk/kit/two-pane.tsx'
import type { ClientOf } from '#client/desk/queries/person.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import {
  type BookingFilter,
  type BookingList,
  bookingFilters,
  bookingList,
} from '#shared/booking/desk-list.ts'
import { BookingsHead } from './bookings-head.tsx'
import { BookingsList } from './bookings-list.tsx'
import styles from './bookings-page.module.css'
import { Floods } from './floods.tsx'
import { type Bookings, useBookings } from './use-bookings.ts'
import { useSeenBookings } from './use-looks.ts'

const PATH = '/admin/bookings'

// Fetched with the first booking that is opened: the list comes before it.
const BookingDetail = lazy(async () => ({
  default: (await import('./booking-detail.tsx')).BookingDetail,
}))

/** All bookings, and one of them in full. */
export function BookingsPage({ Client }: { Client: ClientOf }) {
  const { id } = useParams()
  const { desk, bookings, now, answered } = useBookings()
  useSeenBookings(desk)
  const [filter, setFilter, query] = useFilter()
  const [search, setSearch] = useState('')
  const zone = desk.timeZone ?? deviceZone()
  const list = useMemo(
    () => bookingList(bookings ?? [], { filter, search, now, zone }),
    [bookings, filter, search, now, zone],
  )
  const opened = bookings?.find((booking) => booking.id === id)
  const pathOf = (booking: DeskBooking) => `${PATH}/${booking.id}${query}`
  useFirstOpened(bookings && !id ? firstOf(list) : undefined, pathOf)
  useTitle(opened ? namedTitle(opened.clientName, 'Booking') : 'Bookings')

  const head = <BookingsHead {...{ desk, list, filter, setFilter, search, setSearch, zone }} />
  const none = <NothingFound search={search} filter={filter} showAll={() => setFilter('all')} />
  const nothing = list.upcoming.length + list.past.length === 0
  return (
    <>
      <VisuallyHidden>
        <h1>Bookings</h1>
      </VisuallyHidden>
      <DeskNetBar what="Bookings are" desk={desk} />
      <LoadTrouble failure="Failed to load bookings" desk={desk} />
      <Floods now={now} reload={desk.reload} />
      {!bookings ? (
        <OpeningLines desk={desk} />
      ) : nothing && !id ? (
        <div className={styles.empty}>
          <div className={styles.head}>{head}</div>
          {none}
        </div>
      ) : (
        <TwoPane
          head={head}
          list={nothing ? none : <BookingsList {...{ list, now, zone, pathOf }} opened={id} />}
          reading={id ? <Reading {...{ opened, desk, now, answered, Client }} /> : undefined}
          back={{ to: `${PATH}${query}`, label: 'Bookings' }}
        />
      )}
    </>
  )
}

interface ReadingProps extends Pick<Bookings, 'desk' | 'now' | 'answered'> {
  opened: DeskBooking | undefined
  Client: ClientOf
}

function Reading({ opened, ...rest }: ReadingProps) {
  return opened ? (
    <Suspense fallback={null}>
      <BookingDetail key={opened.id} booking={opened} {...rest} />
    </Suspense>
  ) : (
    <EmptyState title="No bookings found">
      This address belongs to no booking. It may have been cut off.
    </EmptyState>
  )
}

/** In the address, so that reload and back keep it. */
function useFilter() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('show')
  const filter = bookingFilters.find((one) => one === asked) ?? 'all'
  const setFilter = (next: BookingFilter) =>
    setParams(next === 'all' ? {} : { show: next }, { replace: true })
  return [filter, setFilter, filter === 'all' ? '' : `?show=${filter}`] as const
}

function firstOf({ upcoming, past }: BookingList): DeskBooking | undefined {
  return (upcoming[0] ?? past[0])?.bookings[0]
}

/** Where both panes have room, the second does not stand empty. */
function useFirstOpened(
  first: DeskBooking | undefined,
  pathOf: (booking: DeskBooking) => string,
): void {
  const navigate = useNavigate()
  const path = first && pathOf(first)
  useEffect(() => {
    if (path && matchMedia('(min-width: 45.0625rem)').matches)
      void navigate(path, { replace: true })
  }, [path, navigate])
}

interface NothingFoundProps {
  search: string
  filter: BookingFilter
  showAll: () => void
}

const empty: Record<BookingFilter, string> = {
  all: 'Nobody has booked yet.',
  upcoming: 'There are no bookings ahead.',
  past: 'There are no past bookings yet. They appear here the day after a call.',
}

function NothingFound({ search, filter, showAll }: NothingFoundProps) {
  return (
    <div className={styles.none}>
      <EmptyState
        title="No bookings found"
        {...(filter === 'all'
          ? {}
          : { action: <TextAction onClick={showAll}>Show all bookings</TextAction> })}
      >
        {search ? `No booking here matches “${search}”.` : empty[filter]}
      </EmptyState>
    </div>
  )
}
