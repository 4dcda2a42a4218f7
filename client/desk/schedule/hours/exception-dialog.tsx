import { type FormEvent, type RefObject, useState } from 'react'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { Segmented } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { addSlot, type ExceptionSpan } from '#client/desk/schedule/edits.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { daysBetween, isPlainDate } from '#shared/lib/date.ts'
import { slotProblems } from '#shared/schedule/checks.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import styles from './exception-dialog.module.css'
import { SlotFields } from './slot-fields.tsx'

/** The most days of one exception; a longer closure belongs into the week itself. */
const LONGEST_DAYS = 92

interface ExceptionDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  /** Undefined for a new exception. */
  span: ExceptionSpan | undefined
  /** Increases each time the dialog is opened, which resets the form. */
  round: number
  today: string
  onSave: (span: ExceptionSpan) => void
}

export function ExceptionDialog({ ref, round, ...form }: ExceptionDialogProps) {
  return (
    <DeskDialog ref={ref} title={form.span ? 'Edit exception' : 'Add exception'}>
      <ExceptionForm key={round} {...form} onCancel={() => ref.current?.close()} />
    </DeskDialog>
  )
}

interface ExceptionFormProps extends Omit<ExceptionDialogProps, 'ref' | 'round'> {
  onCancel: () => void
}

interface Written extends ExceptionSpan {
  closed: boolean
}

function ExceptionForm({ span, today, onSave, onCancel }: ExceptionFormProps) {
  const [written, setWritten] = useState<Written>(() => beginWith(span))
  const [problems, setProblems] = useState<Problems>({})
  const change = (part: Partial<Written>) => setWritten((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(written, today)
    setProblems(found)
    const { from, note, closed } = written
    const to = written.to || from
    if (Object.keys(found).length === 0)
      onSave({ from, to, note: note.trim(), timeSlots: closed ? [] : written.timeSlots })
  }
  return (
    <form className={`${kit.column} ${styles.form}`} noValidate onSubmit={submit}>
      <div className={styles.dates}>
        <TextField
          label="From"
          type="date"
          min={today}
          value={written.from}
          error={problems.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label="To"
          type="date"
          optional
          min={written.from || today}
          value={written.to}
          error={problems.to}
          onChange={(event) => change({ to: event.target.value })}
        />
      </div>
      <Segmented
        label="Hours"
        options={[
          { value: 'closed', label: 'Closed' },
          { value: 'hours', label: 'Special hours' },
        ]}
        value={written.closed ? 'closed' : 'hours'}
        onChange={(kind) => change({ closed: kind === 'closed' })}
      />
      {written.closed ? null : (
        <SlotFields
          name="exception"
          slots={written.timeSlots}
          onChange={(timeSlots: TimeRange[]) => change({ timeSlots })}
        />
      )}
      <TextField
        label="Note"
        optional
        hint="Only you see this."
        maxLength={200}
        value={written.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <div className={styles.actions}>
        <Button small variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button small type="submit">
          {span ? 'Keep these dates' : 'Add these dates'}
        </Button>
      </div>
    </form>
  )
}

function beginWith(span: ExceptionSpan | undefined): Written {
  if (!span) return { from: '', to: '', note: '', timeSlots: addSlot([]), closed: true }
  const closed = span.timeSlots.length === 0
  return { ...span, closed, timeSlots: closed ? addSlot([]) : span.timeSlots }
}

interface Problems {
  from?: string
  to?: string
  slots?: string
}

function problemsOf({ from, to, closed, timeSlots }: Written, today: string): Problems {
  if (!isPlainDate(from)) return { from: 'Please choose a date.' }
  if (from < today) return { from: 'This date has passed.' }
  if (to && to < from) return { to: 'This is before the first date.' }
  if (to && daysBetween(from, to) >= LONGEST_DAYS) return { to: `At most ${LONGEST_DAYS} days.` }
  // The message is already shown at the slot.
  const [slot] = closed ? [] : slotProblems(timeSlots)
  return slot ? { slots: slot.message } : {}
}
