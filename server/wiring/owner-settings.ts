import { upcomingBookings } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { ScheduleParts } from '#server/schedule/queries.ts'
import { scheduleDeskRoutes } from '#server/schedule/routes.ts'
import { clearDrafts } from '#server/sync/drafts.ts'
import { epochOf } from '#server/sync/store.ts'
import { DailyClient } from '#server/video/daily.ts'
import { videoDeskRoutes } from '#server/video/routes.ts'
import { VideoTests } from '#server/video/tests.ts'
import type { FeatureParts } from './features.ts'

/** What the desk's Settings ask and change. */
export function settingsFunctions(routes: FunctionRoutes, parts: FeatureParts): void {
  const { settings, db, clock, log } = parts
  scheduleDeskRoutes(routes, db, scheduleParts(clock))
  const client = settings.video && new DailyClient({ ...settings.video, log })
  videoDeskRoutes(routes, new VideoTests({ client, clock }))
}

export function scheduleParts(clock: Clock): ScheduleParts {
  return {
    clock,
    keptMeetings,
    epoch: epochOf,
    published: (tx, content) => clearDrafts(tx, content, clock()),
  }
}

function keptMeetings(tx: Tx, now: number) {
  return upcomingBookings(tx, now).map((booking) => ({
    id: booking.id,
    name: `${booking.first_name} ${booking.last_name}`,
    serviceType: booking.service_type,
    start: new Date(booking.starts_at).toISOString(),
    end: new Date(booking.ends_at).toISOString(),
  }))
}
