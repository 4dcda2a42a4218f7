import { type RefObject, useId, useRef } from 'react'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { BinIcon, PlusIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TimeInput } from '#client/desk/kit/time-input.tsx'
import { addSlot, changeSlot, removeSlot } from '#client/desk/schedule/schedule-edits.ts'
import { FieldError } from '#client/ui/controls/field.tsx'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { validateSlots } from '#shared/schedule/time-ranges.ts'
import styles from './weekly-availability.module.css'

interface SlotFieldsProps {
  /** The day that the slots belong to: `Monday` */
  name: string
  slots: readonly TimeRange[]
  disabled?: boolean
  onChange: (slots: TimeRange[]) => void
}

/**
 * The fields for the slots of a day, with buttons to remove each but the only one, and to add one.
 */
export function SlotFields({ name, slots, disabled = false, onChange }: SlotFieldsProps) {
  const id = useId()
  const last = useRef<HTMLInputElement>(null)
  useRestoreFocus(last, slots.length)
  const problems = new Map(validateSlots(slots).map(({ slot, message }) => [slot, message]))
  return (
    <div className={styles.slots}>
      {slots.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two slots may have the same times, so their place identifies them.
        <div key={index} className="stack gap-1">
          <div className={styles.row}>
            <SlotTimes
              label={`${name}, slot ${index + 1}`}
              slot={slot}
              disabled={disabled}
              firstInputRef={index === slots.length - 1 ? last : undefined}
              problemId={problems.has(index) ? `${id}-${index}` : undefined}
              onChange={(change) => onChange(changeSlot(slots, index, change))}
            />
            <button
              type="button"
              className={`${kit.iconButton} ${styles.remove}`}
              aria-label={`Delete slot ${index + 1}, ${name}`}
              disabled={disabled || slots.length === 1}
              onClick={() => onChange(removeSlot(slots, index))}
            >
              <BinIcon />
            </button>
            {index === slots.length - 1 ? (
              <button
                type="button"
                className={`${kit.addButton} ${styles.add}`}
                aria-label={`Add Time Slot, ${name}`}
                disabled={disabled}
                onClick={() => onChange(addSlot(slots))}
              >
                <PlusIcon />
                Add Time Slot
              </button>
            ) : null}
          </div>
          <FieldError id={`${id}-${index}`}>{problems.get(index)}</FieldError>
        </div>
      ))}
    </div>
  )
}

interface SlotTimesProps {
  label: string
  slot: TimeRange
  disabled: boolean
  /** A ref to the first field, for moving the focus there. */
  firstInputRef: RefObject<HTMLInputElement | null> | undefined
  problemId: string | undefined
  onChange: (change: Partial<TimeRange>) => void
}

function SlotTimes({ label, slot, disabled, firstInputRef, problemId, onChange }: SlotTimesProps) {
  const common = {
    className: styles.time,
    disabled,
    'aria-invalid': problemId ? true : undefined,
    'aria-describedby': problemId,
  } as const
  return (
    <>
      <TimeInput
        {...common}
        ref={firstInputRef}
        aria-label={`${label} start`}
        value={slot.start}
        onChange={(start) => onChange({ start })}
      />
      <span aria-hidden="true">to</span>
      <TimeInput
        {...common}
        aria-label={`${label} end`}
        value={slot.end}
        onChange={(end) => onChange({ end })}
      />
    </>
  )
}
