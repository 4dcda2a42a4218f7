import type { BookingFilter, BookingList } from '../../../shared/booking/desk-list.ts'
import { zoneWords } from '../../../shared/lib/zone-names.ts'
import { AsOf } from '../../desk/as-of.tsx'
import type { BookingRecords } from '../../desk/booking-records.ts'
import { SearchBox } from '../../desk/search-box.tsx'
import { Segmented } from '../../desk/segmented.tsx'
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

function countWords({ upcoming, past }: BookingList): string {
  const count = (days: BookingList['past']) =>
    days.reduce((sum, { bookings }) => sum + bookings.length, 0)
  const counts = [
    ...(count(upcoming) > 0 ? [`${count(upcoming)} upcoming`] : []),
    ...(count(past) > 0 ? [`${count(past)} past`] : []),
  ]
  return counts.join(', ') || 'Nothing in this view'
}
