import { upcomingBookings } from './booking/store.ts'
import type { Tx } from './db/database.ts'
import type { FeatureParts } from './features.ts'
import type { FunctionRoutes } from './http/functions.ts'
import type { Clock } from './lib/clock.ts'
import type { ScheduleParts } from './schedule/queries.ts'
import { scheduleDeskRoutes } from './schedule/routes.ts'
import { clearDrafts } from './sync/drafts.ts'
import { epochOf } from './sync/store.ts'
import { DailyClient } from './video/daily.ts'
import { videoDeskRoutes } from './video/routes.ts'
import { VideoTests } from './video/tests.ts'

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
