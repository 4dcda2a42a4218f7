import type { ReactNode } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { ZoneCombobox } from '#client/desk/kit/popups/zone-combobox.tsx'
import { Field, Select } from '#client/ui/controls/field.tsx'
import { addDays } from '#shared/lib/date.ts'
import { formatOffset, toWallTime } from '#shared/lib/time-zone.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { listStarts, START_STEP_MINUTES } from '#shared/schedule/opening-hours.ts'
import { formatBuffer, formatNotice, formatWindow } from '#shared/schedule/schedule-text.ts'
import { formatMinuteOfDay } from './schedule-edits.ts'
import styles from './schedule-page.module.css'
import { formatWeekdayDate } from './schedule-text.ts'

const MINUTES_PER_HOUR = 60
const noticeOptions = [
  0,
  2 * MINUTES_PER_HOUR,
  12 * MINUTES_PER_HOUR,
  24 * MINUTES_PER_HOUR,
  48 * MINUTES_PER_HOUR,
  72 * MINUTES_PER_HOUR,
  7 * 24 * MINUTES_PER_HOUR,
]
const windowOptions = [14, 30, 60, 90, 180, 365]
const bufferOptions = [0, 5, 10, 15, 30, 45, 60]

interface BookingRulesProps {
  content: ScheduleContent
  now: number
  disabled: boolean
  onChange: (content: ScheduleContent) => void
}

export function BookingRules({ content, now, disabled, onChange }: BookingRulesProps) {
  const { timeZone, noticeMinutes, windowDays, bufferMinutes } = content
  const today = toWallTime(now, timeZone).date
  const latest = addDays(today, windowDays)
  return (
    <Box title="Booking rules">
      <div className={styles.rules}>
        <NumberSelect
          label="Minimum notice"
          hint={
            <>
              Earliest bookable now:{' '}
              <span className="together">{formatEarliest(content, now)}</span>
            </>
          }
          options={noticeOptions}
          value={noticeMinutes}
          format={formatNotice}
          disabled={disabled}
          onChange={(value) => onChange({ ...content, noticeMinutes: value })}
        />
        <NumberSelect
          label="Bookable ahead"
          hint={
            <>
              Latest bookable now:{' '}
              <span className="together">{formatWeekdayDate(latest, today)}</span>
            </>
          }
          options={windowOptions}
          value={windowDays}
          format={formatWindow}
          disabled={disabled}
          onChange={(value) => onChange({ ...content, windowDays: value })}
        />
        <NumberSelect
          label="Buffer after calls"
          hint="Added after each call"
          options={bufferOptions}
          value={bufferMinutes}
          format={formatBuffer}
          disabled={disabled}
          onChange={(value) => onChange({ ...content, bufferMinutes: value })}
        />
        <ZoneCombobox
          label="Time zone"
          hint={`Now ${formatMinuteOfDay(toWallTime(now, timeZone).minute)} there, ${formatOffset(now, timeZone)}`}
          value={timeZone}
          disabled={disabled}
          onChange={(zone) => onChange({ ...content, timeZone: zone })}
        />
      </div>
    </Box>
  )
}

interface NumberSelectProps {
  label: string
  hint: ReactNode
  options: readonly number[]
  value: number
  format: (value: number) => string
  disabled: boolean
  onChange: (value: number) => void
}

/** A choice of common values, and the current value if it is not one of them. */
function NumberSelect(props: NumberSelectProps) {
  const { label, hint, options, value, format, disabled, onChange } = props
  const offered = [...new Set([...options, value])].sort((a, b) => a - b)
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {offered.map((option) => (
            <option key={option} value={option}>
              {format(option)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/**
 * The earliest bookable start by hours and notice alone; bookings and the owner's external calendar
 * may rule it out.
 */
function formatEarliest(content: ScheduleContent, now: number): string {
  const { timeZone, noticeMinutes, windowDays } = content
  const from = now + noticeMinutes * 60_000
  const today = toWallTime(now, timeZone).date
  const schedule = { ...content, version: 0 }
  for (let days = 0; days <= windowDays; days++) {
    const first = listStarts(schedule, addDays(today, days), START_STEP_MINUTES).find(
      (at) => at >= from,
    )
    if (first === undefined) continue
    const { date, minute } = toWallTime(first, timeZone)
    return `${formatWeekdayDate(date, today)}, ${formatMinuteOfDay(minute)}`
  }
  return 'no time at all'
}
