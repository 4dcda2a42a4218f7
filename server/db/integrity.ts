import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Logger } from '#server/lib/log.ts'
import { copyPrivateFile, DATA_FILES, DATABASE_FILE, DataError, MAIL_FOLDER } from './data-dir.ts'
import type { StorageHealth } from './storage-faults.ts'

/** Time limit of the quick check before the start, ms; the full check runs later. */
const QUICK_TIMEOUT = 5_000
/** Time limit of the full check, ms. */
const FULL_TIMEOUT = 3_600_000
const DAY = 86_400_000

interface Check {
  dataDir: string
  kind: 'quick' | 'full'
  /** Time limit, ms. */
  timeout: number
  signal?: AbortSignal
}

/** SQLite's message about a damaged file; undefined: whole. `unknown`: the check did not finish. */
type Finding = { damage: string | undefined } | 'unknown'

/** Checks the database in a child process, which is killed at its time limit. */
function checkInProcess({ dataDir, kind, timeout, signal }: Check): Promise<Finding> {
  const file = path.join(dataDir, DATABASE_FILE)
  return new Promise((resolve) => {
    const options = { timeout, killSignal: 'SIGKILL' } as const
    const child = execFile(
      process.execPath,
      [...getCheckerArguments(), file, kind],
      options,
      (error, output) => resolve(error ? 'unknown' : { damage: output || undefined }),
    )
    // The promise settles when the killed process has exited, which releases its lock.
    signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
  })
}

/** Node.js arguments for the check: the built file beside this one, or the source through tsx. */
function getCheckerArguments(): string[] {
  if (!import.meta.url.endsWith('.ts'))
    return [fileURLToPath(new URL('./check-file.js', import.meta.url))]
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const source = fileURLToPath(new URL('./check-file.ts', import.meta.url))
  return ['--import', pathToFileURL(tsx).href, source]
}

/**
 * Throws `DataError`, which says how to restore, if the database is damaged; copies it to a
 * `damaged-…` folder before. Call it before anything writes to the database.
 */
export async function assertDatabaseIntact(dataDir: string): Promise<void> {
  if (!fs.existsSync(path.join(dataDir, DATABASE_FILE))) return
  const found = await checkInProcess({ dataDir, kind: 'quick', timeout: QUICK_TIMEOUT })
  if (found !== 'unknown' && found.damage) throw await createDamageError(dataDir, found.damage)
}

async function createDamageError(dataDir: string, damage: string): Promise<DataError> {
  const copyFolder = await copyDamagedDatabase(dataDir).catch(() => undefined)
  const copy = copyFolder ? `A copy of it is in ${copyFolder}` : 'It could not be copied'
  return new DataError(
    `The database in ${dataDir} is damaged (${damage.replaceAll(/\s+/g, ' ')}). ${copy}. To restore a backup: npm run restore -- <backup>`,
  )
}

/** Makes one copy per state of the file, however often a supervisor restarts the server. */
async function copyDamagedDatabase(dataDir: string): Promise<string> {
  const { mtimeMs, size } = fs.statSync(path.join(dataDir, DATABASE_FILE))
  const copyFolder = path.join(dataDir, `damaged-${Math.floor(mtimeMs)}-${size}`)
  if (fs.existsSync(copyFolder)) return copyFolder
  for (const name of DATA_FILES)
    if (name !== MAIL_FOLDER && fs.existsSync(path.join(dataDir, name)))
      await copyPrivateFile(path.join(dataDir, name), path.join(copyFolder, name))
  return copyFolder
}

interface IntegrityParts {
  dataDir: string
  health: StorageHealth
  log: Logger
}

/** Runs the full integrity check in the background, at the start and then once a day. */
export class IntegrityMonitor {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private readonly aborter = new AbortController()

  constructor(private readonly parts: IntegrityParts) {}

  start(): void {
    this.checkInBackground()
    this.timer = setInterval(() => this.checkInBackground(), DAY)
    this.timer.unref()
  }

  /**
   * Stops a running check and waits until its process has exited: as long as that process has the
   * file open, closing the database does not remove SQLite's files beside it.
   */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.aborter.abort()
    await this.running
  }

  async checkNow(): Promise<void> {
    const { dataDir, health, log } = this.parts
    const { signal } = this.aborter
    const found = await checkInProcess({ dataDir, kind: 'full', timeout: FULL_TIMEOUT, signal })
    if (signal.aborted) return
    if (found === 'unknown')
      log.warn('the integrity check of the database did not finish; it runs again within a day')
    else if (found.damage) {
      health.damage ??= found.damage
      log.error({ damage: found.damage }, 'the database is damaged; restore a backup')
    } else log.info('the integrity check found no damage in the database')
  }

  private checkInBackground(): void {
    this.running = this.checkNow().catch((err) =>
      this.parts.log.error(
        { err },
        'the integrity check of the database could not run; it is tried again within a day',
      ),
    )
  }
}
