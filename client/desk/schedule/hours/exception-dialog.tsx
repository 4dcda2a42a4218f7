import type { RefObject } from 'react'
import { safeParse } from 'valibot'
import { DeskDialog, DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { addSlot, type ExceptionSpan } from '#client/desk/schedule/schedule-edits.ts'
import { type FieldErrors, useForm, useFormValues } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { daysBetween, isPlainDate } from '#shared/lib/date.ts'
import { PlainDateText, type TimeRange } from '#shared/schedule/schema.ts'
import { validateSlots } from '#shared/schedule/time-ranges.ts'
import styles from './exceptions-box.module.css'
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
  const form = useForm({
    values: useFormValues(() => toExceptionDraft(span)),
    rules: (entered) => validateException(entered, today),
    async submit({ from, to, note, isClosed, timeSlots }) {
      onSave({ from, to: to || from, note: note.trim(), timeSlots: isClosed ? [] : timeSlots })
      return undefined
    },
  })
  const { values, change } = form
  return (
    <form {...form.props} className={`${kit.column} ${styles.form}`}>
      <div className={styles.dialogDates}>
        <TextField label="From" type="date" min={today} {...form.field('from')} />
        <TextField
          label="To"
          type="date"
          optional
          min={values.from || today}
          {...form.field('to')}
        />
      </div>
      <SegmentedControl
        label="Hours"
        options={[
          { value: 'closed', label: 'Closed' },
          { value: 'hours', label: 'Special hours' },
        ]}
        value={values.isClosed ? 'closed' : 'hours'}
        onChange={(kind) => change({ isClosed: kind === 'closed' })}
      />
      {values.isClosed ? null : (
        <SlotFields
          name="exception"
          slots={values.timeSlots}
          onChange={(timeSlots: TimeRange[]) => change({ timeSlots })}
        />
      )}
      <TextField
        label="Note"
        optional
        hint="Only you see this."
        maxLength={200}
        {...form.field('note')}
      />
      <DialogFoot>
        <Button small variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button small type="submit">
          {span ? 'Keep these dates' : 'Add these dates'}
        </Button>
      </DialogFoot>
    </form>
  )
}

function toExceptionDraft(span: ExceptionSpan | undefined): ExceptionDraft {
  if (!span) return { from: '', to: '', note: '', timeSlots: addSlot([]), isClosed: true }
  const closed = span.timeSlots.length === 0
  return { ...span, isClosed: closed, timeSlots: closed ? addSlot([]) : span.timeSlots }
}

function validateException(
  { from, to, isClosed, timeSlots }: ExceptionDraft,
  today: string,
): FieldErrors {
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
