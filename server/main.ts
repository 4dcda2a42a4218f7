import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { DataError, makeDataDir } from './db/data-dir.ts'
import { openKeys } from './db/keys.ts'
import { lockDataDir } from './db/lock.ts'
import { openDatabase } from './db/open.ts'
import { renewEncryption } from './encryption.ts'
import { closer } from './http/close.ts'
import { systemClock } from './lib/clock.ts'
import { keepFilesPrivate } from './lib/command.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { randomId } from './lib/ids.ts'
import { createLog } from './lib/log.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'
import { sitePages } from './site/pages.ts'

const HOST = '127.0.0.1'

/**
 * Milliseconds; longer than proxies keep a connection that nobody uses (nginx one minute, Caddy two):
 * it must be the proxy that closes it, or it sends a form into one that has just gone.
 */
const KEEP_ALIVE = 150_000

async function main(): Promise<void> {
  keepFilesPrivate()
  loadEnvFile()
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  warnOfOldZones(log)
  openDataDir(settings.dataDir)
  const unlock = lockDataDir(settings.dataDir)
  const db = openDatabase(settings.dataDir)
  const keys = await openKeys(db, settings.keysDir)
  await renewEncryption(db, keys)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE })
  const close = closer(server)
  const pages = await sitePages(server)
  const app = createApp({ settings, db, log, keys, clock: systemClock, newId: randomId, pages })
  server.on('request', app.handler)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    app.endStreams()
    await close()
    await app.stop()
    db.close()
    unlock()
    log.info('stopped')
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  server.on('error', (error) => fail(error.message))
  server.listen(settings.port, HOST, () => {
    app.start()
    greet(log, settings, `http://localhost:${(server.address() as AddressInfo).port}`)
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

function greet(log: ReturnType<typeof createLog>, settings: Settings, url: string): void {
  log.info(
    { url, payments: settings.payments.kind, mail: settings.mail.smtpUrl ? 'smtp' : 'files' },
    'listening',
  )
  if (settings.payments.kind === 'off')
    log.warn('No payment keys are set: paid services cannot be booked online')
  if (settings.publicUrl !== undefined && settings.trustProxy === 0)
    log.warn('TRUST_PROXY is 0: behind a proxy, limits take all visitors for one')
}

/** Old zone data puts meetings in some countries an hour off. */
function warnOfOldZones(log: ReturnType<typeof createLog>): void {
  const data = process.versions.tz ?? ''
  if (Number.parseInt(data, 10) < new Date(systemClock()).getUTCFullYear())
    log.warn({ data }, 'The time zone data of this Node.js is of an earlier year; please update it')
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError || error instanceof DataError) fail(error.message)
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
})
