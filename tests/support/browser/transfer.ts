import type { Page, Response } from '@playwright/test'

/** Bytes; about one packet, so compressing less gains nothing. */
const MIN_COMPRESSED_BYTES = 1024

const WORKERS = /\/assets\/desk-workers\//

interface Transferred {
  /** Bytes transferred: compressed, without headers. */
  script: number
  /** Bytes of Web Worker scripts, which `script` does not include. */
  worker: number
  all: number
  /** Addresses of scripts sent without brotli that are large enough to gain by it. */
  uncompressed: string[]
}

/**
 * Counts what a page fetches from now on, without what frames in it show; the returned function gives the sums so far.
 */
export function countTransfer(page: Page): () => Promise<Transferred> {
  const responses: Response[] = []
  page.on('response', (response) => {
    if (response.frame() === page.mainFrame()) responses.push(response)
  })
  return async () => {
    const sums: Transferred = { script: 0, worker: 0, all: 0, uncompressed: [] }
    for (const response of responses) {
      const request = response.request()
      const isScript = request.resourceType() === 'script'
      const headers = response.headers()
      const { responseBodySize } = await request.sizes()
      // The browser's protocol reports no size for a worker's first script.
      const size = responseBodySize || (isScript ? Number(headers['content-length']) : 0)
      sums.all += size
      if (!isScript) continue
      sums[WORKERS.test(request.url()) ? 'worker' : 'script'] += size
      if (headers['content-encoding'] !== 'br' && size > MIN_COMPRESSED_BYTES)
        sums.uncompressed.push(request.url())
    }
    return sums
  }
}

/** In `sw.js`: the files of the build, and what is rendered from the owner's content. */
export const PRECACHE_LISTS = /\[\{"(?:integrity|url)":.*?\}\]/g

interface PrecachedFile {
  /** The address that the service worker fetches. */
  url: string
  /** Uncompressed bytes. */
  size: number
}

/** The files that the service worker of a server precaches on every device; those of the desk are not. */
export async function listPrecachedFiles(server: string): Promise<PrecachedFile[]> {
  const script = await (await fetch(`${server}/sw.js`)).text()
  const lists = script.match(PRECACHE_LISTS) ?? []
  if (lists.length !== 2) throw new Error(`sw.js contains ${lists.length} lists of files, not 2`)
  const entries: { url: string; only?: string }[] = lists.flatMap((list) => JSON.parse(list))
  return Promise.all(
    entries
      .filter(({ only }) => !only)
      .map(async ({ url }) => ({ url, size: await readSize(server + url) })),
  )
}

async function readSize(address: string): Promise<number> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} is precached, and answers with ${answer.status}`)
  return (await answer.arrayBuffer()).byteLength
}
