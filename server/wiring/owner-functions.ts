import { deskBookingRoutes } from '#server/booking/desk-routes.ts'
import { placeRoutes } from '#server/booking/place/routes.ts'
import { newsletterRoutes } from '#server/contact/routes.ts'
import type { Tx } from '#server/db/database.ts'
import type { Audit } from '#server/http/audit.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import type { Clock } from '#server/lib/clock.ts'
import { ownerAddress } from '#server/mail/address.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { insertAudit } from '#server/privacy/store.ts'
import { salesRoutes } from '#server/sales/routes.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { formsRoutes } from '#server/submissions/routes.ts'
import { insertRead, unreadOfBooking } from '#server/submissions/store.ts'
import { TestMails } from '#server/submissions/test-mail.ts'
import { syncRoutes } from '#server/sync/routes.ts'
import { epochOf } from '#server/sync/store.ts'
import { calendarRoutes } from './calendar.ts'
import { dashboardFunctions } from './dashboard.ts'
import type { FeatureParts, Features } from './features.ts'
import { settingsFunctions } from './owner-settings.ts'
import { syncParts } from './owner-sync.ts'

const ownerZone = (tx: Tx) => readSchedule(tx).timeZone

const auditBy =
  (clock: Clock): Audit =>
  (tx, { account }, entry) => {
    if (!account) throw new Error('Nobody is signed in to be named in the log')
    insertAudit(tx, { subject: account.userId, ...entry, at: clock() })
  }

/** The endpoints of the owner's desk. */
export function ownerFunctions(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  const { calendar, jobs, rules, payments, mails, messages, siteUrl } = features
  const { db, clock, newId, keys } = parts
  const audit = auditBy(clock)
  dashboardFunctions(routes, parts, features)
  calendarRoutes(routes, calendar)
  settingsFunctions(routes, parts)
  syncRoutes(routes, syncParts(parts, features))
  privacyRoutes(routes, {
    db,
    clock,
    jobs,
    keys,
    ownerMailbox: ownerAddress(parts.settings.mail),
  })
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
  newsletterRoutes(routes, {
    db,
    keys,
    siteUrl,
    ownerZone,
    audit,
    newsletter: messages.contact.newsletter,
  })
}
