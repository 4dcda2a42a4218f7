import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FileTransport } from '#client/data/file-transport.ts'
import { countUnsynced } from '#client/data/raw-store.ts'
import {
  getPhotographPieces,
  PHOTOGRAPH_PIECE_BYTES,
  putPhotographPiece,
} from '#shared/photographs/api.ts'
import { MAX_PHOTOGRAPH_BYTES } from '#shared/photographs/photographs.ts'
import { DataDevice, type OpenData } from '#tests/support/data/data-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

/** A server that takes photographs piece by piece, as the endpoints say, over a line that breaks. */
class PhotographDouble implements FileTransport {
  readonly pieces = new Map<number, string>()
  readonly digests = new Map<number, string>()
  isOnline = true
  /** Pieces until the line breaks; the break loses the answer of one. */
  breaksIn = Number.POSITIVE_INFINITY
  posts = 0

  get: FileTransport['get'] = async (address) => {
    if (!this.isOnline || !address.startsWith(getPhotographPieces.path))
      return { status: 0, bytes: new Uint8Array() }
    const pieces = [...this.pieces.keys()]
    const body = { pieces, digests: [...this.digests.values()], isComplete: false }
    return { status: 200, bytes: new TextEncoder().encode(JSON.stringify(body)) }
  }

  post: FileTransport['post'] = async (address, body) => {
    if (!this.isOnline || address !== putPhotographPiece.path) return { status: 0 }
    const { piece, bytes, digest } = body as { piece: number; bytes: string; digest: string }
    this.posts += 1
    this.breaksIn -= 1
    this.pieces.set(piece, bytes)
    this.digests.set(piece, digest)
    if (this.breaksIn < 0) this.isOnline = false
    return { status: this.isOnline ? 200 : 0 }
  }

  read(): Buffer {
    const sorted = [...this.pieces].sort(([a], [b]) => a - b)
    return Buffer.concat(sorted.map(([, bytes]) => Buffer.from(bytes, 'base64')))
  }
}

let world: SyncServer
let device: DataDevice
let server: PhotographDouble
let data: OpenData
beforeEach(async () => {
  world = await SyncServer.open()
  device = new DataDevice()
  server = new PhotographDouble()
  device.files = server
  const { pull, push } = world.createTransport()
  data = device.openTab(pull, push)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  device.closeAll()
  await world.close()
})

/** Begins as a JPEG does, and has two whole pieces and a shorter one. */
const bytes = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  randomBytes(2 * PHOTOGRAPH_PIECE_BYTES + 1000),
])

async function addPhotograph(): Promise<string> {
  const added = await data.photographs.add(new Blob([bytes]), 'Reine.jpg')
  if ('refused' in added) throw new Error(added.refused)
  return added.id
}

const listUnsent = async () => (await data.photographs.listUnsent()).map(({ id }) => id)

it('A photograph that is added offline waits on the device, and is sent once its record is on the server', async () => {
  server.isOnline = false
  const id = await addPhotograph()
  await data.sync.run()
  expect(await listUnsent()).toEqual([id])
  expect((await world.findRecord(id, 'photograph'))?.data).toMatchObject({
    fileName: 'Reine.jpg',
    bytes: bytes.length,
  })
  server.isOnline = true
  await data.sync.run()
  expect(server.read().equals(bytes)).toBe(true)
})

it('An upload that breaks off goes on with the pieces that the server does not have', async () => {
  await addPhotograph()
  server.breaksIn = 1
  await data.sync.run()
  expect(server.posts).toBe(2)
  server.breaksIn = Number.POSITIVE_INFINITY
  server.isOnline = true
  await data.sync.run()
  expect(server.posts).toBe(3)
  expect(server.read().equals(bytes)).toBe(true)
})

it('The device keeps a photograph until the server has processed it', async () => {
  const id = await addPhotograph()
  await data.sync.run()
  expect(await listUnsent()).toEqual([id])
  await data.records.edit([
    { coll: 'photograph', id, op: 'set', base: { state: null }, set: { state: 'ready' } },
  ])
  await data.photographs.send()
  expect(await listUnsent()).toEqual([])
})

it('A file that is too large, or no photograph, is refused and leaves nothing', async () => {
  const large = new Blob([bytes, new Uint8Array(MAX_PHOTOGRAPH_BYTES)])
  expect(await data.photographs.add(large, 'a.jpg')).toEqual({ refused: 'size' })
  const text = new Blob(['Dear Tord, here is the photograph.'])
  expect(await data.photographs.add(text, 'a.jpg')).toEqual({ refused: 'type' })
  expect(await listUnsent()).toEqual([])
})

/** The first bytes of a photograph of an iPhone. */
const heic = new Blob([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(400)])

it('HEIC is refused where the browser cannot read it, because the server could not either', async () => {
  expect(await data.photographs.add(heic, 'IMG_1.HEIC')).toEqual({ refused: 'heic' })
  expect(await listUnsent()).toEqual([])
})

it('HEIC becomes a JPEG on the device where the browser can read it', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ drawImage: () => undefined })
      convertToBlob = async () => new Blob([jpeg])
    },
  )
  await data.photographs.add(heic, 'IMG_1.HEIC')
  await data.sync.run()
  expect(server.read().equals(jpeg)).toBe(true)
})

it('Signing out counts the photographs that the server does not have', async () => {
  server.isOnline = false
  await addPhotograph()
  await data.sync.run()
  expect(await countUnsynced('owner', device.factory)).toMatchObject({ documents: 1 })
})
