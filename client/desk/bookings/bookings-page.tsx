import { Suspense, useCallback, useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { ListDetail, useOpenFirst } from '#client/desk/kit/lists/list-detail.tsx'
import { ListGroup, ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import {
  DeskConnectionBar,
  ListSkeleton,
  LoadErrorBanner,
  StaleBadge,
} from '#client/desk/kit/page/data-state.tsx'
import { getPersonTitle } from '#client/desk/kit/page/page.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import { useFilter } from '#client/desk/kit/page/use-filter.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { ClientLinkComponent } from '#client/desk/queries/client-link-component.ts'
import { type AllBookings, useAllBookings } from '#client/desk/queries/use-all-bookings.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useServerNow } from '#client/desk/queries/use-now.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useTitle } from '#client/lib/use-title.ts'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import {
  type BookingDay,
  type BookingFilter,
  type BookingList,
  bookingFilters,
  buildBookingList,
  countBookings,
} from '#shared/booking/booking-list.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { getFloods } from '#shared/booking/flood-api.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { formatZone, toWallTime } from '#shared/lib/time-zone.ts'
import styles from './bookings-page.module.css'
import { BookingStatusBadge, formatBookingDay, isCancelledOrExpired } from './bookings-text.tsx'
import { FloodItem } from './flood-item.tsx'
import { useMarkBookingsSeen } from './use-seen-marks.ts'

interface BookingsHeadProps {
  desk: AllBookings
  list: BookingList
  filter: BookingFilter
  setFilter: (filter: BookingFilter) => void
  search: string
  setSearch: (search: string) => void
  zone: string
}

const options = [
  { value: 'all', label: 'All' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
] as const

/** The head of the list: counts, filter and search. */
function BookingsHead(props: BookingsHeadProps) {
  const { desk, list, filter, setFilter, search, setSearch, zone } = props
  return (
    <>
      <div className={kit.spaced}>
        <h2 className={styles.title}>Bookings</h2>
        <div data-print="off" className={styles.filter}>
          <SegmentedControl
            label="Filter bookings"
            options={options}
            value={filter}
            onChange={setFilter}
          />
        </div>
      </div>
      <div data-print="off">
        <SearchBox
          label="Search bookings"
          placeholder="Search by name, email or service"
          value={search}
          onChange={setSearch}
        />
      </div>
      <p className={type.fine} role="status">
        {formatBookingCounts(list)}. Times in {formatZone(zone)}
      </p>
      <StaleBadge desk={desk} />
    </>
  )
}

/** `11 upcoming, 2 cancelled or expired, 40 past` */
function formatBookingCounts(list: BookingList): string {
  const { upcoming, cancelled, past } = countBookings(list)
  const counts = [
    ...(upcoming > 0 ? [`${upcoming} upcoming`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled or expired`] : []),
    ...(past > 0 ? [`${past} past`] : []),
  ]
  return counts.join(', ') || 'Nothing in this view'
}

interface FloodListProps {
  now: number
  /** Fetches the bookings again. */
  reload: () => void
}

/** Senders with more bookings than the limit, above the list. */
function FloodList({ now, reload }: FloodListProps) {
  const query = useDeskData(getFloods, {})
  if (!query.data?.floods.length) return null
  const { floods, timeZone } = query.data
  const desk = {
    refusal: query.refusal,
    reload: () => {
      query.reload()
      reload()
    },
  }
  return (
    <ul className={styles.floods}>
      {floods.map((flood) => (
        <FloodItem key={flood.sender} {...{ flood, timeZone, now, desk }} />
      ))}
    </ul>
  )
}

const PATH = '/admin/bookings'

// Loaded when the first booking is opened: the list has priority.
const BookingDetail = lazyNamed(
  () => import('./booking-detail.tsx'),
  (module) => module.BookingDetail,
)

/** The list of bookings, and one of them in full. */
export function BookingsPage({ Client }: { Client: ClientLinkComponent }) {
  const { id } = useParams()
  const { desk, bookings, now, onUpdated } = useCurrentBookings()
  useMarkBookingsSeen(desk)
  const [filter, setFilter, query] = useFilter(bookingFilters)
  const [search, setSearch] = useState('')
  const zone = desk.timeZone ?? getDeviceZone()
  const list = useMemo(
    () => buildBookingList(bookings ?? [], { filter, search, now, zone }),
    [bookings, filter, search, now, zone],
  )
  const opened = bookings?.find((booking) => booking.id === id)
  const pathOf = (booking: DeskBooking) => `${PATH}/${booking.id}${query}`
  const first = bookings && !id ? getFirstBooking(list) : undefined
  useOpenFirst(first && pathOf(first))
  useTitle(opened ? getPersonTitle(opened.clientName, 'Booking') : 'Bookings')

  const head = <BookingsHead {...{ desk, list, filter, setFilter, search, setSearch, zone }} />
  const none = <NoBookings search={search} filter={filter} showAll={() => setFilter('all')} />
  const nothing = list.upcoming.length + list.past.length === 0
  return (
    <>
      <VisuallyHidden>
        <h1>Bookings</h1>
      </VisuallyHidden>
      <DeskConnectionBar subject="Bookings are" desk={desk} />
      <LoadErrorBanner failure="Failed to load bookings" desk={desk} />
      <FloodList now={now} reload={desk.reload} />
      {!bookings ? (
        <ListSkeleton desk={desk} />
      ) : nothing && !id ? (
        <div className={styles.empty}>
          <div className={`stack gap-4 ${styles.head}`}>{head}</div>
          {none}
        </div>
      ) : (
        <ListDetail
          printsList
          head={head}
          list={
            nothing ? (
              none
            ) : (
              <BookingsList {...{ list, now, zone, getPath: pathOf }} selectedId={id} />
            )
          }
          detail={
            id ? (
              <DetailPane {...{ selected: opened, desk, now, onUpdated, ClientLink: Client }} />
            ) : undefined
          }
          backLink={{ to: `${PATH}${query}`, label: 'Bookings' }}
        />
      )}
    </>
  )
}

interface DetailPaneProps extends Pick<CurrentBookings, 'desk' | 'now' | 'onUpdated'> {
  selected: DeskBooking | undefined
  ClientLink: ClientLinkComponent
}

function DetailPane({ selected, ...rest }: DetailPaneProps) {
  const { state, refusal, hasGaps } = rest.desk
  if (selected)
    return (
      <Suspense fallback={null}>
        <BookingDetail key={selected.id} booking={selected} {...rest} />
      </Suspense>
    )
  if (refusal || hasGaps)
    return (
      <EmptyState object="lantern" title="This booking cannot be shown yet">
        The message above says why.
      </EmptyState>
    )
  // It may have been made since the last sync.
  if (state !== 'fresh') return <ListSkeleton desk={{ state: 'opening' }} />
  return (
    <EmptyState object="chair" title="No bookings found">
      There is no booking at this address. Part of it may be missing.
    </EmptyState>
  )
}

function getFirstBooking({ upcoming, past }: BookingList): DeskBooking | undefined {
  return (upcoming[0] ?? past[0])?.bookings[0]
}

interface NoBookingsProps {
  search: string
  filter: BookingFilter
  showAll: () => void
}

const emptyTexts: Record<BookingFilter, string> = {
  all: 'Nobody has booked yet.',
  upcoming: 'There are no bookings ahead.',
  past: 'There are no past bookings yet. They appear here the day after a call.',
}

function NoBookings({ search, filter, showAll }: NoBookingsProps) {
  return (
    <div className={styles.noBookings}>
      <EmptyState
        object="spyglass"
        title="No bookings found"
        {...(filter === 'all'
          ? {}
          : { action: <TextAction onClick={showAll}>Show all bookings</TextAction> })}
      >
        {search ? `No booking here matches “${search}”.` : emptyTexts[filter]}
      </EmptyState>
    </div>
  )
}

interface BookingsListProps {
  list: BookingList
  now: number
  /** The owner's time zone. */
  zone: string
  selectedId: string | undefined
  /** Returns the address of a booking. */
  getPath: (booking: DeskBooking) => string
}

/** Past rows that are rendered at first: rendering years of them would be slow. */
const PAST_PAGE_SIZE = 40

/** The bookings from today on, then the past ones, latest first. */
function BookingsList({ list, ...rest }: BookingsListProps) {
  const [rows, setRows] = useState(PAST_PAGE_SIZE)
  const past = takeDays(list.past, rows)
  return (
    <>
      {list.upcoming.map((day) => (
        <Day key={day.date} day={day} {...rest} />
      ))}
      {past.length > 0 && list.upcoming.length > 0 ? <p className={styles.past}>Past</p> : null}
      {past.map((day) => (
        <Day key={day.date} day={day} {...rest} />
      ))}
      {past.length < list.past.length ? (
        <div className={styles.more} data-print="off">
          <TextAction onClick={() => setRows(rows + PAST_PAGE_SIZE)}>
            Show earlier bookings
          </TextAction>
        </div>
      ) : null}
    </>
  )
}

/** The first days that together have at least `rows` bookings; days are never split. */
function takeDays(days: readonly BookingDay[], rows: number): BookingDay[] {
  let count = 0
  return days.filter(({ bookings }) => {
    const room = count < rows
    count += bookings.length
    return room
  })
}

interface DayProps extends Omit<BookingsListProps, 'list'> {
  day: BookingDay
}

function Day({ day, now, zone, selectedId, getPath }: DayProps) {
  const first = day.bookings[0]
  if (!first) return null
  const today = day.date === toWallTime(now, zone).date
  const dayText = formatBookingDay(Date.parse(first.start), zone, now)
  return (
    <ListGroup title={today ? `Today, ${dayText}` : dayText} isToday={today}>
      {day.bookings.map((booking) => (
        <ListRow
          key={booking.id}
          to={getPath(booking)}
          isCurrent={booking.id === selectedId}
          lead={<time>{formatClockTime(Date.parse(booking.start), zone)}</time>}
          title={booking.clientName}
          aside={<BookingStatusBadge booking={booking} />}
          note={booking.serviceTitle}
          className={isCancelledOrExpired(booking) ? styles.cancelled : undefined}
        />
      ))}
    </ListGroup>
  )
}

interface CurrentBookings {
  desk: AllBookings
  bookings: readonly DeskBooking[] | undefined
  /**
   * UTC milliseconds, updated each minute, because meetings begin and end while the page is open.
   */
  now: number
  /** Shows the booking from a command's answer until this device has pulled it. */
  onUpdated: (booking: DeskBooking) => void
}

/** All bookings, one of them perhaps from the answer to the last command. */
function useCurrentBookings(): CurrentBookings {
  const desk = useAllBookings()
  const [latest, setLatest] = useState<{
    booking: DeskBooking
    replaced: DeskBooking | undefined
  }>()
  const now = useServerNow()
  const { data, reload } = desk
  const bookings = useMemo(() => {
    if (!latest) return data
    const { booking, replaced } = latest
    // Some commands leave the version as it was: then anything but the replaced object is newer.
    const isReplaced = (one: DeskBooking) =>
      one === replaced ||
      (one.id === booking.id &&
        one.version === replaced?.version &&
        one.version !== booking.version)
    return data?.map((one) => (isReplaced(one) ? booking : one))
  }, [latest, data])
  const answered = useCallback(
    (booking: DeskBooking) => {
      setLatest({ booking, replaced: data?.find(({ id }) => id === booking.id) })
      reload()
    },
    [data, reload],
  )
  return { desk, bookings, now, onUpdated: answered }
}
