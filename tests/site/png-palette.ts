import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** The maximum size of a PNG palette. */
const COLOURS = 256

/** Colours are distinguished by this many upper bits of each channel. */
const BITS = 6

type Colour = [red: number, green: number, blue: number]

interface Bin {
  colour: Colour
  count: number
}

/** The picture as a PNG with a palette: a third of the bytes, and no visible difference. */
export async function quantizePng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, pixels } = await decodePng(page, png)
  const bins = new Map<number, Bin>()
  const keys = new Uint32Array(width * height)
  for (let at = 0; at < keys.length; at++) {
    const colour: Colour = [pixels[at * 4] ?? 0, pixels[at * 4 + 1] ?? 0, pixels[at * 4 + 2] ?? 0]
    const key = colour.reduce((sum, value) => (sum << BITS) | (value >> (8 - BITS)), 0)
    keys[at] = key
    const bin = bins.get(key)
    if (bin) bin.count += 1
    else bins.set(key, { colour, count: 1 })
  }
  const boxes = splitBins([...bins.values()])
  const indexOf = new Map(boxes.flatMap((box, index) => box.map((bin) => [bin, index] as const)))
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const bin = bins.get(keys[y * width + x] ?? 0)
      rows[y * (width + 1) + x + 1] = (bin && indexOf.get(bin)) ?? 0
    }
  return encodePng(width, height, { palette: boxes.map(averageColour), rows })
}

/** Median cut: halves the box of the highest weight until there are enough boxes. */
function splitBins(bins: Bin[]): Bin[][] {
  const boxes = [{ bins, ...measureSpread(bins) }]
  while (boxes.length < COLOURS) {
    const box = boxes.toSorted((a, b) => b.weight - a.weight)[0]
    if (!box || box.bins.length < 2) break
    const sorted = box.bins.toSorted((a, b) => a.colour[box.channel] - b.colour[box.channel])
    const middle = Math.max(1, findMedianIndex(sorted))
    boxes.splice(boxes.indexOf(box), 1)
    for (const half of [sorted.slice(0, middle), sorted.slice(middle)])
      boxes.push({ bins: half, ...measureSpread(half) })
  }
  return boxes.map((box) => box.bins)
}

function measureSpread(bins: Bin[]): { channel: 0 | 1 | 2; weight: number } {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const spread = ([0, 1, 2] as const).map((channel) => {
    const values = bins.map(({ colour }) => colour[channel])
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))
  })
  const widest = Math.max(...spread)
  const channel = spread.indexOf(widest) as 0 | 1 | 2
  // The square root of the count keeps large even backgrounds from taking most of the palette.
  return { channel, weight: bins.length < 2 ? 0 : widest * Math.sqrt(total) }
}

function findMedianIndex(bins: Bin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  const found = bins.findIndex(({ count }) => {
    seen += count
    return seen >= total / 2
  })
  return Math.min(found, bins.length - 1)
}

function averageColour(bins: Bin[]): Colour {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const of = (channel: 0 | 1 | 2) =>
    Math.round(bins.reduce((sum, { colour, count }) => sum + colour[channel] * count, 0) / total)
  return [of(0), of(1), of(2)]
}

async function decodePng(page: Page, png: Buffer) {
  const { width, height, data } = await page.evaluate(
    async (source) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is no canvas')
      context.drawImage(picture, 0, 0)
      const pixels = context.getImageData(0, 0, picture.width, picture.height)
      const letters = Array.from(pixels.data, (value) => String.fromCharCode(value))
      return { width: picture.width, height: picture.height, data: btoa(letters.join('')) }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return { width, height, pixels: Buffer.from(data, 'base64') }
}

function encodePng(
  width: number,
  height: number,
  { palette, rows }: { palette: Colour[]; rows: Buffer },
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    toChunk('IHDR', header),
    toChunk('PLTE', Buffer.from(palette.flat())),
    toChunk('IDAT', deflateSync(rows, { level: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
