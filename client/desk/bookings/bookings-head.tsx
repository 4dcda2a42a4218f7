import { AsOf } from '#client/desk/kit/as-of.tsx'
import { SearchBox } from '#client/desk/kit/search-box.tsx'
import { Segmented } from '#client/desk/kit/segmented.tsx'
import type { BookingRecords } from '#client/desk/queries/booking-records.ts'
import { type BookingFilter, type BookingList, countBookings } from '#shared/booking/desk-list.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'
import styles from './bookings-head.module.css'

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

/** What the list is about, and what narrows it. */
export function BookingsHead(props: BookingsHeadProps) {
  const { desk, list, filter, setFilter, search, setSearch, zone } = props
  return (
    <>
      <div className={styles.row}>
        <h2>Bookings</h2>
        <Segmented label="Filter bookings" options={options} value={filter} onChange={setFilter} />
      </div>
      <SearchBox
        label="Search bookings"
        hint="Search by name, e-mail or service"
        value={search}
        onChange={setSearch}
      />
      <p className={styles.count} role="status">
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
