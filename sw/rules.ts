import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import { isPage, pageFiles, type Redirect, redirectOf } from '#shared/site/routes.ts'

// Apart from `site.ts` and `times.ts`: Workbox loads in a worker only, and these rules are tested outside one.

/** Addresses that hold nothing a page could stand in for. */
const LEFT_ALONE = new RegExp(`^(${FUNCTIONS}/|/(healthz|readyz)$)`)

export type Plan =
  | { kind: 'page'; address: string }
  | ({ kind: 'redirect' } & Redirect)
  | { kind: 'network' }

/**
 * How an address is answered, as server/site/static.ts would from the same build; undefined where
 * the browser is to ask by itself.
 */
export function planFor(path: string, kept: ReadonlySet<string>): Plan | undefined {
  if (LEFT_ALONE.test(path)) return undefined
  const elsewhere = redirectOf(path)
  if (elsewhere) return { kind: 'redirect', ...elsewhere }
  if (!isPage(path)) return { kind: 'network' }
  const address = path === '/' ? path : path.replace(/\/$/, '')
  return { kind: 'page', address: kept.has(address) ? address : pageFiles.shell }
}

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
