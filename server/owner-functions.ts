import { deskBookingRoutes } from './booking/desk-routes.ts'
import { placeRoutes } from './booking/place/routes.ts'
import { calendarRoutes } from './calendar.ts'
import { newsletterRoutes } from './contact/routes.ts'
import { dashboardFunctions } from './dashboard.ts'
import type { Tx } from './db/database.ts'
import type { FeatureParts, Features } from './features.ts'
import type { Audit } from './http/audit.ts'
import type { FunctionRoutes } from './http/functions.ts'
import type { Clock } from './lib/clock.ts'
import { ownerAddress } from './mail/address.ts'
import { settingsFunctions } from './owner-settings.ts'
import { syncParts } from './owner-sync.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { insertAudit } from './privacy/store.ts'
import { salesRoutes } from './sales/routes.ts'
import { readSchedule } from './schedule/store.ts'
import { formsRoutes } from './submissions/routes.ts'
import { insertRead, unreadOfBooking } from './submissions/store.ts'
import { TestMails } from './submissions/test-mail.ts'
import { syncRoutes } from './sync/routes.ts'
import { epochOf } from './sync/store.ts'

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
