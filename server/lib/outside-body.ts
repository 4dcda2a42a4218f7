import type { IncomingMessage } from 'node:http'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

interface Limits {
  maxBytes: number
  signal: AbortSignal
}

/** What we can undo, for the `Accept-Encoding` header. */
export const ENCODINGS = 'gzip, deflate, br'

/** The whole body, decompressed; undefined, and the connection ended, once it is larger than allowed. */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, signal }: Limits,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw new Error('Too large')
      chunks.push(chunk)
    }
  }
  try {
    await pipeline(response, decoder(response.headers['content-encoding']), collect, { signal })
    return Buffer.concat(chunks)
  } catch (error) {
    // The stream's own complaint about being left may come first.
    if (size > maxBytes) return undefined
    throw error
  } finally {
    response.destroy()
  }
}

function decoder(encoding = 'identity'): Transform {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
      return new PassThrough()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new Error('An encoding that was not asked for')
  }
}
