import box from '#client/desk/kit/box.module.css'
import { setDay, setDayEnabled } from '#client/desk/schedule/schedule-edits.ts'
import { Switch } from '#client/ui/controls/switch.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { formatZone } from '#shared/lib/time-zone.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { weekDays } from '#shared/schedule/schedule-text.ts'
import type { DaySchedule } from '#shared/schedule/schema.ts'
import { fitAxis, HoursRuler, type MinuteSpan } from './hours-ruler.tsx'
import { SlotFields } from './slot-fields.tsx'
import styles from './weekly-availability.module.css'

interface WeeklyAvailabilityProps {
  content: ScheduleContent
  saved: ScheduleContent
  disabled: boolean
  onChange: (content: ScheduleContent) => void
}

export function WeeklyAvailability(props: WeeklyAvailabilityProps) {
  const { content, saved, disabled, onChange } = props
  const axis = fitAxis([...content.weekly, ...saved.weekly].flatMap((day) => getOpenSlots(day)))
  return (
    <section className={box.box} aria-labelledby="weekly-availability">
      <div className={styles.head}>
        <h2 id="weekly-availability">Weekly Availability</h2>
        <p className={type.note}>Shown in {formatZone(content.timeZone)}.</p>
      </div>
      {weekDays.map(({ index, name }) => (
        <DayRow
          key={index}
          name={name}
          day={content.weekly[index] ?? CLOSED_DAY}
          saved={saved.weekly[index] ?? CLOSED_DAY}
          axis={axis}
          disabled={disabled}
          onChange={(day) => onChange(setDay(content, index, day))}
        />
      ))}
    </section>
  )
}

const CLOSED_DAY: DaySchedule = { enabled: false, timeSlots: [] }

function getOpenSlots({ enabled, timeSlots }: DaySchedule) {
  return enabled ? timeSlots : []
}

interface DayRowProps {
  name: string
  day: DaySchedule
  saved: DaySchedule
  axis: MinuteSpan
  disabled: boolean
  onChange: (day: DaySchedule) => void
}

function DayRow({ name, day, saved, axis, disabled, onChange }: DayRowProps) {
  return (
    <fieldset className={`${styles.day} ${day.enabled ? '' : styles.off}`}>
      <legend className={layout.visuallyHidden}>{name}</legend>
      <Switch
        checked={day.enabled}
        disabled={disabled}
        onChange={(enabled) => onChange(setDayEnabled(day, enabled))}
      >
        <b>{name}</b>
      </Switch>
      {day.enabled ? (
        <>
          <HoursRuler
            slots={day.timeSlots}
            saved={getOpenSlots(saved)}
            axis={axis}
            className={styles.ruler}
          />
          <SlotFields
            name={name}
            slots={day.timeSlots}
            disabled={disabled}
            onChange={(timeSlots) => onChange({ ...day, timeSlots })}
          />
        </>
      ) : (
        <p className={styles.closed}>Not available</p>
      )}
    </fieldset>
  )
}
