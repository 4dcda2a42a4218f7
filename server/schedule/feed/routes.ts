import { getBusyTimes } from '../../../shared/schedule/busy-api.ts'
import { getFeed, renewBookingsFeed, setFeed, syncIcal } from '../../../shared/schedule/feed-api.ts'
import { answer } from '../../http/answer.ts'
import { type FunctionRoutes, sendRefusal } from '../../http/functions.ts'
import { CROSS_SITE, isCrossSite } from '../../http/security.ts'
import { busyInMonth } from './busy.ts'
import { changeFeed, type FeedParts, feedView, renewToken, syncNow } from './commands.ts'

export function feedRoutes(routes: FunctionRoutes, parts: FeedParts): void {
  routes.on(getFeed, () => answer(feedView(parts)))
  routes.on(getBusyTimes, ({ month }) => answer(busyInMonth(parts, month)))
  routes.on(setFeed, (change) => changeFeed(parts, change))
  routes.on(renewBookingsFeed, async () => answer(await renewToken(parts)))
  // A picture on another site's page would otherwise be enough to set it off.
  routes.custom(syncIcal, async (_input, _caller, res) => {
    if (isCrossSite(res.req)) return sendRefusal(res, 403, CROSS_SITE)
    const result = await syncNow(parts, syncIcal.failure)
    if (result.ok) res.json(result.value)
    else sendRefusal(res, result.status, result.refusal)
  })
}
