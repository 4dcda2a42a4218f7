import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import { isPage, pageFiles, type Redirect, redirectOf } from '#shared/site/routes.ts'

// Apart from `site.ts` and `times.ts`: Workbox loads only in a worker, and tests import this file.

/** Addresses that are never answered with a page: functions and health checks. */
const LEFT_ALONE = new RegExp(`^(${FUNCTIONS}/|/(healthz|readyz)$)`)

export type Plan =
  | { kind: 'page'; address: string }
  | ({ kind: 'redirect' } & Redirect)
  | { kind: 'network' }

/**
 * Returns how to answer a navigation, by the same rules as `server/site/static.ts`; undefined if
 * the worker leaves the request to the browser. `kept` has the addresses of the precached files.
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

/** The dates of a cached availability answer. */
interface KeptAnswer extends Range {
  /** The last date that can be booked. */
  bookableTo: PlainDate
}

/** Days ahead of today to fetch for calendars that are opened later offline. */
const AHEAD = 98

/**
 * Returns the dates to fetch; it starts a day early, because `today` may be of another time zone.
 */
export function wideRange(today: PlainDate): Range {
  return { from: addDays(today, -1), to: addDays(today, AHEAD) }
}

/** Whether a cached answer has every bookable date of the range asked for. */
export function covers(kept: KeptAnswer, asked: Range, today: PlainDate): boolean {
  const first = wideRange(today).from
  const from = asked.from < first ? first : asked.from
  const to = asked.to < kept.bookableTo ? asked.to : kept.bookableTo
  return kept.from <= from && to <= kept.to
}
