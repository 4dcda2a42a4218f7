import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Logger } from '#server/lib/log.ts'
import { BELONGINGS, copyPrivately, DATABASE, DataError, MAIL } from './data-dir.ts'
import type { StorageHealth } from './faults.ts'

/** The start does not wait longer for its check than this, milliseconds; the whole one follows. */
const QUICK_LIMIT = 5_000
const FULL_LIMIT = 3_600_000
const DAY = 86_400_000

interface Check {
  dataDir: string
  kind: 'quick' | 'full'
  /** Milliseconds. */
  limit: number
  signal?: AbortSignal
}

/** What is wrong with the file; undefined where nothing is. `unknown` where it could not be told. */
type Finding = { damage: string | undefined } | 'unknown'

/** Reads the database in a process of its own, which is ended at its limit. */
function checkInProcess({ dataDir, kind, limit, signal }: Check): Promise<Finding> {
  const file = path.join(dataDir, DATABASE)
  return new Promise((resolve) => {
    const options = { timeout: limit, killSignal: 'SIGKILL' } as const
    const child = execFile(process.execPath, [...program(), file, kind], options, (error, output) =>
      resolve(error ? 'unknown' : { damage: output || undefined }),
    )
    // It has then ended once this is answered, and its lock with it.
    signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
  })
}

/** The build puts the program beside the server's; from source it has to be translated first. */
function program(): string[] {
  if (!import.meta.url.endsWith('.ts'))
    return [fileURLToPath(new URL('./check-file.js', import.meta.url))]
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const source = fileURLToPath(new URL('./check-file.ts', import.meta.url))
  return ['--import', pathToFileURL(tsx).href, source]
}

/**
 * Throws, with the way back, where the database is damaged; a copy of it is then set aside. Called
 * before anything is written to it.
 */
export async function refuseDamaged(dataDir: string): Promise<void> {
  if (!fs.existsSync(path.join(dataDir, DATABASE))) return
  const found = await checkInProcess({ dataDir, kind: 'quick', limit: QUICK_LIMIT })
  if (found !== 'unknown' && found.damage) throw await damageError(dataDir, found.damage)
}

async function damageError(dataDir: string, damage: string): Promise<DataError> {
  const aside = await setAside(dataDir).catch(() => undefined)
  const copy = aside ? `A copy of it lies in ${aside}` : 'No copy of it could be made'
  return new DataError(
    `The database in ${dataDir} is damaged (${damage.replaceAll(/\s+/g, ' ')}). ${copy}. To go back to a backup: npm run restore -- <backup>`,
  )
}

/** One copy of one state of the file, however often a supervisor starts the server on it. */
async function setAside(dataDir: string): Promise<string> {
  const { mtimeMs, size } = fs.statSync(path.join(dataDir, DATABASE))
  const aside = path.join(dataDir, `damaged-${Math.floor(mtimeMs)}-${size}`)
  if (fs.existsSync(aside)) return aside
  for (const name of BELONGINGS)
    if (name !== MAIL && fs.existsSync(path.join(dataDir, name)))
      await copyPrivately(path.join(dataDir, name), path.join(aside, name))
  return aside
}

interface RoundsParts {
  dataDir: string
  health: StorageHealth
  log: Logger
}

/** Reads the whole database through in the background, at the start and then each day. */
export class IntegrityRounds {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private readonly aborter = new AbortController()

  constructor(private readonly parts: RoundsParts) {}

  start(): void {
    this.round()
    this.timer = setInterval(() => this.round(), DAY)
    this.timer.unref()
  }

  /** Waits for the end of a reading: while its process lives, closing the database tidies nothing up. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.aborter.abort()
    await this.running
  }

  async run(): Promise<void> {
    const { dataDir, health, log } = this.parts
    const { signal } = this.aborter
    const found = await checkInProcess({ dataDir, kind: 'full', limit: FULL_LIMIT, signal })
    if (signal.aborted) return
    if (found === 'unknown') log.warn('the database could not be read through')
    else if (found.damage) {
      health.damage ??= found.damage
      log.error({ damage: found.damage }, 'the database is damaged; restore a backup')
    } else log.info('the database was read through: it is whole')
  }

  private round(): void {
    this.running = this.run().catch((err) =>
      this.parts.log.error({ err }, 'the check of the database failed'),
    )
  }
}
