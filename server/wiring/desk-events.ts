import { isSignedIn } from '#server/account/store.ts'
import { guestChanges } from '#server/booking/looks/commands.ts'
import { countMadeAfter, seenUntil } from '#server/booking/looks/store.ts'
import type { Tx } from '#server/db/database.ts'
import { currentSeq } from '#server/db/desk-changes.ts'
import { DeskEvents } from '#server/desk/events.ts'
import { GUEST_CHANGES_FOR } from '#server/desk/queries.ts'
import { newsRoutes } from '#server/desk/routes.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { countSubmissions } from '#server/submissions/store.ts'
import { syncClock } from '#server/sync/store.ts'
import type { LastChanges, NewsCounts } from '#shared/desk/news-api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import type { FeatureParts } from './features.ts'

export function createDeskEvents({ db, clock, log }: FeatureParts): DeskEvents {
  return new DeskEvents({
    db,
    log,
    lastChanges,
    isSignedIn: (tx, sessionId) => isSignedIn(tx, sessionId, clock()),
  })
}

export function newsFunctions(
  routes: FunctionRoutes,
  { db, clock }: FeatureParts,
  events: DeskEvents,
): void {
  newsRoutes(routes, {
    events,
    lastChanges: () => lastChanges(db.read),
    newsCounts: () => newsCounts(db.read, clock()),
  })
}

function newsCounts(tx: Tx, now: number): NewsCounts {
  const unread = (form: FormName) => countSubmissions(tx, form).unread
  return {
    newBookings: countMadeAfter(tx, seenUntil(tx)),
    unread: { booking: unread('booking'), contact: unread('contact'), inquiry: unread('inquiry') },
    guestChanges: guestChanges(tx, now - GUEST_CHANGES_FOR).length,
  }
}

function lastChanges(tx: Tx): LastChanges {
  return { desk: currentSeq(tx), book: syncClock(tx).seq }
}
