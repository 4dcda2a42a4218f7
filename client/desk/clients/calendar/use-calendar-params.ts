import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type CalendarView, calendarViews, getDateForKey } from '#shared/clients/calendar-dates.ts'
import { isPlainDate, type PlainDate } from '#shared/lib/date.ts'

export interface CalendarParams {
  view: CalendarView
  /** The chosen day; the calendar shows its month or week. */
  date: PlainDate
  /** Whether the week shows all who are away, although they are many. */
  showsAway: boolean
  go: (next: { view?: CalendarView; date?: PlainDate; away?: 'shown' }) => void
}

/**
 * The view and the chosen day, kept in the address, so that they survive a reload and the back
 * button.
 */
export function useCalendarParams(today: PlainDate): CalendarParams {
  const [params, setParams] = useSearchParams()
  const view = calendarViews.find((one) => one === params.get('view')) ?? 'month'
  const requested = params.get('date') ?? ''
  const date = isPlainDate(requested) && requested > '1900' ? requested : today
  return {
    view,
    date,
    showsAway: params.get('away') === 'shown',
    go: (next) => setParams({ view, date, ...next }, { replace: true, preventScrollReset: true }),
  }
}

interface DayKeyHandlers {
  ref: RefObject<HTMLDivElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Arrow, Home, End and Page keys move the chosen day, and the focus follows; a day is an element
 * with `data-date`.
 */
export function useDayKeys({ view, date, go }: CalendarParams): DayKeyHandlers {
  const ref = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    ref.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus()
  }, [date])
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
    const next = target.dataset.date ? getDateForKey(key, view, date) : undefined
    if (!next) return
    event.preventDefault()
    moved.current = next !== date
    go({ date: next })
  }
  return { ref, onKeyDown }
}
