import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { type Compressed, compress } from '#server/site/compress.ts'
import { type BuildFolders, renderSite, type SiteVersionToRender } from './render.ts'

/** A file that was rendered from the owner's content, as the server keeps it in memory. */
export interface RenderedFile extends Compressed {
  body: Buffer
  digest: string
}

export type RenderedFiles = ReadonlyMap<string, RenderedFile>

/** What was rendered, from what, and by which build. */
export interface Rendering extends SiteVersionToRender {
  /** See `computeBuildStamp`. */
  build: string
  files: RenderedFiles
}

export interface RenderTask extends SiteVersionToRender {
  folders: BuildFolders
  build: string
  /** Where the rendering is kept. */
  keepIn: string
}

/** What the thread answers. */
export interface RenderResult {
  files: RenderedFiles
  /** Why the rendering could not be kept: the next start then renders again. */
  notKept?: unknown
}

/** Renders a version and compresses it. Only one version can be rendered at a time in a thread. */
export async function renderFiles({
  folders,
  ...site
}: SiteVersionToRender & { folders: BuildFolders }): Promise<RenderedFiles> {
  const texts = await renderSite(folders, site)
  const files = [...texts].map(async ([name, text]): Promise<[string, RenderedFile]> => {
    const body = Buffer.from(text)
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    return [name, { body, digest, ...(await compress(body)) }]
  })
  return new Map(await Promise.all(files))
}

// In a thread, so that no visitor waits while the owner's pages are rendered.
if (parentPort) parentPort.postMessage(await renderAndKeep(workerData as RenderTask))

async function renderAndKeep({ keepIn, build, ...task }: RenderTask): Promise<RenderResult> {
  const files = await renderFiles(task)
  const { content, origin } = task
  try {
    writeRendering(keepIn, { content, origin, build, files })
    return { files }
  } catch (notKept) {
    return { files, notKept }
  }
}

export function writeRendering(file: string, rendering: Rendering): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.partial`, serialize(rendering))
  fs.renameSync(`${file}.partial`, file)
}
