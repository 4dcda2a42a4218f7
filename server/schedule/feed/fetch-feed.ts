import { OutsideError, type OutsideParts, readOutside } from '#server/lib/outside.ts'
import { ENCODINGS } from '#server/lib/outside-body.ts'
import type { FeedFault } from '#shared/schedule/calendar-state.ts'
import type { Feed } from './store.ts'

/** Some ten years of a full calendar with long descriptions. */
const MAX_BYTES = 16 * 1024 * 1024
const TIMEOUT = 20_000

export class FeedTrouble extends Error {
  readonly fault: FeedFault | 'stopped'

  constructor(fault: FeedFault | 'stopped') {
    super(`The calendar was not read: ${fault}`)
    this.fault = fault
  }
}

interface FetchedFeed {
  bytes: Uint8Array<ArrayBuffer>
  etag: string | null
  last_modified: string | null
}

/** The calendar behind an address; undefined where it is still what it was. Throws `FeedTrouble`. */
export async function fetchFeed(
  address: string,
  known: Pick<Feed, 'etag' | 'last_modified'> | undefined,
  { outside, signal }: { outside: OutsideParts; signal: AbortSignal },
): Promise<FetchedFeed | undefined> {
  const headers = {
    accept: 'text/calendar, text/plain;q=0.5',
    'accept-encoding': ENCODINGS,
    'user-agent': 'Lysning calendar sync',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
  }
  try {
    const question = { url: address, headers, maxBytes: MAX_BYTES, timeout: TIMEOUT, signal }
    const { status, body, etag, lastModified } = await readOutside(question, outside)
    if (status === 304) return undefined
    // A page that asks to sign in comes with 200 too.
    if (!/^\ufeff?\s*BEGIN:VCALENDAR/i.test(body.toString('utf8', 0, 200)))
      throw new FeedTrouble('no_calendar')
    return { bytes: new Uint8Array(body), etag, last_modified: lastModified }
  } catch (error) {
    throw error instanceof OutsideError ? new FeedTrouble(error.fault) : error
  }
}
