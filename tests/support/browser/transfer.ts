import fs from 'node:fs'
import path from 'node:path'
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

/** Counts what a page fetches from now on; the returned function gives the sums so far. */
export function countTransfer(page: Page): () => Promise<Transferred> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
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

interface PrecachedFile {
  /** The address that the service worker fetches. */
  url: string
  /** Uncompressed bytes. */
  size: number
}

/** The files that the built service worker precaches on every device; those of the desk are not. */
export function listPrecachedFiles(site: string): PrecachedFile[] {
  const script = fs.readFileSync(path.join(site, 'sw.js'), 'utf8')
  const [list = '[]'] = script.match(/\[\{"integrity".*?\}\]/) ?? []
  const entries: { url: string; only?: string }[] = JSON.parse(list)
  return entries
    .filter(({ only }) => !only)
    .map(({ url }) => ({ url: url, size: getFileSize(site, url) }))
}

function getFileSize(site: string, address: string): number {
  const names = [address, `${address}.html`, `${address}index.html`]
  const found = names.map((name) => path.join(site, name)).find((file) => isFile(file))
  if (!found) throw new Error(`The built site has no file for the precached address ${address}`)
  return fs.statSync(found).size
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
