import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { samples } from '#shared/site/business.ts'
import { DataError, lockDataDir, makeDataDir } from './db/data-dir.ts'
import { refuseDamaged } from './db/integrity.ts'
import { isPassing } from './db/open.ts'
import { closer, createSiteServer } from './http/server.ts'
import { systemClock } from './lib/clock.ts'
import { keepFilesPrivate, loadEnvFile } from './lib/command.ts'
import { createLog, type Logger } from './lib/log.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'
import { sitePages } from './site/static.ts'
import { OpeningSite } from './wiring/opening-site.ts'

const HOST = '127.0.0.1'

/** Longest time that an orderly stop may take after an uncaught exception, ms. */
const LAST_PATIENCE = 15_000

async function main(): Promise<void> {
  keepFilesPrivate()
  loadEnvFile()
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  warnOfOldZones(log)
  openDataDir(settings.dataDir)
  const unlock = lockDataDir(settings.dataDir)
  await refuseDamaged(settings.dataDir)
  const server = createSiteServer()
  const close = closer(server)
  const site = new OpeningSite({ settings, log, pages: await sitePages(server), onLost: end })

  stopInOrder(log, async () => {
    site.endStreams()
    await close()
    await site.stop()
    unlock()
  })

  await site.open()
  server.on('request', (req, res) => site.handler(req, res))
  server.once('error', (error) => fail(error.message))
  server.listen(settings.port, HOST, () => {
    // Errors after the start, such as too many open files, concern one connection only.
    server.removeAllListeners('error').on('error', (err) => log.error({ err }, 'connection failed'))
    site.start()
    greet(log, settings, `http://localhost:${(server.address() as AddressInfo).port}`)
  })
}

/** Runs `work` once, on SIGTERM, SIGINT or an uncaught exception. */
function stopInOrder(log: Logger, work: () => Promise<void>): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    work().then(
      () => log.info('stopped'),
      (error: unknown) => fail(`The stop failed: ${messageOf(error)}`),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  catchLast(log, () => {
    process.exitCode = 1
    setTimeout(() => process.exit(1), LAST_PATIENCE).unref()
    stop('uncaught exception')
  })
}

/**
 * Logs uncaught errors. An unhandled rejection concerns one piece of work, so the process goes on.
 * After an uncaught exception the state in memory may be inconsistent, so the process stops and its
 * supervisor restarts it; a temporary fault of the disk is the exception and stops nothing.
 */
function catchLast(log: Logger, stop: () => void): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'uncaught exception')
    if (!isPassing(err)) stop()
  })
}

function openDataDir(dataDir: string): void {
  try {
    makeDataDir(dataDir)
    fs.accessSync(dataDir, fs.constants.W_OK)
  } catch (error) {
    if (error instanceof DataError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsError(`Setting DATA_DIR names no folder that can be written to (${code}).`)
  }
}

function greet(log: Logger, settings: Settings, url: string): void {
  log.info(
    { url, payments: settings.payments.kind, mail: settings.mail.smtpUrl ? 'smtp' : 'files' },
    'listening',
  )
  if (settings.payments.kind === 'off')
    log.warn('No payment keys are set: paid services cannot be booked online')
  if (settings.publicUrl !== undefined && samples.length > 0)
    log.warn(
      { samples },
      'shared/site/business.ts still holds samples; visitors do not see them, or see invented values',
    )
  if (settings.publicUrl !== undefined && settings.trustProxy === 0)
    log.warn('TRUST_PROXY is 0: behind a proxy, limits take all visitors for one')
}

/** With old time zone data, meetings in some countries are an hour off. */
function warnOfOldZones(log: Logger): void {
  const data = process.versions.tz ?? ''
  if (Number.parseInt(data, 10) < new Date(systemClock()).getUTCFullYear())
    log.warn({ data }, 'The time zone data of this Node.js is of an earlier year; please update it')
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function end(error: unknown): never {
  if (error instanceof SettingsError || error instanceof DataError) fail(error.message)
  fail(messageOf(error))
}

main().catch(end)
