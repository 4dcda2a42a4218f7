import type { Page, Response } from '@playwright/test'

/** Bytes; about what one packet holds. */
const WORTH_IT = 1024

interface Transferred {
  /** Bytes as they came, compressed, without headers. */
  script: number
  all: number
  /** Scripts that came without brotli and are large enough to gain by it. */
  plain: string[]
}

/** Counts what a page fetches from here on; the function answers with the sums so far. */
export function countTransfer(page: Page): () => Promise<Transferred> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  return async () => {
    const sums: Transferred = { script: 0, all: 0, plain: [] }
    for (const response of responses) {
      const request = response.request()
      const { responseBodySize } = await request.sizes()
      sums.all += responseBodySize
      if (request.resourceType() !== 'script') continue
      sums.script += responseBodySize
      const asIs = response.headers()['content-encoding'] !== 'br'
      if (asIs && responseBodySize > WORTH_IT) sums.plain.push(request.url())
    }
    return sums
  }
}
