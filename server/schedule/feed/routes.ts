import { answer } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { getBusyTimes } from '#shared/schedule/busy-api.ts'
import { getFeed, renewBookingsFeed, setFeed, syncIcal } from '#shared/schedule/feed-api.ts'
import { busyInMonth } from './busy.ts'
import { changeFeed, type FeedParts, feedView, renewToken, syncNow } from './commands.ts'

export function feedRoutes(routes: FunctionRoutes, parts: FeedParts): void {
  routes.on(getFeed, () => answer(feedView(parts)))
  routes.on(getBusyTimes, ({ month }) => answer(busyInMonth(parts, month)))
  routes.on(setFeed, (change) => changeFeed(parts, change))
  routes.on(renewBookingsFeed, async () => answer(await renewToken(parts)))
  routes.on(syncIcal, () => syncNow(parts, syncIcal.failure))
}
