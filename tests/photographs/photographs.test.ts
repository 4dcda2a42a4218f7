import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { cleanUpPhotographs } from '#server/photographs/commands.ts'
import { makePhotograph } from '#server/photographs/images.ts'
import { picturePath, SHARE_IMAGE_SIZE } from '#server/site/pages/head.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import { PHOTOGRAPH_PIECE_BYTES } from '#shared/photographs/api.ts'
import { toPhotographPath } from '#shared/photographs/paths.ts'
import type { DataOf } from '#shared/sync/collections.ts'
import { JourneyDesk } from '#tests/support/journeys/journey-server.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const DAY = 86_400_000

let site: Site
let desk: JourneyDesk
beforeEach(async () => {
  site = await startSite()
  desk = await JourneyDesk.open(site)
})
afterEach(() => site.close())

const ref = (id: string) => ({ coll: 'photograph' as const, id })

const add = (id: string, file: Buffer) =>
  desk.edit(ref(id), { fileName: `${id}.jpg`, bytes: file.length })

const read = async (id: string) => ((await desk.find(ref(id)))?.data ?? {}) as DataOf<'photograph'>

const listPieces = async (id: string) =>
  (await site.get(`/functions/photograph-pieces?photograph=${id}`, desk.cookie)).json()

const cut = (file: Buffer, piece: number) =>
  file.subarray(piece * PHOTOGRAPH_PIECE_BYTES, (piece + 1) * PHOTOGRAPH_PIECE_BYTES)

function sendPiece(id: string, file: Buffer, piece: number, sent = cut(file, piece)) {
  const digest = createHash('sha256').update(cut(file, piece)).digest('base64url')
  const about = { photograph: id, size: file.length, piece, digest }
  return desk.call('photograph-piece', { ...about, bytes: sent.toString('base64') })
}

async function upload(id: string, file: Buffer): Promise<DataOf<'photograph'>> {
  await add(id, file)
  for (let piece = 0; piece * PHOTOGRAPH_PIECE_BYTES < file.length; piece++)
    expect((await sendPiece(id, file, piece)).status).toBe(200)
  await site.drain()
  return read(id)
}

const countFiles = async () =>
  (await site.db.read.selectFrom('photograph_file').select('id').execute()).length

/** A photograph as a phone stores it: to be turned upright, with the place where it was taken. */
function takePhotograph(): Promise<Buffer> {
  const create = { width: 900, height: 600, channels: 3 as const, background: '#456' }
  return sharp({ create })
    .withExif({
      IFD0: { Make: 'A camera', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '67/1 56/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

describe('A photograph that was sent', () => {
  it('is made upright into AVIF and WebP of its own width at most, with a placeholder of less than 600 bytes', async () => {
    const made = await upload('reine', await takePhotograph())
    expect(made).toMatchObject({ state: 'ready', problem: '', width: 600, height: 900 })
    expect(made.sizes?.map(({ format, width }) => [format, width])).toEqual([
      ['avif', 480],
      ['webp', 480],
      ['avif', 600],
      ['webp', 600],
    ])
    expect(made.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(made.placeholder?.length).toBeLessThan(600)
  })

  it('keeps neither the place where it was taken nor anything else of the camera, anywhere in the database', async () => {
    const file = await takePhotograph()
    expect((await sharp(file).metadata()).exif?.toString('latin1')).toContain('A camera')
    const { sizes = [] } = await upload('reine', file)
    for (const size of sizes) {
      const bytes = Buffer.from(await (await site.get(toPhotographPath(size))).arrayBuffer())
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    }
    const pieces = await site.db.read.selectFrom('photograph_piece').select('bytes').execute()
    expect(pieces).toHaveLength(sizes.length)
    for (const { bytes } of pieces) expect(bytes.toString('latin1')).not.toContain('A camera')
  })

  it('is the picture of a link to About once it is the portrait of the owner, in the size for shared links', async () => {
    const { sizes = [], placeholder = '' } = await upload('astrid', await takePhotograph())
    const before = siteContent()
    const portrait = { id: 'astrid', sizes, width: 600, height: 900, placeholder, caption: '' }
    const { common } = before.texts
    const owner = {
      ...common.owner,
      portrait: { ...portrait, description: 'Astrid', focus: { x: 50, y: 10 } },
    }
    expect((await site.get('/og/portrait.jpg')).url).toBe(`${site.url}/og/study.png`)
    try {
      setSiteContent({ ...before, texts: { ...before.texts, common: { ...common, owner } } })
      const address = picturePath('study')
      expect(address).toBe(`/og/portrait.jpg?of=${sizes[0]?.digest.slice(0, 8)}-50-10`)
      const picture = await site.get(address)
      const { format, width, height } = await sharp(await picture.arrayBuffer()).metadata()
      expect({ format, width, height }).toEqual({ format: 'jpeg', ...SHARE_IMAGE_SIZE })
    } finally {
      setSiteContent(before)
    }
  })

  it('is served for good, with its type and its ETag, and as nothing that a browser runs', async () => {
    const { sizes = [] } = await upload('reine', await takePhotograph())
    for (const size of sizes) {
      const response = await site.get(toPhotographPath(size))
      const { headers } = response
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': `image/${size.format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('base64url')).toBe(size.digest)
      expect(headers.get('content-length')).toBe(String(bytes.length))
      const again = await fetch(site.url + toPhotographPath(size), {
        headers: { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
      })
      expect(again.status).toBe(304)
    }
  })

  it('is stored once if it was sent as two', async () => {
    const file = await takePhotograph()
    const first = await upload('reine', file)
    const count = await countFiles()
    const second = await upload('again', file)
    expect(second.sizes).toEqual(first.sizes)
    expect(await countFiles()).toBe(count)
  })

  it('in several pieces goes on where its upload was interrupted, and a damaged piece is not taken', async () => {
    const create = { width: 900, height: 900, channels: 3 as const, background: '#456' }
    const file = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
    expect(file.length).toBeGreaterThan(2 * PHOTOGRAPH_PIECE_BYTES)
    await add('reine', file)
    const count = Math.ceil(file.length / PHOTOGRAPH_PIECE_BYTES)
    expect((await sendPiece('reine', file, count - 1)).status).toBe(200)
    const damaged = Buffer.alloc(PHOTOGRAPH_PIECE_BYTES, 7)
    expect((await sendPiece('reine', file, 0, damaged)).status).toBe(400)
    expect(await listPieces('reine')).toMatchObject({ pieces: [count - 1], isComplete: false })
    expect((await read('reine')).state).toBeUndefined()
    for (let piece = 0; piece < count; piece++) await sendPiece('reine', file, piece)
    expect(await listPieces('reine')).toMatchObject({ isComplete: true })
    expect((await read('reine')).state).toBe('processing')
    await site.drain()
    expect(await read('reine')).toMatchObject({ state: 'ready', width: 900 })
    // A device that did not get the answer sends the last piece again.
    expect(await (await sendPiece('reine', file, 0)).json()).toEqual({ isComplete: true })
    await site.drain()
    expect((await read('reine')).state).toBe('ready')
  })

  it('is taken from the owner only, and only if a record lists it with its size', async () => {
    const file = await takePhotograph()
    expect((await sendPiece('unknown', file, 0)).status).toBe(404)
    await add('reine', file)
    expect((await sendPiece('reine', Buffer.concat([file, file]), 0)).status).toBe(404)
    const body = { photograph: 'reine', size: file.length, piece: 0, digest: '', bytes: '' }
    expect((await site.call('photograph-piece', body)).status).toBe(401)
    expect((await site.get('/functions/photograph-pieces?photograph=reine')).status).toBe(401)
    expect(await countFiles()).toBe(0)
  })
})

const describeFailure = ({ state, problem }: DataOf<'photograph'>) => [state, problem]

describe('A file that is no photograph', () => {
  test.each([
    ['a text', () => Buffer.from('Dear Tord, here is the photograph.')],
    [
      'a drawing with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#456' } })
          .gif()
          .toBuffer(),
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['the beginning of a photograph alone', async () => (await takePhotograph()).subarray(0, 30)],
  ])('such as %s fails with that sentence, and nothing of it is kept', async (_what, make) => {
    const made = await upload('reine', await make())
    expect(describeFailure(made)).toEqual(['failed', 'This file is not a photograph.'])
    expect(await countFiles()).toBe(0)
  })

  it('because it is cut off in the middle fails as damaged', async () => {
    const file = await takePhotograph()
    const made = await upload('reine', file.subarray(0, file.length / 2))
    expect(made.problem).toMatch(/^This photograph is damaged/)
  })

  it('because it would unpack into 900 million pixels is refused before it is unpacked', async () => {
    const made = await upload('bomb', makeBomb(30_000))
    expect(describeFailure(made)).toEqual([
      'failed',
      'This photograph has more than 80 million pixels.',
    ])
  })

  it('because it is larger than 25 MB is refused with its record', async () => {
    const bytes = 25 * 1024 * 1024 + 1
    const { status, fieldErrors } = await desk.edit(ref('reine'), { fileName: 'a.jpg', bytes })
    expect([status, fieldErrors]).toEqual(['refused', { bytes: 'Larger than 25 MB.' }])
    await expect(makePhotograph(Buffer.alloc(bytes))).rejects.toThrow('Larger than 25 MB.')
  })
})

/** A PNG of a few kilobytes that says that it is as wide and high. */
function makeBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * 100))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    ...[
      ['IHDR', header],
      ['IDAT', rows],
      ['IEND', Buffer.alloc(0)],
    ].map(([type, data]) => toChunk(String(type), data as Buffer)),
  ])
}

function toChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([frame, named, sum])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

describe('The job of a photograph', () => {
  it('that the database interrupts runs again from the beginning', async () => {
    const file = await takePhotograph()
    await add('reine', file)
    await sendPiece('reine', file, 0)
    // The files are made, and cannot be stored.
    const rename = (from: string, to: string) =>
      site.db.write((tx) =>
        sql`ALTER TABLE photograph_file RENAME COLUMN ${sql.ref(from)} TO ${sql.ref(to)}`.execute(
          tx,
        ),
      )
    await rename('digest', 'other')
    await site.drain()
    expect((await read('reine')).state).toBe('processing')
    await rename('other', 'digest')
    site.time.now += 60_000
    await site.drain()
    expect((await read('reine')).state).toBe('ready')
  })

  it('leaves what it made of a photograph alone that was deleted meanwhile, and its files go after 30 days', async () => {
    await upload('reine', await takePhotograph())
    await desk.remove(ref('reine'), { rev: (await desk.find(ref('reine')))?.rev ?? 0 })
    const count = await countFiles()
    await cleanUpPhotographs(site, site.time.now)
    expect(await countFiles()).toBe(count)
    await site.db.write((tx) => tx.deleteFrom('record').where('coll', '=', 'photograph').execute())
    await cleanUpPhotographs(site, site.time.now)
    await cleanUpPhotographs(site, site.time.now + 29 * DAY)
    expect(await countFiles()).toBe(count)
    await cleanUpPhotographs(site, site.time.now + 31 * DAY)
    expect(await countFiles()).toBe(0)
  })
})
