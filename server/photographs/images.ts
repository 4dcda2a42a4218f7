import type { Sharp, SharpOptions } from 'sharp'
import {
  type Focus,
  MAX_PHOTOGRAPH_BYTES,
  type PhotographFormat,
  photographFormats,
  photographWidths,
} from '#shared/photographs/photographs.ts'

/** Most pixels of a photograph: a camera's 61 million fit, and a small file that unpacks into more does not. */
const MAX_PIXELS = 80_000_000
const QUALITY = 60
/** AVIF at sharp's own effort, 4, takes four times as long and saves a sixth of the bytes. */
const EFFORT = 3
/** Width of the placeholder, px. */
const PLACEHOLDER_WIDTH = 20

/** Types by content, as sharp names them; AVIF and HEIC are both `heif`. */
const acceptedFormats: readonly string[] = ['jpeg', 'png', 'webp', 'heif', 'avif']

/** The file is not what can be shown; the message says why, as a sentence for the owner. */
export class PhotographProblem extends Error {}

const NO_PHOTOGRAPH = 'This file is not a photograph.'

interface MadeFile {
  format: PhotographFormat
  width: number
  bytes: Buffer
}

export interface MadePhotograph {
  width: number
  height: number
  placeholder: string
  files: MadeFile[]
}

/**
 * Checks a file by its content and makes the files that visitors get, upright and without any metadata. Throws
 * `PhotographProblem` if it is no photograph.
 */
export async function makePhotograph(original: Buffer): Promise<MadePhotograph> {
  if (original.length > MAX_PHOTOGRAPH_BYTES) throw new PhotographProblem('Larger than 25 MB.')
  const open = await loadSharp()
  // Its size is compared here, to say so in words; `decode` has the limit too.
  if ((await readSize(open(original, { limitInputPixels: false }))) > MAX_PIXELS)
    throw new PhotographProblem('This photograph has more than 80 million pixels.')
  const { data, info } = await decode(open(original))
  const { width, height, channels } = info
  const openDecoded = () => open(data, { raw: { width, height, channels } })
  const fitting = photographWidths.filter((one) => one < width)
  const widths = [...fitting, Math.min(width, photographWidths[3])]
  const files: MadeFile[] = []
  // One after the other: all at once would take several times the memory.
  for (const one of widths)
    for (const format of photographFormats) {
      const resized = openDecoded().resize({ width: one })
      const bytes = await resized
        .toFormat(format, { quality: QUALITY, ...(format === 'avif' && { effort: EFFORT }) })
        .toBuffer()
      files.push({ format, width: one, bytes })
    }
  const tiny = openDecoded().resize({ width: PLACEHOLDER_WIDTH })
  const placeholder = await tiny.webp({ quality: 30 }).toBuffer()
  const address = `data:image/webp;base64,${placeholder.toString('base64')}`
  return { width, height, placeholder: address, files }
}

type OpenImage = (input: Buffer, options?: SharpOptions) => Sharp

/** Loaded with the first photograph, because it takes a good part of a second. */
async function loadSharp(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return (input, options) =>
    sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options })
}

async function readSize(image: Sharp): Promise<number> {
  const { format, width, height } = await image.metadata().catch(toProblem(NO_PHOTOGRAPH))
  if (!acceptedFormats.includes(format ?? '')) throw new PhotographProblem(NO_PHOTOGRAPH)
  return width * height
}

/** Upright, in sRGB and no wider than the widest file, so that the original is decoded once. */
function decode(image: Sharp) {
  return image
    .autoOrient()
    .resize({ width: photographWidths[3], withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(toProblem('This photograph is damaged, or of a kind that cannot be read here.'))
}

/** What sharp throws is about the file, except where memory was missing: then it is tried again later. */
function toProblem(message: string) {
  return (error: unknown): never => {
    const text = error instanceof Error ? error.message : String(error)
    if (/memory|allocate/i.test(text)) throw error
    throw new PhotographProblem(message)
  }
}

interface Frame {
  width: number
  height: number
}

/** A JPEG that fills the frame and keeps the focus in view, as `object-position` does on pages. */
export async function cropPhotograph(
  picture: Buffer,
  { x, y }: Focus,
  { width, height }: Frame,
): Promise<Buffer> {
  const open = await loadSharp()
  const { width: from, height: to } = await open(picture).metadata()
  const scale = Math.max(width / from, height / to)
  const size = { width: Math.round(from * scale), height: Math.round(to * scale) }
  const left = Math.round(((size.width - width) * x) / 100)
  const top = Math.round(((size.height - height) * y) / 100)
  return open(picture)
    .resize({ ...size, fit: 'fill' })
    .extract({ left, top, width, height })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer()
}
