import box from '#client/desk/kit/box.module.css'
import { switchDay, weekDays, withDay } from '#client/desk/schedule/edits.ts'
import { Switch } from '#client/ui/controls/switch.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { zoneWords } from '#shared/lib/zone.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import type { DaySchedule } from '#shared/schedule/schema.ts'
import { axisOf, Ruler, type Span } from './ruler.tsx'
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
  const axis = axisOf([...content.weekly, ...saved.weekly].flatMap((day) => openSlots(day)))
  return (
    <section className={box.box} aria-labelledby="weekly-availability">
      <div className={styles.head}>
        <h2 id="weekly-availability">Weekly Availability</h2>
        <p className={type.note}>Shown in {zoneWords(content.timeZone)}.</p>
      </div>
      {weekDays.map(({ index, name }) => (
        <DayRow
          key={index}
          name={name}
          day={content.weekly[index] ?? CLOSED}
          saved={saved.weekly[index] ?? CLOSED}
          axis={axis}
          disabled={disabled}
          onChange={(day) => onChange(withDay(content, index, day))}
        />
      ))}
    </section>
  )
}

const CLOSED: DaySchedule = { enabled: false, timeSlots: [] }

function openSlots({ enabled, timeSlots }: DaySchedule) {
  return enabled ? timeSlots : []
}

interface DayRowProps {
  name: string
  day: DaySchedule
  saved: DaySchedule
  axis: Span
  disabled: boolean
  onChange: (day: DaySchedule) => void
}

function DayRow({ name, day, saved, axis, disabled, onChange }: DayRowProps) {
  return (
    <fieldset className={`${styles.day} ${day.enabled ? '' : styles.off}`}>
      <legend className={layout.hidden}>{name}</legend>
      <Switch
        checked={day.enabled}
        disabled={disabled}
        onChange={(enabled) => onChange(switchDay(day, enabled))}
      >
        <b>{name}</b>
      </Switch>
      {day.enabled ? (
        <>
          <Ruler
            slots={day.timeSlots}
            saved={openSlots(saved)}
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
