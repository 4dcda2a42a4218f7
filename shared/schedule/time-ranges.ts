import type { TimeRange } from './schema.ts'

/** `HH:MM` as minutes since midnight. */
export function parseMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The end of a range as minutes since midnight; `00:00` is the end of the day, 1440. */
export function parseEndMinute(time: string): number {
  return parseMinute(time) || 1440
}

export function sortSlots(slots: readonly TimeRange[]): TimeRange[] {
  return [...slots].sort(
    (a, b) =>
      parseMinute(a.start) - parseMinute(b.start) || parseEndMinute(a.end) - parseEndMinute(b.end),
  )
}

interface SlotError {
  /** Index of the slot in the list. */
  slot: number
  message: string
}

const TIME_MISSING_TEXT = 'Please enter a start and an end.'
const END_BEFORE_START_TEXT = 'The end must be later than the start. 00:00 is the end of the day.'

/** Problems of a day's slots, at most one per slot; an overlap is reported at the later slot. */
export function validateSlots(slots: readonly TimeRange[]): SlotError[] {
  return slots.flatMap((slot, index) => {
    const message = getSlotError(slot) ?? getOverlapError(slot, slots.slice(0, index))
    return message ? [{ slot: index, message }] : []
  })
}

function getSlotError({ start, end }: TimeRange): string | undefined {
  if (!start || !end) return TIME_MISSING_TEXT
  return parseEndMinute(end) > parseMinute(start) ? undefined : END_BEFORE_START_TEXT
}

function getOverlapError(slot: TimeRange, earlier: readonly TimeRange[]): string | undefined {
  const met = earlier.find((other) => !getSlotError(other) && overlaps(slot, other))
  return met && `This overlaps ${met.start} to ${met.end}.`
}

function overlaps(a: TimeRange, b: TimeRange): boolean {
  return (
    parseMinute(a.start) < parseEndMinute(b.end) && parseMinute(b.start) < parseEndMinute(a.end)
  )
}

export const SLOT_MISSING_TEXT = 'Please add a time slot, or switch the day off.'
