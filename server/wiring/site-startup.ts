import type { RequestListener } from 'node:http'
import { type App, createApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { openKeys } from '#server/db/key-files.ts'
import { noteEpoch } from '#server/db/metadata.ts'
import { isTransientFault, openDatabase, openWithRetry } from '#server/db/open-database.ts'
import { StandbyError, type StorageFault } from '#server/db/storage-faults.ts'
import { unavailableSite } from '#server/http/health.ts'
import { systemClock } from '#server/lib/clock.ts'
import { randomId } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'
import { mailPictureSizes, setMailPortrait } from '#server/mail/pictures.ts'
import { makeJpeg } from '#server/photographs/commands.ts'
import type { Settings } from '#server/settings.ts'
import { PublishedContent } from '#server/site/content.ts'
import type { SitePages } from '#server/site/pages/site-pages.ts'
import { storeUntouchedVersion } from '#server/site/store.ts'
import { getPortrait } from '#shared/site/portrait.ts'
import { reencryptWithNewestKey } from './key-rotation.ts'

interface Parts {
  settings: Settings
  log: Logger
  pages: SitePages
  /** Called if the database turns out to be unusable while pages are already served. */
  onFatalError(error: unknown): void
}

interface OpenedSite {
  db: Database
  content: PublishedContent
  app: App
}

/**
 * The site from the start of the process: serves its pages even while the disk is full or fails.
 */
export class SiteStartup {
  handler: RequestListener
  private fault: StorageFault = 'busy'
  private opened: OpenedSite | undefined
  private started = false
  private readonly aborter = new AbortController()

  constructor(private readonly parts: Parts) {
    const { settings, pages } = parts
    const { publicUrl } = settings
    const getFault = () => this.fault
    this.handler = unavailableSite({ publicUrl, pages: pages.handlers, getFault })
  }

  /**
   * Resolves once the database is open, or after the first transient fault; it then keeps
   * retrying. Rejects on any other error.
   */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { log } = this.parts
      const { signal } = this.aborter
      const onFault = (fault: StorageFault) => {
        this.fault = fault
        resolve()
      }
      openWithRetry({ open: () => this.openOnce(), onFault, log, signal }).then(
        (opened) => {
          this.activate(opened)
          resolve()
        },
        (error: unknown) => {
          reject(error)
          if (this.started && !signal.aborted) this.parts.onFatalError(error)
        },
      )
    })
  }

  start(): void {
    this.started = true
    this.begin()
  }

  /** Undefined while the database is not open. */
  readMetrics(): Promise<string> | undefined {
    return this.opened?.app.readMetrics()
  }

  /** Ends event streams, which would stay open; call it before the server is closed. */
  endStreams(): void {
    this.opened?.app.endStreams()
  }

  async stop(): Promise<void> {
    this.aborter.abort()
    await this.opened?.app.stop()
    await this.opened?.content.stop()
    await this.opened?.db.close()
  }

  private activate(opened: OpenedSite): void {
    this.opened = opened
    this.handler = opened.app.handler
    if (this.started) this.begin()
  }

  private begin(): void {
    this.opened?.app.start()
    this.opened?.content.start()
  }

  private async openOnce(): Promise<OpenedSite> {
    const { settings, log, pages } = this.parts
    const { dataDir, databaseUrl: url } = settings
    const db = await openDatabase(dataDir, { url, opensAll: true, log })
    try {
      const keys = await openKeys(db, settings.keysDir)
      await reencryptWithNewestKey(db, keys)
      await db.write(async (tx) => {
        await noteEpoch(tx, systemClock())
        await storeUntouchedVersion(tx)
      })
      const onShown = () => updateMailPortrait(db, log)
      const content = new PublishedContent({ db, pages, settings, log, onShown })
      await content.showLatest()
      const times = { clock: systemClock, newId: randomId }
      const app = createApp({ ...this.parts, pages: pages.handlers, ...times, db, keys })
      return { db, content, app }
    } catch (error) {
      throw await findCause(db, error).finally(() => db.close())
    }
  }
}

/** An error of the first write can mean that PostgreSQL confirms none. */
async function findCause(db: Database, error: unknown): Promise<unknown> {
  if (!isTransientFault(error)) return error
  return db.assertStandby().then(
    () => error,
    (cause: unknown) => (cause instanceof StandbyError ? cause : error),
  )
}

/** Mails have the photograph that pages have; the drawn desk if it cannot be read. */
async function updateMailPortrait(db: Database, log: Logger): Promise<void> {
  const { photograph } = getPortrait()
  const { width, height } = mailPictureSizes.portrait
  const frame = { width: 2 * width, height: 2 * height }
  const picture = photograph && makeJpeg(db, photograph, frame)
  setMailPortrait(
    (await picture?.catch((err: unknown) => {
      log.error({ err }, 'the portrait for mails cannot be made')
      return undefined
    })) ?? undefined,
  )
}
