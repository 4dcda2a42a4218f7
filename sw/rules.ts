import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { FUNCTIONS_PATH } from '#shared/lib/endpoint.ts'
import {
  getRedirect,
  isPagePath,
  pageFiles,
  type Redirect,
  toPageAddress,
} from '#shared/site/routes.ts'

// Apart from `site-cache.ts` and `availability-cache.ts`: Workbox loads only in a worker, and tests import this file.

/** Addresses that are never answered with a page: functions and health checks. */
const UNHANDLED_PATHS = new RegExp(`^(${FUNCTIONS_PATH}/|/(healthz|readyz)$)`)

export type NavigationPlan =
  | { kind: 'page'; address: string }
  | ({ kind: 'redirect' } & Redirect)
  | { kind: 'network' }

/**
 * Returns how to answer a navigation, by the same rules as `server/site/static.ts`; undefined if
 * the worker leaves the request to the browser. `precached` has the addresses of the precached files.
 */
export function planNavigation(
  path: string,
  precached: ReadonlySet<string>,
): NavigationPlan | undefined {
  if (UNHANDLED_PATHS.test(path)) return undefined
  // A service that this version does not have may have been published since.
  const elsewhere = getRedirect(path, () => true)
  if (elsewhere) return { kind: 'redirect', ...elsewhere }
  if (!isPagePath(path)) return { kind: 'network' }
  const address = toPageAddress(path)
  if (precached.has(address)) return { kind: 'page', address }
  return address.startsWith('/service/')
    ? { kind: 'network' }
    : { kind: 'page', address: pageFiles.shell }
}

interface DateRange {
  from: PlainDate
  to: PlainDate
}

/** The dates of a cached availability answer. */
interface CachedRange extends DateRange {
  /** The last date that can be booked. */
  bookableTo: PlainDate
}

/** Days ahead of today to fetch for calendars that are opened later offline. */
const PREFETCH_DAYS = 98

/**
 * Returns the dates to fetch; it starts a day early, because `today` may be of another time zone.
 */
export function getPrefetchRange(today: PlainDate): DateRange {
  return { from: addDays(today, -1), to: addDays(today, PREFETCH_DAYS) }
}

/** Whether a cached answer has every bookable date of the requested range. */
export function canAnswerFor(cached: CachedRange, requested: DateRange, today: PlainDate): boolean {
  const first = getPrefetchRange(today).from
  const from = requested.from < first ? first : requested.from
  const to = requested.to < cached.bookableTo ? requested.to : cached.bookableTo
  return cached.from <= from && to <= cached.to
}
