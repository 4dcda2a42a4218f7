import { formatLongDay, formatWeekday } from '#client/desk/kit/format-date.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { PlainDate } from '#shared/lib/date.ts'

/** `Tue` and `24`, of `today` `Today` and `24`, at the head of a day; read out in full. */
export function DayName({ date, today }: { date: PlainDate; today?: PlainDate }) {
  return (
    <>
      <VisuallyHidden>{formatLongDay(date)}</VisuallyHidden>
      <span aria-hidden="true">{date === today ? 'Today' : formatWeekday(date)}</span>
      <b aria-hidden="true">{Number(date.slice(8))}</b>
    </>
  )
}
