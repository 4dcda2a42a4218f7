import type { Database, Tx } from '#server/db/database.ts'
import type { Logger } from '#server/lib/log.ts'
import type { Settings } from '#server/settings.ts'
import { type SiteContent, showContent } from '#shared/content/registry.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import type { Unfinished } from '#shared/desk/site-state.ts'
import { sellerDetails } from '#shared/payment/seller.ts'
import { getPortrait } from '#shared/site/portrait.ts'
import { drawCharts } from '#shared/site/route-charts.ts'
import { initialContent } from './initial-content.ts'
import type { SitePages } from './pages/site-pages.ts'
import {
  findVersion,
  readLatestVersion,
  readLatestVersionNumber,
  recordFault,
  type SiteVersion,
} from './store.ts'

/** Sets the untouched content. Each program begins with it, since it may read content before the database is open. */
export function loadUntouchedContent(settings: SiteAddress): void {
  setSiteContent(toSiteContent({ version: 0, content: initialContent }, settings))
}

/** Sets the content to the version that visitors get, for a program that serves no pages. */
export async function loadSiteContent(tx: Tx, settings: SiteAddress): Promise<void> {
  setSiteContent(toSiteContent(await readLatestVersion(tx), settings))
}

/** How often versions that other processes publish are looked for, ms. */
const POLL_INTERVAL = 500

interface ContentParts {
  db: Database
  pages: Pick<SitePages, 'show'>
  settings: SiteAddress
  log: Logger
  /** Called once a version is shown. */
  onShown?(): Promise<void>
}

/** Serves the latest version of the content: after the start, and each time one is published, by this process or another. */
export class PublishedContent {
  private shownVersion: number | undefined
  private failedVersion: number | undefined
  private running: Promise<void> | undefined
  private isAskedAgain = false
  private unsubscribe: (() => void) | undefined
  private poll: NodeJS.Timeout | undefined

  constructor(private readonly parts: ContentParts) {}

  start(): void {
    const { db } = this.parts
    if (db.isShared) this.poll = setInterval(() => this.update(), POLL_INTERVAL)
    else this.unsubscribe = db.onCommit(() => this.update())
  }

  async stop(): Promise<void> {
    clearInterval(this.poll)
    this.unsubscribe?.()
    await this.running
  }

  /**
   * Shows the latest version whose pages can be rendered. If the latest of all cannot, its record says why, and visitors keep
   * what they have; after a start, they get the one before it.
   */
  async showLatest(): Promise<void> {
    const { db } = this.parts
    const latest = await readLatestVersion(db.read)
    let error = await this.show(latest)
    const fault =
      error === undefined ? null : error instanceof Error ? error.message : String(error)
    if (fault !== null)
      this.parts.log.error(
        { err: error, version: latest.version },
        'the pages of a version cannot be rendered',
      )
    if (latest.fault !== fault) await db.write((tx) => recordFault(tx, latest.version, fault))
    this.failedVersion = fault === null ? undefined : latest.version
    for (let { version } = latest; error && this.shownVersion === undefined; ) {
      version -= 1
      const earlier = version >= 0 && (await findVersion(db.read, version))
      if (!earlier) throw error
      error = await this.show(earlier)
    }
  }

  /** Returns the error if a page cannot be rendered. */
  private async show(found: SiteVersion): Promise<unknown> {
    const content = toSiteContent(found, this.parts.settings)
    try {
      await this.parts.pages.show(content)
    } catch (error) {
      return error
    }
    setSiteContent(content)
    this.shownVersion = found.version
    await this.parts.onShown?.()
    return undefined
  }

  private update(): void {
    this.isAskedAgain = this.running !== undefined
    this.running ??= this.showNewVersion().finally(() => {
      this.running = undefined
      if (this.isAskedAgain) this.update()
    })
  }

  private async showNewVersion(): Promise<void> {
    try {
      const version = await readLatestVersionNumber(this.parts.db.read)
      if (version !== this.shownVersion && version !== this.failedVersion) await this.showLatest()
    } catch (err) {
      this.parts.log.error({ err }, 'the newest version of the content cannot be shown')
    }
  }
}

type SiteAddress = Pick<Settings, 'publicUrl'>

/** A version as this site shows it. */
export function toSiteContent(
  { version, content }: Pick<SiteVersion, 'version' | 'content'>,
  { publicUrl }: SiteAddress,
): SiteContent {
  return drawCharts(showContent(content, { isPublic: publicUrl !== undefined, version }))
}

/**
 * What the owner has not written yet and what a public site closes without it. `hasSender`: the
 * settings name a sender of mails.
 */
export function listUnfinished(hasSender: boolean): Unfinished[] {
  const { travelRole } = siteContent().business
  const named = siteContent().samples.filter(
    (name) => name !== 'travel guarantee' || travelRole === 'organiser',
  )
  const samples = named.map((name) => ({
    name,
    closes: whatNeeds(name, hasSender),
  }))
  return getPortrait().photograph
    ? samples
    : [...samples, { name: 'portrait: none yet', closes: null }]
}

function whatNeeds(name: string, hasSender: boolean): Unfinished['closes'] {
  if (sellerDetails.includes(name)) return 'sales'
  return name === 'email address' && !hasSender ? 'mail' : null
}
