import { type FormEvent, type RefObject, useState } from 'react'
import { safeParse } from 'valibot'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useFieldProblem } from '#client/desk/kit/use-field-problem.ts'
import { addSlot, type ExceptionSpan } from '#client/desk/schedule/schedule-edits.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { daysBetween, isPlainDate } from '#shared/lib/date.ts'
import { PlainDateText, type TimeRange } from '#shared/schedule/schema.ts'
import { validateSlots } from '#shared/schedule/time-ranges.ts'
import styles from './exception-dialog.module.css'
import { SlotFields } from './slot-fields.tsx'

/** The most days of one exception; a longer closure belongs into the week itself. */
const MAX_DAYS = 92

interface ExceptionDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  /** Undefined for a new exception. */
  span: ExceptionSpan | undefined
  /** Increases each time the dialog is opened, which resets the form. */
  openCount: number
  today: string
  onSave: (span: ExceptionSpan) => void
}

export function ExceptionDialog({ ref, openCount, ...form }: ExceptionDialogProps) {
  return (
    <DeskDialog ref={ref} title={form.span ? 'Edit exception' : 'Add exception'}>
      <ExceptionForm key={openCount} {...form} onCancel={() => ref.current?.close()} />
    </DeskDialog>
  )
}

interface ExceptionFormProps extends Omit<ExceptionDialogProps, 'ref' | 'openCount'> {
  onCancel: () => void
}

interface ExceptionDraft extends ExceptionSpan {
  isClosed: boolean
}

function ExceptionForm({ span, today, onSave, onCancel }: ExceptionFormProps) {
  const [written, setWritten] = useState<ExceptionDraft>(() => toExceptionDraft(span))
  const { form, problem: problems = {}, setProblem } = useFieldProblem<ExceptionErrors>()
  const change = (part: Partial<ExceptionDraft>) => setWritten((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = validateException(written, today)
    setProblem(found)
    const { from, note, isClosed } = written
    const to = written.to || from
    if (Object.keys(found).length === 0)
      onSave({ from, to, note: note.trim(), timeSlots: isClosed ? [] : written.timeSlots })
  }
  return (
    <form ref={form} className={`${kit.column} ${styles.form}`} noValidate onSubmit={submit}>
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
      <SegmentedControl
        label="Hours"
        options={[
          { value: 'closed', label: 'Closed' },
          { value: 'hours', label: 'Special hours' },
        ]}
        value={written.isClosed ? 'closed' : 'hours'}
        onChange={(kind) => change({ isClosed: kind === 'closed' })}
      />
      {written.isClosed ? null : (
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

function toExceptionDraft(span: ExceptionSpan | undefined): ExceptionDraft {
  if (!span) return { from: '', to: '', note: '', timeSlots: addSlot([]), isClosed: true }
  const closed = span.timeSlots.length === 0
  return { ...span, isClosed: closed, timeSlots: closed ? addSlot([]) : span.timeSlots }
}

interface ExceptionErrors {
  from?: string
  to?: string
  slots?: string
}

function validateException(
  { from, to, isClosed, timeSlots }: ExceptionDraft,
  today: string,
): ExceptionErrors {
  if (!isPlainDate(from)) return { from: 'Please choose a date.' }
  if (from < today) return { from: 'This date has passed.' }
  // A record cannot have a later date in its id.
  const { issues } = safeParse(PlainDateText, to || from)
  if (issues) return { from: issues[0].message }
  if (to && to < from) return { to: 'This is before the first date.' }
  if (to && daysBetween(from, to) >= MAX_DAYS) return { to: `At most ${MAX_DAYS} days.` }
  // The message is already shown at the slot.
  const [slot] = isClosed ? [] : validateSlots(timeSlots)
  return slot ? { slots: slot.message } : {}
}
