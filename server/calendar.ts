import { business } from '../shared/site/business.ts'
import { ownerFeedRoute } from './booking/owner-feed.ts'
import type { FeatureParts } from './features.ts'
import type { FunctionRoutes } from './http/functions.ts'
import { newSecret } from './lib/ids.ts'
import { openInternet } from './lib/outside.ts'
import { domainOf } from './mail/address.ts'
import type { MailQueue } from './mail/queue.ts'
import type { FeedParts } from './schedule/feed/commands.ts'
import { outageMails } from './schedule/feed/mail.ts'
import { feedRoutes } from './schedule/feed/routes.ts'
import { readBookingsFeed } from './schedule/feed/store.ts'
import { CalendarSync } from './schedule/feed/sync.ts'
import { readSchedule } from './schedule/store.ts'

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
