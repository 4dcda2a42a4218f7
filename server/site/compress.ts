import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { listFilesUnder } from './build/build-stamp.ts'

/** A text in the encodings in which it is smaller. */
export interface Compressed {
  br?: Buffer
  gzip?: Buffer
}

/** Text formats only: fonts and photographs are compressed already. */
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/

/** Least size of a file to compress, bytes: below it the header costs more than the body saves. */
const MIN_BYTES = 256

/** Writes `.br` and `.gz` beside each text file under `folder`, if they are smaller. */
export async function compressFiles(folder: string): Promise<void> {
  const files = listFilesUnder(folder).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(files.map((name) => compressFile(path.join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  const { br, gzip: zipped } = await compress(await fs.readFile(file))
  if (br) await fs.writeFile(`${file}.br`, br)
  if (zipped) await fs.writeFile(`${file}.gz`, zipped)
}

export async function compress(body: Buffer): Promise<Compressed> {
  if (body.length < MIN_BYTES) return {}
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
      },
    }),
    promisify(gzip)(body, { level: 9 }),
  ])
  return {
    ...(br.length < body.length && { br }),
    ...(zipped.length < body.length && { gzip: zipped }),
  }
}
