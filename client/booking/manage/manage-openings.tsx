import { type ReactNode, useState } from 'react'
import { otherTimeLink } from '#client/booking/calendar/alternative-time.ts'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import {
  askedDates,
  longDate,
  type OpeningDay,
  openingDays,
  startTime,
} from '#shared/booking/times.ts'
import { type Availability, getAvailability } from '#shared/schedule/api.ts'
import styles from './manage-openings.module.css'

interface ManageOpeningsProps {
  booking: BookingView
  /** Times that were refused while this list was open: shown, struck, so that the loss is plain. */
  lost: readonly string[]
  chosen: string | undefined
  choose: (start: string) => void
}

const DAYS_SHOWN = 4

/** Open times, some days at a time, under the dates of the guest's own zone. */
export function ManageOpenings({ booking, lost, chosen, choose }: ManageOpeningsProps) {
  const { value: openings, loading, reload } = useOpenings(booking, lost.length)
  const [first, setFirst] = useState(0)
  const zone = booking.timezone
  if (!openings) return loading ? <Waiting /> : <NotLoaded retry={reload} />

  const days = openingDays([...new Set([...openings, ...lost])].sort(), zone)
  if (days.length === 0) return <Empty booking={booking} />
  const page = days.slice(first, first + DAYS_SHOWN)
  const turn = (by: number) => {
    setFirst(first + by)
    const day = days[first + by]
    if (day) announce(`Times from ${dayName(day, zone)}`)
  }
  return (
    <>
      <div className={styles.days}>
        {page.map((day) => (
          <Day key={day.date} day={day} zone={zone} {...{ lost, chosen, choose }} />
        ))}
      </div>
      <div className={styles.turn}>
        <Button variant="quiet" small disabled={first === 0} onClick={() => turn(-DAYS_SHOWN)}>
          Earlier days
        </Button>
        <Button
          variant="quiet"
          small
          disabled={first + DAYS_SHOWN >= days.length}
          onClick={() => turn(DAYS_SHOWN)}
        >
          Later days
        </Button>
        <AlternativeTime booking={booking} />
      </div>
    </>
  )
}

interface DayProps extends Omit<ManageOpeningsProps, 'booking'> {
  day: OpeningDay
  zone: string
}

function Day({ day, zone, lost, chosen, choose }: DayProps) {
  const id = `day-${day.date}`
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className={styles.date}>
        {dayName(day, zone)}
      </h4>
      <div className={styles.slots}>
        {day.starts.map((start) => {
          const time = startTime(Date.parse(start), zone)
          const gone = lost.includes(start)
          return (
            <button
              key={start}
              type="button"
              className={styles.slot}
              disabled={gone}
              aria-label={gone ? `${time}, taken` : undefined}
              aria-pressed={gone ? undefined : start === chosen}
              onClick={() => choose(start)}
            >
              {gone ? <s>{time}</s> : time}
            </button>
          )
        })}
      </div>
    </section>
  )
}

function dayName({ starts }: OpeningDay, zone: string): string {
  return longDate(Date.parse(starts[0] ?? ''), zone).replace(/ \d{4}$/, '')
}

function Waiting() {
  return (
    <div className={styles.days} role="status" aria-label="Loading open times">
      {['left', 'right'].map((side) => (
        <div key={side}>
          <Skeleton className={styles.waitingDate} />
          <Skeleton className={styles.waitingSlots} />
        </div>
      ))}
    </div>
  )
}

function NotLoaded({ retry }: { retry: () => void }): ReactNode {
  return (
    <Banner
      tone="error"
      title="The open times did not load."
      action={<BannerButton onClick={retry}>Try again</BannerButton>}
    >
      Your booking stands as it was.
    </Banner>
  )
}

function Empty({ booking }: Pick<ManageOpeningsProps, 'booking'>) {
  return (
    <p className={styles.empty}>
      No open times at the moment. <AlternativeTime booking={booking} />
    </p>
  )
}

function AlternativeTime({ booking }: Pick<ManageOpeningsProps, 'booking'>) {
  const { serviceType, start, timezone } = booking
  const href = otherTimeLink(catalogue[serviceType], Date.parse(start), timezone)
  return (
    <a className={styles.alternative} href={href}>
      Request alternative time
    </a>
  )
}

/** A loss, or another time of the booking, asks again quietly: what was shown stays until the answer is here. */
function useOpenings({ serviceType, start }: BookingView, losses: number) {
  const load = async () => {
    const question = { service: serviceType, ...askedDates(systemClock()) }
    const answer = await call(getAvailability, question)
    return answer.ok ? openOnes(answer.value, start) : Promise.reject(answer.refusal)
  }
  return useAsync('openings', load, `${serviceType} ${start} ${losses}`)
}

/** Without the booking's own time, which is no move. */
function openOnes({ slots }: Availability, own: string): string[] {
  return slots.filter((slot) => Date.parse(slot) !== Date.parse(own))
}
