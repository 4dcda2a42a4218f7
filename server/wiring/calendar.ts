import { ownerFeedRoute } from '#server/booking/owner-feed.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { newSecret } from '#server/lib/ids.ts'
import { openInternet } from '#server/lib/outside.ts'
import { domainOf } from '#server/mail/address.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { FeedParts } from '#server/schedule/feed/commands.ts'
import { outageMails } from '#server/schedule/feed/mail.ts'
import { feedRoutes } from '#server/schedule/feed/routes.ts'
import { readBookingsFeed } from '#server/schedule/feed/store.ts'
import { CalendarSync } from '#server/schedule/feed/sync.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { business } from '#shared/site/business.ts'
import type { FeatureParts } from './features.ts'

interface Neighbours {
  mails: MailQueue
  siteUrl: string
  /** Where the owner reads. */
  owner: string
}

/** The owner's own calendar: read from there, and our bookings shown there. */
export function createCalendar(
  { settings, db, clock, keys, log, outside }: FeatureParts,
  { mails, siteUrl, owner }: Neighbours,
): FeedParts {
  const trusted = settings.calendarOrigin
  const sync = new CalendarSync({
    db,
    clock,
    keys,
    log,
    outside: { ...openInternet, trusted, ...outside },
    readSchedule,
    ownDomain: domainOf(business.email),
    tellOutage: outageMails({ db, mails, clock, owner }),
  })
  return { db, clock, keys, sync, trusted, siteUrl, newToken: newSecret }
}

export function calendarRoutes(routes: FunctionRoutes, calendar: FeedParts): void {
  const { db, clock } = calendar
  feedRoutes(routes, calendar)
  ownerFeedRoute(routes, { db, clock, readToken: (tx) => readBookingsFeed(tx)?.token })
}
