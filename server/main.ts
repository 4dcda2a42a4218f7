import '#server/lib/env-file.ts'
import fs from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { isTransientFault } from '#server/db/open-database.ts'
import { setPrivateUmask } from '#server/lib/cli-command.ts'
import { SiteStartup } from '#server/wiring/site-startup.ts'
import { siteContent } from '#shared/content/site-content.ts'
import { listOldZones } from '#shared/lib/zones/zone-law.ts'
import { DataError, lockDataDir, makeDataDir } from './db/data-dir.ts'
import { assertDatabaseIntact } from './db/integrity.ts'
import { createMetricsServer } from './http/metrics.ts'
import { createGracefulShutdown, createSiteServer, handleSequentially } from './http/server.ts'
import { createLog, type Logger } from './lib/log.ts'
import { getMailIdentity } from './mail/address.ts'
import { getSiteUrl, readSettings, type Settings, SettingsError } from './settings.ts'
import { listUnfinished, loadUntouchedContent } from './site/content.ts'
import { RenderedPages, type SitePages } from './site/pages/site-pages.ts'

/** Metrics never leave the machine. */
const LOOPBACK = '127.0.0.1'

/** Longest time that an orderly stop may take after an uncaught exception, ms. */
const MAX_STOP_TIME = 15_000

async function main(): Promise<void> {
  setPrivateUmask()
  const settings = readSettings(process.env)
  loadUntouchedContent(settings)
  const log = createLog(settings.logLevel)
  warnAboutOldZones(log)
  ensureDataDir(settings.dataDir)
  const unlock = settings.databaseUrl ? () => {} : await prepareDatabaseFile(settings.dataDir)
  const server = createSiteServer()
  const close = createGracefulShutdown(server)
  const pages = await createPages({ server, settings, log })
  await pages.showLast(siteContent())
  const site = new SiteStartup({ settings, log, pages, onFatalError: exitWithError })

  const metrics = createMetricsServer(() => site.readMetrics())
  stopGracefully(log, async () => {
    site.endStreams()
    metrics.close()
    await close()
    await site.stop()
    unlock()
  })

  // Before the port opens, so that a database error which retries cannot cure ends the process here.
  await site.open()
  server.on(
    'request',
    handleSequentially((req, res) => site.handler(req, res)),
  )
  server.once('error', (error) => fail(error.message))
  metrics.once('error', (error) => fail(`METRICS_PORT: ${error.message}`))
  server.listen(settings.port, settings.host, () => {
    // Errors after the start, such as too many open files, concern one connection only.
    server.removeAllListeners('error').on('error', (err) => log.error({ err }, 'connection failed'))
    // Begins background work such as mails; a process that did not get the port must not do any.
    site.start()
    if (settings.metricsPort !== undefined)
      metrics.listen(settings.metricsPort, LOOPBACK, () => {
        const { port } = metrics.address() as AddressInfo
        log.info({ url: `http://localhost:${port}/metrics` }, 'metrics are served')
      })
    logStart(log, settings, formatUrl(settings.host, server.address() as AddressInfo))
  })
}

interface PageParts {
  /** During development, Vite sends its updates through it. */
  server: Server
  settings: Settings
  log: Logger
}

/** The pages, from the sources in development, otherwise from the build. */
async function createPages({ server, settings, log }: PageParts): Promise<SitePages> {
  // The bundler removes this branch, and Vite with it, from the build.
  if (process.env.NODE_ENV !== 'production') {
    const { devPages } = await import('./site/dev.ts')
    return devPages(server)
  }
  const dist = fileURLToPath(new URL('../', import.meta.url))
  return new RenderedPages({ dist, dataDir: settings.dataDir, origin: settings.publicUrl, log })
}

/** Checks the SQLite file and locks its folder for this process; returns the function that unlocks. */
async function prepareDatabaseFile(dataDir: string): Promise<() => void> {
  // Ends with the process, so an exit without `unlock` leaves no lock behind.
  const unlock = lockDataDir(dataDir)
  await assertDatabaseIntact(dataDir)
  return unlock
}

/** Runs `work` once, on SIGTERM, SIGINT or an uncaught exception. */
function stopGracefully(log: Logger, work: () => Promise<void>): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    work().then(
      () => log.info('stopped'),
      (error: unknown) => fail(`The server could not stop cleanly: ${formatError(error)}`),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  handleUncaught(log, () => {
    process.exitCode = 1
    setTimeout(() => process.exit(1), MAX_STOP_TIME).unref()
    stop('uncaught exception')
  })
}

/**
 * Logs uncaught errors. An unhandled rejection concerns one piece of work, so the process goes on.
 * After an uncaught exception the state in memory may be inconsistent, so the process stops and its
 * supervisor restarts it; a temporary fault of the disk is the exception and stops nothing.
 */
function handleUncaught(log: Logger, stop: () => void): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'uncaught exception')
    if (!isTransientFault(err)) stop()
  })
}

function ensureDataDir(dataDir: string): void {
  try {
    makeDataDir(dataDir)
    fs.accessSync(dataDir, fs.constants.W_OK)
  } catch (error) {
    if (error instanceof DataError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `Setting DATA_DIR must name a folder that can be created and written to (${code}).`,
    )
  }
}

function formatUrl(host: string, { port, family }: AddressInfo): string {
  if (host === LOOPBACK) return `http://localhost:${port}`
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`
}

function logStart(log: Logger, settings: Settings, url: string): void {
  log.info(
    { url, payments: settings.payments.kind, mail: settings.mail.smtpUrl ? 'smtp' : 'files' },
    'listening',
  )
  if (settings.payments.kind === 'off')
    log.warn(
      'No payment keys are set: paid services cannot be booked online. Set the STRIPE_ settings.',
    )
  if (settings.publicUrl === undefined)
    log.warn(
      'PUBLIC_URL is not set: pages have no canonical links, and links shared elsewhere show no picture. Set it to the address of the site.',
    )
  else logUnfinished(log, settings)
  if (settings.publicUrl !== undefined && settings.trustProxy === 0)
    log.warn(
      'TRUST_PROXY is 0: behind a proxy, rate limits count all visitors as one. Set the number of proxies.',
    )
}

/** Names what a public site lacks, and what it closes until it is there. */
function logUnfinished(log: Logger, settings: Settings): void {
  const { lacks } = getMailIdentity(settings.mail, getSiteUrl(settings))
  const unfinished = listUnfinished(lacks !== 'sender')
  const samples = unfinished.map(({ name }) => name)
  if (samples.length > 0)
    log.warn(
      { samples },
      'The site still has sample values, which visitors do not see. Write your own in the desk, under Site.',
    )
  const seller = unfinished.filter(({ closes }) => closes === 'sales').map(({ name }) => name)
  if (seller.length > 0)
    log.warn(
      { missing: seller },
      'The seller is not named: paid services cannot be booked online. Write your own values in the desk, under Site.',
    )
  if (lacks === 'sender')
    log.warn(
      'Emails have no real sender and are kept as files. Write your email address in the desk, under Site, or set MAIL_FROM.',
    )
  if (lacks === 'server')
    log.warn('SMTP_URL is not set: emails are kept as files. Set it to your mail server.')
}

/** With old time zone data, meetings in some places are an hour off. */
function warnAboutOldZones(log: Logger): void {
  const zones = listOldZones()
  if (zones.length > 0)
    log.warn(
      { zones, data: process.versions.tz },
      'The time zone data of this Node.js is older than the law in these zones. Update Node.js, or local times there are wrong.',
    )
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function formatError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function exitWithError(error: unknown): never {
  if (error instanceof SettingsError || error instanceof DataError) fail(error.message)
  fail(formatError(error))
}

main().catch(exitWithError)
