import { deskBookingRoutes, placeRoutes } from '#server/booking/desk-routes.ts'
import { upcomingBookings } from '#server/booking/store.ts'
import { newsletterRoutes } from '#server/contact/routes.ts'
import type { Tx } from '#server/db/database.ts'
import type { Audit } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import type { Clock } from '#server/lib/clock.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { insertAudit } from '#server/privacy/store.ts'
import { salesRoutes } from '#server/sales/routes.ts'
import { saveSchedule } from '#server/schedule/commands.ts'
import type { ScheduleParts } from '#server/schedule/queries.ts'
import { scheduleDeskRoutes } from '#server/schedule/routes.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { formsRoutes } from '#server/submissions/routes.ts'
import { insertRead, unreadOfBooking } from '#server/submissions/store.ts'
import { TestMails } from '#server/submissions/test-mail.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { clearDrafts } from '#server/sync/records.ts'
import { syncRoutes } from '#server/sync/routes.ts'
import { epochOf } from '#server/sync/store.ts'
import { videoDeskRoutes } from '#server/video/routes.ts'
import { VideoTests } from '#server/video/tests.ts'
import { isoTime } from '#shared/lib/date.ts'
import { dashboardRoutes } from './dashboard.ts'
import { calendarRoutes, type FeatureParts, type Features } from './features.ts'

const ownerZone = (tx: Tx) => readSchedule(tx).timeZone

const auditBy =
  (clock: Clock): Audit =>
  (tx, { account }, entry) => {
    if (!account) throw new Error('Nobody is signed in to be named in the log')
    insertAudit(tx, { subject: account.userId, ...entry, at: clock() })
  }

/** Mounts the endpoints of the owner's desk. */
export function ownerFunctions(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  const { calendar, jobs, owner, rules, payments, mails, newsletter } = features
  const { db, clock, newId, keys } = parts
  const audit = auditBy(clock)
  dashboardRoutes(routes, parts, features)
  calendarRoutes(routes, calendar)
  scheduleDeskRoutes(routes, db, scheduleParts(clock))
  videoDeskRoutes(routes, new VideoTests({ client: features.video, clock }))
  syncRoutes(routes, syncParts(parts, features))
  privacyRoutes(routes, { db, clock, jobs, keys, ownerMailbox: owner })
  placeRoutes(routes, { db, rooms: rules.rooms })
  deskBookingRoutes(routes, {
    db,
    booking: rules,
    audit,
    epoch: epochOf,
    settle: (id) => payments.settle(id),
    forms: { unreadOf: unreadOfBooking, markRead: (tx, form) => insertRead(tx, form, clock()) },
  })
  const testMails = new TestMails({ mails, clock, newId })
  salesRoutes(routes, { db, clock, ownerZone, audit, epoch: epochOf })
  formsRoutes(routes, { db, clock, ownerZone, testMails, audit, epoch: epochOf })
  newsletterRoutes(routes, { db, newsletter, ownerZone, audit })
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
    start: isoTime(booking.starts_at),
    end: isoTime(booking.ends_at),
  }))
}

/** A version that no schedule has: every difference then becomes a conflict. */
const UNKNOWN_VERSION = -1

/** Parts of the sync endpoints: publishing a schedule and ending a session, besides records. */
export function syncParts(
  { db, clock }: Pick<FeatureParts, 'db' | 'clock'>,
  { accounts }: Pick<Features, 'accounts'>,
): SyncParts {
  const parts = scheduleParts(clock)
  return {
    db,
    clock,
    publish(tx, update, baseVersion = UNKNOWN_VERSION) {
      const saved = saveSchedule(tx, parts, { ...update, version: baseVersion })
      if (saved.ok) return { status: 'applied', answer: saved.value }
      const { refusal, conflicts } = saved
      return {
        status: conflicts ? 'conflict' : 'refused',
        answer: { ...refusal, conflicts },
        reason: refusal.error,
      }
    },
    endSession: (userId, sessionId) => accounts.sessions.end({ userId, sessionId: '' }, sessionId),
  }
}
