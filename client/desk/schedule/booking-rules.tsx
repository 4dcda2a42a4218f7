import { Box } from '#client/desk/kit/box.tsx'
import { Field, Select } from '#client/ui/controls/field.tsx'
import { addDays } from '#shared/lib/date.ts'
import { listZones, offsetName, wallOf, zoneWords } from '#shared/lib/zone.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import { START_STEP, startsOn } from '#shared/schedule/opening.ts'
import styles from './booking-rules.module.css'
import { timeText } from './edits.ts'
import { dateWords, noticeWords, pauseWords, windowWords } from './words.ts'

const HOUR = 60
const notices = [0, 2 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 7 * 24 * HOUR]
const windows = [14, 30, 60, 90, 180, 365]
const pauses = [0, 5, 10, 15, 30, 45, 60]

interface BookingRulesProps {
  content: ScheduleContent
  now: number
  disabled: boolean
  onChange: (content: ScheduleContent) => void
}

export function BookingRules({ content, now, disabled, onChange }: BookingRulesProps) {
  const { timeZone, noticeMinutes, windowDays, bufferMinutes } = content
  const today = wallOf(now, timeZone).date
  const latest = addDays(today, windowDays)
  return (
    <Box title="Booking rules">
      <div className={styles.rules}>
        <NumberChoice
          label="Minimum notice"
          hint={`Earliest bookable now: ${earliestWords(content, now)}`}
          options={notices}
          value={noticeMinutes}
          words={noticeWords}
          disabled={disabled}
          onChange={(value) => onChange({ ...content, noticeMinutes: value })}
        />
        <NumberChoice
          label="Bookable ahead"
          hint={`Latest bookable now: ${dateWords(latest, today)}`}
          options={windows}
          value={windowDays}
          words={windowWords}
          disabled={disabled}
          onChange={(value) => onChange({ ...content, windowDays: value })}
        />
        <NumberChoice
          label="Buffer after calls"
          hint="Added after each call"
          options={pauses}
          value={bufferMinutes}
          words={pauseWords}
          disabled={disabled}
          onChange={(value) => onChange({ ...content, bufferMinutes: value })}
        />
        <Field
          label="Time zone"
          hint={`Now ${timeText(wallOf(now, timeZone).minute)} there, ${offsetName(now, timeZone)}`}
        >
          {(control) => (
            <Select
              {...control}
              value={timeZone}
              disabled={disabled}
              onChange={(event) => onChange({ ...content, timeZone: event.target.value })}
            >
              {zonesWith(timeZone).map((zone) => (
                <option key={zone} value={zone}>
                  {zoneWords(zone)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </Box>
  )
}

interface NumberChoiceProps {
  label: string
  hint: string
  options: readonly number[]
  value: number
  words: (value: number) => string
  disabled: boolean
  onChange: (value: number) => void
}

/** A choice of common values, and the current value if it is not one of them. */
function NumberChoice(props: NumberChoiceProps) {
  const { label, hint, options, value, words, disabled, onChange } = props
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
              {words(option)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

let zones: string[] | undefined

function zonesWith(zone: string): string[] {
  zones ??= listZones()
  return zones.includes(zone) ? zones : [zone, ...zones]
}

/**
 * The earliest bookable start by hours and notice alone; bookings and the owner's external calendar
 * may rule it out.
 */
function earliestWords(content: ScheduleContent, now: number): string {
  const { timeZone, noticeMinutes, windowDays } = content
  const from = now + noticeMinutes * 60_000
  const today = wallOf(now, timeZone).date
  const schedule = { ...content, version: 0 }
  for (let days = 0; days <= windowDays; days++) {
    const first = startsOn(schedule, addDays(today, days), START_STEP).find((at) => at >= from)
    if (first === undefined) continue
    const { date, minute } = wallOf(first, timeZone)
    return `${dateWords(date, today)}, ${timeText(minute)}`
  }
  return 'no time at all'
}
