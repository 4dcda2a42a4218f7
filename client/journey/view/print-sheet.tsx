import { findMark, type JourneyState } from '#client/journey/state.ts'
import { formatDayAndTime } from '#client/lib/data/device-zone.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { getZone } from '#shared/journeys/days.ts'
import type { GuestItem } from '#shared/journeys/guest-copy.ts'
import {
  type DayRow,
  type GuestDay,
  listDayRows,
  placeInTime,
} from '#shared/journeys/guest-days.ts'
import { formatInstantDate, formatTimeOfDay } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatZone, formatZoneCity, getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import { JourneyPlatePlace } from './plate-place.tsx'
import styles from './print-sheet.module.css'
import {
  formatDayDate,
  formatDayTitle,
  formatItemTitle,
  formatJourneyDates,
  formatStayHours,
  formatUntil,
  formatWhere,
} from './view-text.ts'

/** The journey on paper: every day, its times and numbers, and of when it is. */
export function PrintSheet({ state }: { state: JourneyState }) {
  const { open, now, device } = state
  const { copy, pass } = open
  const timeline = placeInTime(copy, now)
  const { days } = timeline
  const printed = `${formatInstantDate(now, device.zone, 'long')} at ${formatTimeOfDay(toWallTime(now, device.zone).minute)}`
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <div>
          <p className={styles.name}>{getBusiness().name}</p>
          <h1>{copy.title || 'Your journey'}</h1>
          <p className={styles.who}>
            {copy.guests}
            {copy.guests ? <br /> : null}
            {formatJourneyDates(days)}
          </p>
        </div>
        <JourneyPlatePlace inks="print" state={state} days={days} />
      </header>
      <dl className={styles.contacts}>
        {copy.host.name || copy.host.phone ? (
          <div>
            <dt>Your host</dt>
            <dd>{[copy.host.name, copy.host.phone].filter(Boolean).join(', ')}</dd>
          </div>
        ) : null}
        <div>
          <dt>Emergency</dt>
          <dd>112</dd>
        </div>
        <div>
          <dt>Times</dt>
          <dd>{describeTimes(days, pass.homeZone, now)}</dd>
        </div>
      </dl>
      {days.map((day, index) => {
        const rows = listDayRows(timeline, index, now)
        return (
          <section key={day.id} className={styles.day}>
            <h2>
              <span>{formatDayDate(day)}</span>
              {formatDayTitle(day)}
            </h2>
            <table aria-label={formatDayDate(day)}>
              <tbody>
                {rows.length === 0 ? (
                  <tr>
                    <td className={styles.time} />
                    <td className={styles.title}>Nothing planned</td>
                    <td colSpan={2}>The day is yours.</td>
                  </tr>
                ) : null}
                {rows.map((row) => (
                  <tr key={`${row.role} ${row.item.id}`}>
                    <td className={styles.time}>{formatTime(row)}</td>
                    <td className={styles.title}>{formatItemTitle(row.item)}</td>
                    <td>
                      {listFacts(state, row, day.items.includes(row.item))
                        .filter(Boolean)
                        .join('. ')}
                      {day.items.includes(row.item) && row.item.guestText ? (
                        <p className={styles.text}>{row.item.guestText}</p>
                      ) : null}
                    </td>
                    <td className={styles.numbers}>
                      {[row.item.phone, row.item.confirmation].filter(Boolean).join(' · ')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
      })}
      <p className={styles.foot}>
        Printed on {printed}, from the copy of {formatDayAndTime(copy.publishedAt)}. Later changes
        are on your {device.kind}.
      </p>
    </div>
  )
}

/** `Local, Europe/Oslo. New York is 6 hours behind.` */
function describeTimes(days: readonly GuestDay[], homeZone: string, now: number): string {
  const zones = [...new Set(days.flatMap(({ items }) => items.map(getZone)))]
  const [zone] = zones
  if (!zone || zones.length > 1) return 'Local, at each place.'
  const minutes = Math.round((getOffset(now, homeZone) - getOffset(now, zone)) / 60_000)
  const local = `Local, ${formatZone(zone)}.`
  if (minutes === 0) return local
  const hours = Math.abs(minutes) / 60
  const size = pluralize(hours, 'hour')
  return `${local} ${formatZoneCity(homeZone)} is ${size} ${minutes < 0 ? 'behind' : 'ahead'}.`
}

function formatTime({ item, role }: DayRow): string {
  if (role === 'night') return 'Night'
  return role === 'arrival' ? item.ends : item.begins
}

function describeChange(state: JourneyState, item: GuestItem): string {
  const was = findMark(state, item)?.before?.begins
  return was && was !== item.begins ? `Changed from ${was}` : ''
}

/** Where an item is, until when, and what changed. `isOwnDay`: whether the item begins on this day. */
function listFacts(state: JourneyState, row: DayRow, isOwnDay: boolean): string[] {
  const { item, role } = row
  const hours =
    item.kind === 'stay' ? formatStayHours(isOwnDay ? item : { ...item, begins: '' }) : ''
  const until = role === 'item' ? formatUntil(item) : ''
  const where = formatWhere(row)
  const arrival = ['Arrives', where.replace(/^From/, 'from')].filter(Boolean).join(', ')
  return [role === 'arrival' ? arrival : where, until, hours, describeChange(state, item)]
}
