import { useRef, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { EmptyState } from '#client/desk/kit/empty-state.tsx'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { Button } from '#client/ui/button.tsx'
import { eachDate, weekday } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { KeptMeeting } from '#shared/schedule/desk-api.ts'
import { changedParts, type ScheduleContent } from '#shared/schedule/merge.ts'
import { axisOf } from './axis.ts'
import { type ExceptionSpan, exceptionSpans, putSpan, removeSpan } from './edits.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import { ExceptionRow } from './exception-row.tsx'
import styles from './exceptions-box.module.css'

interface ExceptionsBoxProps {
  content: ScheduleContent
  saved: ScheduleContent
  /** Meetings that the hours leave outside. */
  outside: readonly KeptMeeting[]
  today: string
  disabled: boolean
  onChange: (content: ScheduleContent) => void
}

/** Dates on which other hours hold than the week's. */
export function ExceptionsBox(props: ExceptionsBoxProps) {
  const { content, saved, outside, today, disabled, onChange } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [edited, setEdited] = useState<{ span: ExceptionSpan | undefined; round: number }>({
    span: undefined,
    round: 0,
  })
  const spans = exceptionSpans(content.exceptions, today)
  const axis = axisOf(spans.flatMap(({ timeSlots }) => timeSlots))
  const unsaved = new Set<string>(changedParts(saved, content))
  const open = (span?: ExceptionSpan) => {
    setEdited(({ round }) => ({ span, round: round + 1 }))
    dialog.current?.showModal()
  }
  return (
    <Box
      title="Dated exceptions"
      lead="These dates override the week above."
      aside={
        <Button small variant="ghost" disabled={disabled} onClick={() => open()}>
          <span className={styles.add}>
            <PlusIcon />
            Add exception
          </span>
        </Button>
      }
      flush
    >
      {spans.length === 0 ? (
        <EmptyState title="No dates differ from the week" />
      ) : (
        <ul className={styles.rows}>
          {spans.map((span) => (
            <ExceptionRow
              key={span.from}
              span={span}
              axis={axis}
              aside={asideOf(span, { content, outside, unsaved })}
              disabled={disabled}
              onEdit={() => open(span)}
              onRemove={() => onChange(removeSpan(content, span))}
            />
          ))}
        </ul>
      )}
      <ExceptionDialog
        ref={dialog}
        {...edited}
        today={today}
        onSave={(span) => {
          onChange(putSpan(content, span, edited.span))
          dialog.current?.close()
        }}
      />
    </Box>
  )
}

interface Surroundings {
  content: ScheduleContent
  outside: readonly KeptMeeting[]
  unsaved: ReadonlySet<string>
}

function asideOf(span: ExceptionSpan, { content, outside, unsaved }: Surroundings) {
  const dates = eachDate(span.from, span.to)
  const days = dates.map((date) => content.weekly[weekday(date)])
  return {
    unsaved: dates.some((date) => unsaved.has(`date:${date}`)),
    meetings: outside.filter(({ start }) =>
      dates.includes(wallOf(Date.parse(start), content.timeZone).date),
    ),
    replaces: days[0]?.enabled ? days[0].timeSlots : [],
    workingDays: days.filter((day) => day?.enabled).length,
  }
}
