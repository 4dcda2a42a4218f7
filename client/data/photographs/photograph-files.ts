import type { DataCore } from '#client/data/data-core.ts'
import { type FileTransport, httpFileTransport, sendPieces } from '#client/data/file-transport.ts'
import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import { toBase64 } from '#client/lib/encrypt.ts'
import { detectDocumentType, isHeic } from '#shared/journeys/document-type.ts'
import {
  getPhotographPieces,
  PHOTOGRAPH_PIECE_BYTES,
  putPhotographPiece,
} from '#shared/photographs/api.ts'
import { MAX_PHOTOGRAPH_BYTES } from '#shared/photographs/photographs.ts'

/** Why a file was not added. */
export type PhotographRefusal = 'type' | 'heic' | 'size' | 'full'

/** A photograph whose file waits on this device. */
export interface UnsentPhotograph {
  id: string
  /** A data address; empty if this browser cannot show it. */
  preview: string
  /** How much of it the server has; undefined while it is not being sent. */
  sentPercent: number | undefined
}

/** Width at which a HEIC photograph is drawn, px; the widest file that visitors get is narrower. */
const HEIC_WIDTH = 2400
/** Longer side of what the desk shows of a photograph that waits, px. */
const PREVIEW_SIZE = 640

export class PhotographFiles {
  private readonly transport: FileTransport
  private sending: Promise<void> | undefined
  private lastAdded: Promise<unknown> = Promise.resolve()
  /** Photographs whose record is not stored yet. */
  private readonly adding = new Set<string>()
  private sent: { id: string; percent: number } | undefined

  constructor(private readonly core: DataCore) {
    this.transport = core.setup.fileTransport ?? httpFileTransport()
  }

  /** One at a time, because each may be 25 MB. */
  add(file: Blob, name: string): Promise<{ refused: PhotographRefusal } | { id: string }> {
    const added = this.lastAdded.then(() => this.store(file, name))
    this.lastAdded = added.catch(() => undefined)
    return added
  }

  private async store(chosen: Blob, name: string) {
    if (chosen.size > MAX_PHOTOGRAPH_BYTES) return { refused: 'size' as const }
    const original = await readBytes(chosen)
    if (!isPhotograph(original)) return { refused: 'type' as const }
    // The server cannot read HEIC; Safari can.
    const file = isHeic(original) ? await redraw(chosen, HEIC_WIDTH, 'image/jpeg') : chosen
    if (!file) return { refused: 'heic' as const }
    const bytes = await readBytes(file)
    const { db, newId, clock } = this.core
    const id = newId()
    const preview = await makePreview(file)
    const addedAt = new Date(clock()).toISOString()
    const set = { fileName: name.slice(-200) || 'Photograph', bytes: bytes.length, addedAt }
    this.adding.add(id)
    try {
      // The file goes first: no device would have the file of a record alone.
      await db.photographs.bulkPut([
        ...cutFile(bytes).map((part, piece) => ({ key: `${id}/${piece}`, bytes: part })),
        { key: toPreviewKey(id), bytes: preview },
      ])
      await this.core.edit([id], () =>
        this.core.edits.applyAll([{ coll: 'photograph', id, op: 'set', base: {}, set }]),
      )
    } catch (error) {
      await this.forget(id)
      if (!isQuotaExceeded(error)) throw error
      return { refused: 'full' as const }
    } finally {
      this.adding.delete(id)
    }
    return { id }
  }

  async listUnsent(): Promise<UnsentPhotograph[]> {
    const ids = await this.listIds()
    const previews = await this.core.db.photographs.bulkGet(ids.map(toPreviewKey))
    return ids.map((id, at) => {
      const bytes = previews[at]?.bytes
      const preview = bytes?.length ? `data:image/webp;base64,${toBase64(bytes)}` : ''
      return { id, preview, sentPercent: this.sent?.id === id ? this.sent.percent : undefined }
    })
  }

  /** Sends all waiting photographs. One that cannot be sent now stays for the next time. */
  send(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined
      this.sent = undefined
    })
    return this.sending
  }

  private async sendAll(): Promise<void> {
    for (const id of await this.listIds()) {
      if (this.adding.has(id)) continue
      const record = this.core.cache.listed.find('photograph', id)
      const row = await this.core.db.records.get(`photograph/${id}`)
      const isProcessed = record?.state === 'ready' || record?.state === 'failed'
      // The file of a deleted photograph stays, because it can be restored.
      if (isProcessed || !row || row.erased) await this.forget(id)
      else if (record && !record.state && !(await this.sendOne(id, Number(record.bytes)))) return
      await this.core.reportChange([])
    }
  }

  private sendOne(id: string, size: number): Promise<boolean> {
    const count = Math.ceil(size / PHOTOGRAPH_PIECE_BYTES)
    return sendPieces(this.transport, {
      lookUp: `${getPhotographPieces.path}?photograph=${id}`,
      address: putPhotographPiece.path,
      count,
      readPiece: async (piece) => {
        const part = await this.core.db.photographs.get(`${id}/${piece}`)
        if (!part) throw new Error('A part of a photograph is missing on this device')
        return part.bytes
      },
      toBody: (piece, bytes, digest) => ({ photograph: id, size, piece, digest, bytes }),
      onSent: async (piece) => {
        this.sent = { id, percent: Math.round(((piece + 1) / count) * 100) }
        await this.core.reportChange([])
      },
    })
  }

  private async listIds(): Promise<string[]> {
    const keys = await this.core.db.photographs.toCollection().primaryKeys()
    return [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/'))))]
  }

  private async forget(id: string): Promise<void> {
    await this.core.db.photographs.where('key').startsWith(`${id}/`).delete()
  }
}

const toPreviewKey = (id: string) => `${id}/preview`

function cutFile(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / PHOTOGRAPH_PIECE_BYTES)
  return Array.from({ length: count }, (_, piece) =>
    bytes.slice(piece * PHOTOGRAPH_PIECE_BYTES, (piece + 1) * PHOTOGRAPH_PIECE_BYTES),
  )
}

/** By its first bytes; the server looks at all of it. */
function isPhotograph(bytes: Uint8Array): boolean {
  const type = detectDocumentType(bytes)
  const isAvif = /^.{4}ftypavi[fs]/s.test(String.fromCharCode(...bytes.subarray(0, 12)))
  return type?.startsWith('image/') || isHeic(bytes) || isAvif
}

/** A small WebP picture; empty if this browser cannot read the file. */
async function makePreview(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const made = await redraw(file, PREVIEW_SIZE, 'image/webp')
  return made ? readBytes(made) : new Uint8Array()
}

/** Redraws the picture upright at this width; undefined if this browser cannot read the file. */
async function redraw(file: Blob, width: number, type: string): Promise<Blob | undefined> {
  try {
    const image = await createImageBitmap(file, { resizeWidth: width })
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    image.close()
    return await canvas.convertToBlob({ type, quality: type === 'image/jpeg' ? 0.9 : 0.7 })
  } catch {
    return undefined
  }
}

async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer())
}
