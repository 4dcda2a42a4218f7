import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** Smaller than this, packing costs more than it saves; characters. */
const LEAST = 1024

/** Between the quickest and the smallest: a large answer is packed about as fast as it is sent. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Sends JSON text, packed as the caller can take it; done beside the program's one thread. */
export async function sendPacked(req: Request, res: Response, json: string): Promise<void> {
  const body = Buffer.from(json)
  res.type('json').vary('Accept-Encoding')
  const encoding = body.length < LEAST ? undefined : req.acceptsEncodings('br', 'gzip')
  if (encoding === 'br' || encoding === 'gzip') {
    res.set('Content-Encoding', encoding)
    res.send(
      await (encoding === 'br' ? promisify(brotliCompress)(body, brotli) : promisify(gzip)(body)),
    )
  } else res.send(body)
}
