import type { Database } from '#server/db/database.ts'
import { answer } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { getSchedule } from '#shared/schedule/api.ts'
import { getScheduleSettings, updateSchedule } from '#shared/schedule/desk-api.ts'
import {
  getBusyTimes,
  getFeed,
  renewBookingsFeed,
  setFeed,
  syncIcal,
} from '#shared/schedule/feed-api.ts'
import { publishedDays } from '#shared/schedule/schema.ts'
import { saveSchedule } from './commands.ts'
import {
  busyInMonth,
  changeFeed,
  type FeedParts,
  feedView,
  renewToken,
  syncNow,
} from './feed/commands.ts'
import { ownerSchedule, type ScheduleParts } from './queries.ts'
import { readSchedule } from './store.ts'

export function scheduleRoutes(routes: FunctionRoutes, db: Database): void {
  routes.on(getSchedule, () => {
    const { weekly, version, timeZone } = readSchedule(db.read)
    return answer({ schedule: publishedDays(weekly), version, timeZone })
  })
}

/** What only the owner may see and change. */
export function scheduleDeskRoutes(
  routes: FunctionRoutes,
  db: Database,
  parts: ScheduleParts,
): void {
  routes.on(getScheduleSettings, () => answer(ownerSchedule(db.read, parts)))
  routes.custom(updateSchedule, async (update, _caller, res) => {
    const result = await db.write((tx) => saveSchedule(tx, parts, update))
    if (result.ok) res.json(result.value)
    else res.status(result.status).json({ ...result.refusal, conflicts: result.conflicts })
  })
}

export function feedRoutes(routes: FunctionRoutes, parts: FeedParts): void {
  routes.on(getFeed, () => answer(feedView(parts)))
  routes.on(getBusyTimes, ({ month }) => answer(busyInMonth(parts, month)))
  routes.on(setFeed, (change) => changeFeed(parts, change))
  routes.on(renewBookingsFeed, async () => answer(await renewToken(parts)))
  routes.on(syncIcal, () => syncNow(parts, syncIcal.failure))
}
