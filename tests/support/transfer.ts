import type { Page, Response } from '@playwright/test'

/** Bytes; about what one packet holds. */
const WORTH_IT = 1024

const WORKERS = /\/assets\/desk-workers\//

interface Transferred {
  /** Bytes as they came, compressed, without headers. */
  script: number
  /** Those of Web Workers, which are no part of the page's. */
  worker: number
  all: number
  /** Scripts that came without brotli and are large enough to gain by it. */
  plain: string[]
}

/** Counts what a page fetches from here on; the function answers with the sums so far. */
export function countTransfer(page: Page): () => Promise<Transferred> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  return async () => {
    const sums: Transferred = { script: 0, worker: 0, all: 0, plain: [] }
    for (const response of responses) {
      const request = response.request()
      const isScript = request.resourceType() === 'script'
      const headers = response.headers()
      const { responseBodySize } = await request.sizes()
      // The browser's protocol tells nothing of what a worker begins with.
      const size = responseBodySize || (isScript ? Number(headers['content-length']) : 0)
      sums.all += size
      if (!isScript) continue
      sums[WORKERS.test(request.url()) ? 'worker' : 'script'] += size
      if (headers['content-encoding'] !== 'br' && size > WORTH_IT) sums.plain.push(request.url())
    }
    return sums
  }
}
