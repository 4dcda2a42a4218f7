import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { type Compressed, compress } from '#server/site/compress.ts'
import { type BuildFolders, renderSite, type SiteVersionToRender } from './render.ts'

/** A file that was rendered from the owner's content, as the server keeps it in memory. */
export interface RenderedFile extends Compressed {
  body: Buffer
  digest: string
}

export type RenderedFiles = ReadonlyMap<string, RenderedFile>

export interface RenderTask extends SiteVersionToRender {
  folders: BuildFolders
}

/** Renders a version and compresses it. Only one version can be rendered at a time in a thread. */
export async function renderFiles({ folders, ...site }: RenderTask): Promise<RenderedFiles> {
  const texts = await renderSite(folders, site)
  const files = [...texts].map(async ([name, text]): Promise<[string, RenderedFile]> => {
    const body = Buffer.from(text)
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    return [name, { body, digest, ...(await compress(body)) }]
  })
  return new Map(await Promise.all(files))
}

// In a thread, so that no visitor waits while the owner's pages are rendered.
if (parentPort) parentPort.postMessage(await renderFiles(workerData as RenderTask))
