import express, { type Express, type RequestHandler } from 'express'
import { readLocationKinds } from '#server/booking/location/store.ts'
import { createErrorHandler } from '#server/http/error-handler.ts'
import { FunctionRoutes } from '#server/http/function-routes.ts'
import { requireOwnHost } from '#server/http/security.ts'
import { registerOwnerRoutes } from '#server/wiring/owner-routes.ts'
import { PASS_DOCUMENTS_PATH } from '#shared/journeys/api.ts'
import { FUNCTIONS_PATH } from '#shared/lib/endpoint.ts'
import { PHOTOGRAPHS_PATH } from '#shared/photographs/paths.ts'
import { registerAccountRoutes, registerOwnAccountRoutes } from './account/routes.ts'
import { findAuthorizedBooking, queueMissingRequestExpiries } from './booking/commands.ts'
import { createReceivedPage, registerBookingRoutes } from './booking/routes.ts'
import { createContactRouter } from './contact/routes.ts'
import { IntegrityMonitor } from './db/integrity.ts'
import { healthz, readyz } from './http/health.ts'
import { createMetricsReader, measureRequests } from './http/metrics.ts'
import {
  forbidSniffing,
  type LimitedSearch,
  limitMisses,
  limitPerMinute,
  requireSameSiteWrites,
  securityHeaders,
  transportSecurity,
} from './http/security.ts'
import { requestLog } from './http/server.ts'
import { releaseTurns } from './jobs/turns.ts'
import { cleanUpJourneys } from './journeys/documents.ts'
import {
  createDocumentRouter,
  type GuestPassParts,
  registerGuestPassRoutes,
} from './journeys/routes.ts'
import { retryUntilDone } from './lib/timing.ts'
import { toPicturePath } from './mail/pictures.ts'
import { registerPaymentRoutes } from './payment/routes.ts'
import { cleanUpPhotographs } from './photographs/commands.ts'
import {
  createPhotographRouter,
  createSharedPortrait,
  sendMailPortrait,
} from './photographs/routes.ts'
import { RetentionCleanup } from './privacy/retention.ts'
import { registerScheduleRoutes } from './schedule/routes.ts'
import { PORTRAIT_PATH, SHARE_IMAGE_SIZE } from './site/pages/head.ts'
import { EARLIER_TEXTS, registerSiteRoutes, sendEarlierTexts } from './site/routes.ts'
import { sendUnregisterScript } from './site/static.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { deleteExpiredRecords } from './sync/server-edits.ts'
import { registerVideoRoutes } from './video/routes.ts'
import { createDeskEvents, type DeskEvents, registerDeskEventRoutes } from './wiring/desk-events.ts'
import { createFeatures, type FeatureParts, type Features } from './wiring/features.ts'

interface AppParts extends FeatureParts {
  /** Handlers for everything that is not a function or a form. */
  pages: RequestHandler[]
}

export interface App {
  handler: Express
  /** All metrics in the text format of Prometheus. */
  readMetrics(): Promise<string>
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
  const { jobs, payments, calendarFeed } = features
  const events = createDeskEvents(parts)
  const retention = new RetentionCleanup({
    ...parts,
    jobs,
    dataDir,
    async cleanUpRecords(now) {
      await cleanUpJourneys(parts, now)
      await cleanUpPhotographs(parts, now)
      await db.write((tx) => deleteExpiredRecords(tx, now))
    },
  })
  const integrity = new IntegrityMonitor({ dataDir, log, health: db.health })
  const stopRetries: (() => void)[] = []
  return {
    handler: createHandler(parts, features, events),
    readMetrics: createMetricsReader(parts),
    start() {
      const plan = (name: string, run: () => Promise<unknown>) =>
        stopRetries.push(retryUntilDone({ name, run, log }))
      plan('expiry of requests', () => queueMissingRequestExpiries({ db, jobs }))
      plan('retention', () => retention.start())
      jobs.start()
      payments.start()
      calendarFeed.sync.start()
      // PostgreSQL checks its own pages.
      if (!db.isShared) integrity.start()
    },
    endStreams: () => events.close(),
    async stop() {
      events.close()
      for (const stopRetry of stopRetries) stopRetry()
      await integrity.stop()
      await calendarFeed.sync.stop()
      await payments.stop()
      await jobs.stop()
      await releaseTurns(db).catch((err) => log.warn({ err }, 'the turns end by themselves'))
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
  const ownHost = requireOwnHost(settings.publicUrl)
  app.get('/readyz', ownHost, readyz({ db, keys: parts.keys, dataDir: settings.dataDir, clock }))
  app.use(requestLog(log), measureRequests, ownHost, requireSameSiteWrites)
  const findAccount = features.accounts.find
  const journeys = { db, clock, searchLimited: limitPassSearches(parts) }
  const routes = registerFunctionRoutes(
    parts,
    { ...features, events, journeys },
    new FunctionRoutes({ cookies, findAccount, clock }),
  )
  // Any write may have ended a session: a sign-out, a changed password, a removed device.
  const thenCheck = createAfterWriteHook(() => events.closeEndedSessions())
  app.use(
    FUNCTIONS_PATH,
    createRateLimit(parts, 'functions', 600),
    forbidSniffing,
    thenCheck,
    routes.router,
  )
  app.use(
    PASS_DOCUMENTS_PATH,
    createRateLimit(parts, 'documents', 600),
    createDocumentRouter({ ...journeys, findAccount }),
  )
  app.use(PHOTOGRAPHS_PATH, createPhotographRouter({ db }))
  app.use(securityHeaders(secure))
  app.post(
    '/',
    createRateLimit(parts, 'forms', 30),
    ...submissionRoutes({ submissions, cookies, newId }),
  )
  app.get('/booking/received', createReceivedPage(db, features.booking))
  app.use(createContactRouter({ db, keys: parts.keys, newsletter }))
  if (!settings.serviceWorker) app.get('/sw.js', sendUnregisterScript)
  app.get(toPicturePath('portrait'), sendMailPortrait)
  app.get(PORTRAIT_PATH, createSharedPortrait({ db }, SHARE_IMAGE_SIZE))
  app.get(EARLIER_TEXTS, sendEarlierTexts(db, settings))
  app.use(...parts.pages)
  app.use(createErrorHandler(log))
  return app
}

function registerFunctionRoutes(
  parts: AppParts,
  features: Features & { events: DeskEvents; journeys: GuestPassParts },
  routes: FunctionRoutes,
): FunctionRoutes {
  const { db } = parts
  const { accounts, booking, payments, rooms, renderCalendarFile } = features
  registerAccountRoutes(routes, accounts)
  registerOwnAccountRoutes(routes, accounts)
  registerScheduleRoutes(routes, db)
  registerBookingRoutes(routes, {
    db,
    booking,
    renderCalendarFile,
    releaseHold: async (id) => {
      await payments.settle(id, { expireNow: true })
    },
    settleReversals: (id) => payments.settleReversals(id),
  })
  registerPaymentRoutes(routes, payments.parts)
  registerVideoRoutes(routes, {
    rooms,
    isBooker: async (id, { browserToken }) =>
      (await findAuthorizedBooking(db.read, booking, { id, proof: { browserToken } })) !==
      undefined,
  })
  registerSiteRoutes(routes, {
    getPaymentKind: features.getPaymentKind,
    sendsMail: features.sendsMail,
    locationKinds: () => readLocationKinds(db.read, booking.canCreateRooms),
  })
  registerGuestPassRoutes(routes, features.journeys)
  registerOwnerRoutes(routes, parts, features)
  registerDeskEventRoutes(routes, parts, features.events)
  routes.mountFallback()
  return routes
}

function createRateLimit(parts: AppParts, name: string, limit: number): RequestHandler {
  return parts.settings.rateLimit
    ? limitPerMinute({ ...parts, name, limit })
    : (_req, _res, next) => next()
}

/** Misses that one address may make in a minute; ids of links have 119 random bits. */
const MAX_PASS_MISSES = 30

function limitPassSearches(parts: AppParts): LimitedSearch {
  const { rateLimit: isEnabled } = parts.settings
  return limitMisses({ ...parts, name: 'guest-pass', limit: MAX_PASS_MISSES, isEnabled })
}

function createAfterWriteHook(act: () => void): RequestHandler {
  return (req, res, next) => {
    if (req.method !== 'GET') res.once('finish', act)
    next()
  }
}
