import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { TwoPane } from '#client/desk/kit/lists/list-detail.tsx'
import { ListGroup, ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { AsOf, DeskNetBar, LoadTrouble, OpeningLines } from '#client/desk/kit/page/data-state.tsx'
import { namedTitle } from '#client/desk/kit/page/page.tsx'
import { Segmented } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { type BookingRecords, useBookingRecords } from '#client/desk/queries/booking-records.ts'
import type { ClientOf } from '#client/desk/queries/person.ts'
import { type DeskData, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useVisible } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useTitle } from '#client/lib/use-title.ts'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { type DeskBooking, seeBookings } from '#shared/booking/desk-api.ts'
import {
  type BookingFilter,
  type BookingList,
  bookingFilters,
  bookingList,
  countBookings,
  type DayOfBookings,
} from '#shared/booking/desk-list.ts'
import { getFloods } from '#shared/booking/flood-api.ts'
import { clockTime } from '#shared/booking/times.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import { BookingStatus, dayWords, isOff } from './booking-words.tsx'
import styles from './bookings-page.module.css'
import { FloodItem } from './flood-item.tsx'

interface BookingsHeadProps {
  desk: BookingRecords
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
        <Segmented label="Filter bookings" options={options} value={filter} onChange={setFilter} />
      </div>
      <SearchBox
        label="Search bookings"
        hint="Search by name, email or service"
        value={search}
        onChange={setSearch}
      />
      <p className={type.fine} role="status">
        {countWords(list)}. Times in {zoneWords(zone)}
      </p>
      <AsOf desk={desk} />
    </>
  )
}

/** `11 upcoming, 2 cancelled or expired, 40 past` */
function countWords(list: BookingList): string {
  const { upcoming, off, past } = countBookings(list)
  const counts = [
    ...(upcoming > 0 ? [`${upcoming} upcoming`] : []),
    ...(off > 0 ? [`${off} cancelled or expired`] : []),
    ...(past > 0 ? [`${past} past`] : []),
  ]
  return counts.join(', ') || 'Nothing in this view'
}

interface Bookings {
  desk: BookingRecords
  bookings: readonly DeskBooking[] | undefined
  /**
   * UTC milliseconds, updated each minute, because meetings begin and end while the page is open.
   */
  now: number
  /** Shows the booking from a command's answer until a later list contains it. */
  answered: (booking: DeskBooking) => void
}

function useBookings(): Bookings {
  const desk = useBookingRecords()
  const [latest, setLatest] = useState<{ booking: DeskBooking; at: number }>()
  const now = useMinute()
  const { data, asOf = 0, reload } = desk
  const newer = latest && latest.at >= asOf ? latest.booking : undefined
  const bookings = useMemo(
    () => (newer ? data?.map((one) => (one.id === newer.id ? newer : one)) : data),
    [newer, data],
  )
  const answered = useCallback(
    (booking: DeskBooking) => {
      setLatest({ booking, at: systemClock() })
      reload()
    },
    [reload],
  )
  return { desk, bookings, now, answered }
}

/**
 * Tells the server that the owner has seen the bookings on the screen, so that they no longer count
 * as new. A failed request is not retried; the next visit repeats it.
 */
function useSeenBookings({ data, state }: DeskData<readonly DeskBooking[]>): void {
  const visible = useVisible()
  const until = state === 'fresh' ? data?.map(({ createdAt }) => createdAt).reduce(later, '') : ''
  useEffect(() => {
    if (until && visible) void call(seeBookings, { until })
  }, [until, visible])
}

/** The later of two ISO 8601 instants. */
function later(one: string, other: string): string {
  return other > one ? other : one
}

interface FloodsProps {
  now: number
  /** Fetches the bookings again. */
  reload: () => void
}

/** Senders with more bookings than the limit, above the list. */
function Floods({ now, reload }: FloodsProps) {
  const asked = useDeskData(getFloods, {})
  if (!asked.data?.floods.length) return null
  const { floods, timeZone } = asked.data
  const desk = {
    trouble: asked.trouble,
    reload: () => {
      asked.reload()
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
      We cannot find a booking at this address. Part of it may be missing.
    </EmptyState>
  )
}

/** The filter, kept in the address, so that it survives a reload and the back button. */
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

/** Opens the first booking where both panes fit, so that the second is not empty. */
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

interface BookingsListProps {
  list: BookingList
  now: number
  /** The owner's time zone. */
  zone: string
  opened: string | undefined
  /** Returns the address of a booking. */
  pathOf: (booking: DeskBooking) => string
}

/** Past rows that are rendered at first: rendering years of them would be slow. */
const PAST_ROWS = 40

/** The bookings from today on, then the past ones, latest first. */
function BookingsList({ list, ...rest }: BookingsListProps) {
  const [rows, setRows] = useState(PAST_ROWS)
  const past = firstRows(list.past, rows)
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
        <div className={styles.more}>
          <TextAction onClick={() => setRows(rows + PAST_ROWS)}>Show earlier bookings</TextAction>
        </div>
      ) : null}
    </>
  )
}

/** The first days that together have at least `rows` bookings; days are never split. */
function firstRows(days: readonly DayOfBookings[], rows: number): DayOfBookings[] {
  let count = 0
  return days.filter(({ bookings }) => {
    const room = count < rows
    count += bookings.length
    return room
  })
}

interface DayProps extends Omit<BookingsListProps, 'list'> {
  day: DayOfBookings
}

function Day({ day, now, zone, opened, pathOf }: DayProps) {
  const first = day.bookings[0]
  if (!first) return null
  const today = day.date === wallOf(now, zone).date
  const words = dayWords(Date.parse(first.start), zone, now)
  return (
    <ListGroup title={today ? `Today, ${words}` : words} today={today}>
      {day.bookings.map((booking) => (
        <ListRow
          key={booking.id}
          to={pathOf(booking)}
          current={booking.id === opened}
          lead={<time>{clockTime(Date.parse(booking.start), zone)}</time>}
          title={booking.clientName}
          aside={<BookingStatus booking={booking} />}
          note={catalogue[booking.serviceType].title}
          className={isOff(booking) ? styles.off : undefined}
        />
      ))}
    </ListGroup>
  )
}
