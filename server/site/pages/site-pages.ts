import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { deserialize } from 'node:v8'
import type { RequestHandler } from 'express'
import type { Logger } from '#server/lib/log.ts'
import { startThread } from '#server/lib/thread.ts'
import { staticPages } from '#server/site/static.ts'
import { completeContent, type SiteContent } from '#shared/content/registry.ts'
import type { BuildFolders, SiteVersionToRender } from './render.ts'
import type {
  RenderedFile,
  RenderedFiles,
  Rendering,
  RenderResult,
  RenderTask,
} from './render-worker.ts'

interface Parts {
  /** Folder of the build. */
  dist: string
  /** Where the last rendering is kept, so that a start renders nothing. */
  dataDir: string
  origin: string | undefined
  log: Logger
}

const FILE = 'rendered-site'

/** What serves the site's pages and files. */
export interface SitePages {
  handlers: RequestHandler[]
  /** Renders a version of the content and serves it. Rejects if a page cannot be rendered; the former version stays. */
  show(content: SiteContent): Promise<void>
  showLast(untouched: SiteContent): Promise<void>
}

/** The pages of one version of the owner's content. They are rendered in a thread, and kept in memory. */
export class RenderedPages implements SitePages {
  readonly handlers: RequestHandler[]
  private shown: Rendering | undefined
  private readonly build: string
  private readonly file: string

  constructor(private readonly parts: Parts) {
    const stamp = path.join(parts.dist, 'stamp')
    if (!fs.existsSync(stamp))
      throw new Error(`There is no built site in ${parts.dist}. Run npm run build first.`)
    this.build = fs.readFileSync(stamp, 'utf8')
    this.file = path.join(parts.dataDir, FILE)
    this.handlers = staticPages({
      root: getFolders(parts.dist).site,
      findRendered: (name) => this.shown?.files.get(name),
    })
  }

  /**
   * Shows what was rendered last, for a start without a database: if another build has rendered it, it is rendered again.
   * Without it, or if this build cannot render it, the pages of `untouched`.
   */
  async showLast(untouched: SiteContent): Promise<void> {
    const kept = this.readKept()
    if (!kept) return this.show(untouched)
    try {
      await this.show(completeContent(kept.content))
    } catch (err) {
      this.parts.log.error({ err }, 'the pages that were shown last cannot be rendered')
      await this.show(untouched)
    }
  }

  async show(content: SiteContent): Promise<void> {
    const { origin } = this.parts
    const site = { content, origin }
    const isOf = (one: Rendering | undefined) =>
      one?.build === this.build &&
      isDeepStrictEqual({ content: one.content, origin: one.origin }, site)
    if (isOf(this.shown)) return
    const found = this.shown ? undefined : this.readStored().find(isOf)
    this.shown = found ?? { ...site, build: this.build, files: await this.render(site) }
  }

  /** For the start alone: reading them takes as long as several requests, and a new version is in none of them. */
  private readStored(): (Rendering | undefined)[] {
    return [this.readKept(), readRendering(getBuiltFile(this.parts.dist, this.parts.origin))]
  }

  private readKept(): Rendering | undefined {
    return readRendering(this.file)
  }

  private render(site: SiteVersionToRender): Promise<RenderedFiles> {
    const folders = getFolders(this.parts.dist)
    const task: RenderTask = { ...site, folders, build: this.build, keepIn: this.file }
    return new Promise((resolve, reject) => {
      const source = new URL('./render-worker.ts', import.meta.url)
      const worker = startThread('render-worker', source, { workerData: task })
      worker.once('message', ({ files, notKept }: RenderResult) => {
        if (notKept) this.parts.log.warn({ err: notKept }, 'the rendered pages cannot be kept')
        resolve(toBuffers(files))
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that renders the pages ended early')))
    })
  }
}

/** The folders of a build in `dist`. */
export function getFolders(dist: string): BuildFolders {
  return { site: path.join(dist, 'client'), renderer: path.join(dist, 'prerender') }
}

/** Where the build keeps the pages of the untouched content for this address. */
export function getBuiltFile(dist: string, origin: string | undefined): string {
  return path.join(dist, 'rendered', encodeURIComponent(origin ?? 'local'))
}

/** Undefined if there is none that can be read. */
function readRendering(file: string): Rendering | undefined {
  try {
    return deserialize(fs.readFileSync(file)) as Rendering
  } catch {
    return undefined
  }
}

/** Another thread's buffers arrive as plain arrays of bytes. */
function toBuffers(files: ReadonlyMap<string, RenderedFile>): RenderedFiles {
  const toBuffer = (bytes: Uint8Array) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return new Map(
    [...files].map(([name, { digest, body, br, gzip }]) => [
      name,
      {
        digest,
        body: toBuffer(body),
        ...(br && { br: toBuffer(br) }),
        ...(gzip && { gzip: toBuffer(gzip) }),
      },
    ]),
  )
}
