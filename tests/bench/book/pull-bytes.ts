import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'

interface PullPage {
  epoch: string
  nextCursor: number
  hasMore: boolean
}

/**
 * Bytes of all pages of a first sync over TLS, where browsers accept brotli; over plain HTTP they
 * accept only gzip.
 */
export async function measurePullBytes(
  url: string,
  userId: string,
  cookie: string,
): Promise<number> {
  let bytes = 0
  let epoch = ''
  for (let seq = 0; ; ) {
    const query = new URLSearchParams({
      userId,
      deviceId: 'bench-bytes',
      epoch,
      schema: '1',
      cursor: String(seq),
      limit: '1000',
    })
    const packed = await fetchBody(`${url}/functions/sync-pull?${query}`, cookie)
    bytes += packed.length
    const page: PullPage = JSON.parse(brotliDecompressSync(packed).toString())
    if (!page.hasMore) return bytes
    epoch = page.epoch
    seq = page.nextCursor
  }
}

function fetchBody(address: string, cookie: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, 'Accept-Encoding': 'br', Accept: 'application/json' }
    request(address, { headers }, (response) => {
      if (response.statusCode === 200) resolve(buffer(response))
      else reject(new Error(`The pull ended with ${response.statusCode}`))
    })
      .on('error', reject)
      .end()
  })
}
