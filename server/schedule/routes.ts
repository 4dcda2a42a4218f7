import type { Database } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer } from '#server/http/http-result.ts'
import { getSchedule } from '#shared/schedule/api.ts'
import { getScheduleSettings, updateSchedule } from '#shared/schedule/desk-api.ts'
import {
  answerEmptyCalendar,
  getBusyTimes,
  getFeed,
  markCalendarNotesSeen,
  renewBookingsFeed,
  setFeed,
  syncIcal,
} from '#shared/schedule/feed-api.ts'
import { toWireDays } from '#shared/schedule/schema.ts'
import { saveSchedule } from './commands.ts'
import {
  answerEmptyFeed,
  changeFeed,
  type FeedParts,
  markNotesSeen,
  readBusyMonth,
  readFeedView,
  renewBookingsFeedToken,
  syncNow,
} from './feed/commands.ts'
import { readOwnerSchedule, type ScheduleParts } from './queries.ts'
import { readSchedule } from './store.ts'

export function registerScheduleRoutes(routes: FunctionRoutes, db: Database): void {
  routes.on(getSchedule, async () => {
    const { weekly, version, timeZone } = await readSchedule(db.read)
    return answer({ schedule: toWireDays(weekly), version, timeZone })
  })
}

/** What only the owner may see and change. */
export function registerScheduleDeskRoutes(
  routes: FunctionRoutes,
  db: Database,
  parts: ScheduleParts,
): void {
  routes.on(getScheduleSettings, async () => answer(await readOwnerSchedule(db.read, parts)))
  routes.custom(updateSchedule, async (update, _caller, res) => {
    const result = await db.write((tx) => saveSchedule(tx, parts, update))
    if (result.ok) res.json(result.value)
    else res.status(result.status).json({ ...result.refusal, conflicts: result.conflicts })
  })
}

export function registerFeedRoutes(routes: FunctionRoutes, parts: FeedParts): void {
  routes.on(getFeed, async () => answer(await readFeedView(parts)))
  routes.on(getBusyTimes, async ({ month }) => answer(await readBusyMonth(parts, month)))
  routes.on(setFeed, (change) => changeFeed(parts, change))
  routes.on(renewBookingsFeed, async () => answer(await renewBookingsFeedToken(parts)))
  routes.on(markCalendarNotesSeen, async ({ keys }) => answer(await markNotesSeen(parts, keys)))
  routes.on(answerEmptyCalendar, ({ isReallyEmpty }) => answerEmptyFeed(parts, isReallyEmpty))
  routes.on(syncIcal, () => syncNow(parts, syncIcal.failure))
}
