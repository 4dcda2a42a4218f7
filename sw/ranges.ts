import { addDays, type PlainDate } from '#shared/lib/date.ts'

interface Range {
  from: PlainDate
  to: PlainDate
}

/** A kept answer about open times. */
interface KeptAnswer extends Range {
  /** Nothing after this date may be booked. */
  bookableTo: PlainDate
}

/** How many days ahead of today are fetched for calendars opened later, without a connection. */
const AHEAD = 98

/** Dates that hold everything still to come, of whichever zone today's date is. */
export function wideRange(today: PlainDate): Range {
  return { from: addDays(today, -1), to: addDays(today, AHEAD) }
}

/** Does the answer speak of every day asked for on which something could be booked? */
export function covers(kept: KeptAnswer, asked: Range, today: PlainDate): boolean {
  const first = wideRange(today).from
  const from = asked.from < first ? first : asked.from
  const to = asked.to < kept.bookableTo ? asked.to : kept.bookableTo
  return kept.from <= from && to <= kept.to
}
