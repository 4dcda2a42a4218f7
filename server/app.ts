import express, { type Express, type RequestHandler } from 'express'
import { placeKindsOf } from '#server/booking/place/store.ts'
import { ownHost } from '#server/http/security.ts'
import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import { accountRoutes, ownAccountRoutes } from './account/routes.ts'
import { authorise, planLapses } from './booking/commands.ts'
import { bookingRoutes, receivedPage } from './booking/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { IntegrityRounds } from './db/integrity.ts'
import { errorAnswers } from './http/errors.ts'
import { FunctionRoutes } from './http/functions.ts'
import { healthz, readyz } from './http/health.ts'
import {
  noSniffing,
  perMinute,
  sameSiteWrites,
  securityHeaders,
  transportSecurity,
} from './http/security.ts'
import { requestLog } from './http/server.ts'
import { untilDone } from './lib/timing.ts'
import { paymentRoutes } from './payment/routes.ts'
import { RetentionRounds } from './privacy/retention.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import type { Settings } from './settings.ts'
import { siteRoutes } from './site/routes.ts'
import { noWorker } from './site/static.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { videoRoutes } from './video/routes.ts'
import { createDeskEvents, type DeskEvents, newsRoutes } from './wiring/desk-events.ts'
import { createFeatures, type FeatureParts, type Features } from './wiring/features.ts'
import { ownerFunctions } from './wiring/owner-functions.ts'

interface AppParts extends FeatureParts {
  /** Handlers for everything that is not a function or a form. */
  pages: RequestHandler[]
}

export interface App {
  handler: Express
  start(): void
  /** Ends the event streams, which would otherwise keep the server from closing. */
  endStreams(): void
  stop(): Promise<void>
  /** Runs all jobs that are due, for programs that do not call `start`. */
  drain(): Promise<void>
  /** Settles, once, all expired holds and all bookings with an open payment intent. */
  sweep(): Promise<void>
}

/** Creates the features and their HTTP handler; `start` begins the background work. */
export function createApp(parts: AppParts): App {
  const features = createFeatures(parts)
  const { db, log } = parts
  const { dataDir } = parts.settings
  const { jobs, payments, calendar } = features
  const events = createDeskEvents(parts)
  const retention = new RetentionRounds({ ...parts, jobs, dataDir })
  const integrity = new IntegrityRounds({ dataDir, log, health: db.health })
  const planning: (() => void)[] = []
  return {
    handler: createHandler(parts, features, events),
    start() {
      const plan = (what: string, work: () => Promise<unknown>) =>
        planning.push(untilDone({ what, work, log }))
      plan('the end of requests', () => planLapses({ db, jobs }))
      plan('what is kept long enough', () => retention.start())
      jobs.start()
      payments.start()
      calendar.sync.start()
      integrity.start()
    },
    endStreams: () => events.end(),
    async stop() {
      events.end()
      for (const end of planning) end()
      await integrity.stop()
      await calendar.sync.stop()
      await payments.stop()
      await jobs.stop()
    },
    drain: () => jobs.drain(),
    sweep: () => payments.sweep(),
  }
}

function createHandler(parts: AppParts, features: Features, events: DeskEvents): Express {
  const { settings, db, log, clock, newId } = parts
  const secure = settings.publicUrl?.startsWith('https:') ?? false
  const cookies = { secure }
  const { submissions, newsletter } = features

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', settings.trustProxy)
  app.set('query parser', 'simple')
  app.use(transportSecurity(secure))
  app.get('/healthz', healthz)
  app.get('/readyz', readyz({ db, dataDir: settings.dataDir, clock }))
  app.use(requestLog(log), ownHost(settings.publicUrl), sameSiteWrites)
  const findAccount = features.accounts.find
  const routes = functionRoutes(
    parts,
    { ...features, events },
    new FunctionRoutes({ cookies, findAccount, clock }),
  )
  // Any write may have ended a session: a sign-out, a changed password, a removed device.
  const thenCheck = afterWrites(() => events.check())
  app.use(FUNCTIONS, limited(settings, 600), noSniffing, thenCheck, routes.router)
  app.use(securityHeaders(secure))
  app.post('/', limited(settings, 30), ...submissionRoutes({ submissions, cookies, newId }))
  app.get('/booking/received', receivedPage(db, features.rules))
  app.use(contactRoutes({ db, keys: parts.keys, newsletter }))
  if (!settings.serviceWorker) app.get('/sw.js', noWorker)
  app.use(...parts.pages)
  app.use(errorAnswers({ log, health: db.health }))
  return app
}

function functionRoutes(
  parts: AppParts,
  features: Features & { events: DeskEvents },
  routes: FunctionRoutes,
): FunctionRoutes {
  const { settings, db } = parts
  const { accounts, rules, payments, rooms, calendarFile } = features
  accountRoutes(routes, accounts)
  ownAccountRoutes(routes, accounts)
  scheduleRoutes(routes, db)
  bookingRoutes(routes, {
    db,
    booking: rules,
    calendarFile,
    releaseHold: async (id) => {
      await payments.settle(id, { expireNow: true })
    },
  })
  paymentRoutes(routes, payments.parts)
  videoRoutes(routes, {
    rooms,
    isAllowed: (id, { browser }) =>
      authorise(db.read, rules, { id, proof: { browser } }) !== undefined,
  })
  siteRoutes(routes, {
    payments: settings.payments.kind,
    mail: features.mailGoes,
    places: () => placeKindsOf(db.read, rules.rooms),
  })
  ownerFunctions(routes, parts, features)
  newsRoutes(routes, parts, features.events)
  routes.close()
  return routes
}

function limited(settings: Settings, limit: number): RequestHandler {
  return settings.rateLimit ? perMinute(limit) : (_req, _res, next) => next()
}

function afterWrites(act: () => void): RequestHandler {
  return (req, res, next) => {
    if (req.method !== 'GET') res.once('finish', act)
    next()
  }
}
