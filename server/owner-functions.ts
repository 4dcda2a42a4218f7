import { deskBookingRoutes } from './booking/desk-routes.ts'
import { calendarRoutes } from './calendar.ts'
import { newsletterRoutes } from './contact/routes.ts'
import { dashboardFunctions } from './dashboard.ts'
import type { Tx } from './db/database.ts'
import type { FeatureParts, Features } from './features.ts'
import type { FunctionRoutes } from './http/functions.ts'
import { ownerAddress } from './mail/address.ts'
import { settingsFunctions } from './owner-settings.ts'
import { syncParts } from './owner-sync.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { salesRoutes } from './sales/routes.ts'
import { readSchedule } from './schedule/store.ts'
import { formsRoutes } from './submissions/routes.ts'
import { TestMails } from './submissions/test-mail.ts'
import { syncRoutes } from './sync/routes.ts'

const ownerZone = (tx: Tx) => readSchedule(tx).timeZone

/** The endpoints of the owner's desk. */
export function ownerFunctions(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  const { calendar, jobs, rules, payments, mails, messages, siteUrl } = features
  const { db, clock, newId, secret } = parts
  dashboardFunctions(routes, parts, features)
  calendarRoutes(routes, calendar)
  settingsFunctions(routes, parts)
  syncRoutes(routes, syncParts(parts, features))
  privacyRoutes(routes, {
    db,
    clock,
    jobs,
    secret,
    ownerMailbox: ownerAddress(parts.settings.mail),
  })
  deskBookingRoutes(routes, { db, booking: rules, settle: (id) => payments.settle(id) })
  const testMails = new TestMails({ mails, clock, newId })
  salesRoutes(routes, { db, clock, ownerZone })
  formsRoutes(routes, { db, clock, ownerZone, testMails })
  newsletterRoutes(routes, {
    db,
    secret,
    siteUrl,
    ownerZone,
    newsletter: messages.contact.newsletter,
  })
}
