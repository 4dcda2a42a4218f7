import { readBookingMoney, readBookingRecords } from '#server/booking/desk-queries.ts'
import { registerDeskBookingRoutes, registerLocationRoutes } from '#server/booking/desk-routes.ts'
import { readStoredLocations } from '#server/booking/location/store.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { findBooking, findBookings, findUpcomingBookings } from '#server/booking/store.ts'
import { readNewsletterRecords } from '#server/contact/newsletter.ts'
import { registerNewsletterRoutes } from '#server/contact/routes.ts'
import type { Tx } from '#server/db/database.ts'
import { readEpoch } from '#server/db/metadata.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import type { Audit } from '#server/http/request-context.ts'
import { deleteForgottenDocuments } from '#server/journeys/documents.ts'
import { registerJourneyDeskRoutes } from '#server/journeys/routes.ts'
import type { Clock } from '#server/lib/clock.ts'
import { registerReceiptRoutes } from '#server/payment/routes.ts'
import { registerPhotographRoutes } from '#server/photographs/routes.ts'
import { readAuditDays, readOwnerConsents } from '#server/privacy/commands.ts'
import { registerPrivacyRoutes } from '#server/privacy/routes.ts'
import { insertAudit, readRetention } from '#server/privacy/store.ts'
import { readReceiptRecords } from '#server/sales/queries.ts'
import { registerSalesRoutes } from '#server/sales/routes.ts'
import { recordVersion } from '#server/schedule/commands.ts'
import { readFeedRecord } from '#server/schedule/feed/commands.ts'
import type { ScheduleParts } from '#server/schedule/queries.ts'
import { registerScheduleDeskRoutes } from '#server/schedule/routes.ts'
import { readBusyMonths } from '#server/schedule/store.ts'
import { publishChanges, refusePhotographDelete } from '#server/site/commands.ts'
import { registerSiteDeskRoutes } from '#server/site/routes.ts'
import { readVersionRecords } from '#server/site/store.ts'
import { readSubmissionRecords } from '#server/submissions/queries.ts'
import { registerFormsRoutes } from '#server/submissions/routes.ts'
import { TestMails } from '#server/submissions/test-mail.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { registerSyncRoutes } from '#server/sync/routes.ts'
import { registerVideoDeskRoutes } from '#server/video/routes.ts'
import { VideoTests } from '#server/video/video-tests.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import type { SettingGroup, SettingGroups, SettingRecord } from '#shared/desk/settings.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { CALENDAR_FEED_ID } from '#shared/schedule/feed-api.ts'
import {
  type FeatureParts,
  type Features,
  readOwnerZone,
  registerCalendarRoutes,
} from './features.ts'
import { readFailingJobRecords, registerSiteStateRoutes } from './site-state.ts'

const createAudit =
  (clock: Clock): Audit =>
  async (tx, { account }, entry) => {
    if (!account)
      throw new Error('An audit entry needs a signed-in account, but the caller has none')
    await insertAudit(tx, { subject: account.userId, ...entry, at: clock() })
  }

/** Mounts the endpoints of the owner's desk; `FunctionRoutes` checks the `access` of each contract. */
export function registerOwnerRoutes(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  const { calendarFeed, jobs, ownerEmail, booking, payments, mails, newsletter } = features
  const { db, clock, newId, keys } = parts
  const audit = createAudit(clock)
  registerSiteStateRoutes(routes, parts, features)
  registerSiteDeskRoutes(routes, db)
  registerCalendarRoutes(routes, calendarFeed)
  registerScheduleDeskRoutes(routes, db, createScheduleParts(clock))
  registerVideoDeskRoutes(routes, new VideoTests({ client: features.video, clock }))
  registerSyncRoutes(routes, createSyncParts(parts, features))
  registerPrivacyRoutes(routes, { db, clock, jobs, keys, ownerEmail })
  registerJourneyDeskRoutes(routes, { db, clock })
  registerPhotographRoutes(routes, { db, clock, jobs })
  registerLocationRoutes(routes, { db, canCreateRooms: booking.canCreateRooms })
  registerDeskBookingRoutes(routes, {
    db,
    booking,
    audit,
    settle: (id) => payments.settle(id),
    settleReversals: (id) => payments.settleReversals(id),
  })
  const testMails = new TestMails({ mails, clock, newId })
  registerReceiptRoutes(routes, { db, mails, newId, findBooking, audit })
  registerSalesRoutes(routes, { db, clock, readOwnerZone, audit })
  registerFormsRoutes(routes, { db, readOwnerZone, testMails, audit })
  registerNewsletterRoutes(routes, { db, newsletter, readOwnerZone, audit })
}

function createScheduleParts(clock: Clock): ScheduleParts {
  return { clock, readUpcomingMeetings, readEpoch }
}

async function readUpcomingMeetings(tx: Tx, now: number) {
  return (await findUpcomingBookings(tx, now)).map((booking) => ({
    id: booking.id,
    name: `${booking.first_name} ${booking.last_name}`,
    serviceTitle: parseBookedService(booking).title,
    start: toIsoTime(booking.starts_at),
    end: toIsoTime(booking.ends_at),
  }))
}

/** Parts of the sync endpoints that other features answer for. */
export function createSyncParts(
  { db, clock, keys }: Pick<FeatureParts, 'db' | 'clock' | 'keys'>,
  { accounts, booking }: Pick<Features, 'accounts' | 'booking'>,
): SyncParts {
  return {
    db,
    clock,
    afterChange: {
      schedule: recordVersion,
      'journey-item': deleteForgottenDocuments,
      publication: (tx, pushed) => publishChanges({ readOwnerZone }, tx, pushed),
    },
    refuseDelete: { photograph: refusePhotographDelete },
    readOnly: createReadOnlyReaders({ ...booking, keys }),
    // The caller's own session matters only when all others are ended, so it may be empty here.
    endSession: (userId, sessionId) => accounts.sessions.end({ userId, sessionId: '' }, sessionId),
  }
}

export function createReadOnlyReaders({
  readMoneyEvents,
  keys,
}: Pick<BookingParts, 'readMoneyEvents' | 'keys'>): SyncParts['readOnly'] {
  return {
    booking: async (tx, ids) => readBookingRecords(tx, await findBookings(tx, ids)),
    'booking-money': async (tx, ids) =>
      readBookingMoney(tx, { readMoneyEvents }, await findBookings(tx, ids)),
    'busy-times': readBusyMonths,
    'calendar-feed': async (tx) => new Map([[CALENDAR_FEED_ID, await readFeedRecord(tx, keys)]]),
    submission: readSubmissionRecords,
    receipt: readReceiptRecords,
    'failing-job': readFailingJobRecords,
    setting: readSettingRecords,
    'newsletter-reader': readNewsletterRecords,
    'audit-day': readAuditDays,
    'site-version': readVersionRecords,
  }
}

const readers: { [Group in SettingGroup]: (tx: Tx) => Promise<SettingGroups[Group]> } = {
  locations: readStoredLocations,
  consents: readOwnerConsents,
  retention: readRetention,
}

/** The owner's settings in these groups, for the devices. */
async function readSettingRecords(
  tx: Tx,
  groups: readonly string[],
): Promise<Map<string, SettingRecord>> {
  const records = new Map<string, SettingRecord>()
  for (const group of groups as readonly SettingGroup[])
    records.set(group, { [group]: await readers[group](tx) })
  return records
}
