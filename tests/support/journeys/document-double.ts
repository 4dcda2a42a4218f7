import type { FileTransport } from '#client/data/file-transport.ts'
import { countPieces, getDocumentPieces, putDocumentPiece } from '#shared/journeys/desk-api.ts'

/** A server that does not answer requests for documents. */
export const NO_DOCUMENTS: FileTransport = {
  get: async () => NO_ANSWER,
  post: async () => ({ status: 0 }),
}

interface StoredPieces {
  encryptedBytes: number
  pieces: Map<number, Buffer>
}

/** A server that stores documents piece by piece, as the endpoints say, over a line that breaks. */
export class DocumentDouble implements FileTransport {
  private readonly documents = new Map<string, StoredPieces>()
  /** Requests until the line breaks; each break loses the answer of one request. */
  breaksIn = Number.POSITIVE_INFINITY
  isOnline = true
  /** Pieces that arrived, repeats counted. */
  received = 0

  async get(address: string): Promise<{ status: number; bytes: Uint8Array<ArrayBuffer> }> {
    if (!this.isOnline) return NO_ANSWER
    const url = new URL(address, 'https://site.example')
    if (url.pathname === getDocumentPieces.path) {
      const stored = this.documents.get(url.searchParams.get('document') ?? '')
      const pieces = [...(stored?.pieces.keys() ?? [])]
      return json({ pieces, isComplete: stored !== undefined && isComplete(stored) })
    }
    const stored = this.documents.get(url.pathname.split('/').at(-1) ?? '')
    if (!stored || !isComplete(stored)) return { status: 404, bytes: new Uint8Array() }
    return { status: 200, bytes: new Uint8Array(join(stored)) }
  }

  async post(address: string, given: unknown): Promise<{ status: number }> {
    if (!this.isOnline || address !== putDocumentPiece.path) return { status: 0 }
    const body = given as { document: string; encryptedBytes: number; piece: number; bytes: string }
    const stored = this.documents.get(body.document) ?? {
      encryptedBytes: body.encryptedBytes,
      pieces: new Map<number, Buffer>(),
    }
    stored.pieces.set(body.piece, Buffer.from(body.bytes, 'base64'))
    this.documents.set(body.document, stored)
    this.received += 1
    this.breaksIn -= 1
    return { status: this.breaksIn < 0 ? 0 : 200 }
  }

  /** Loses all documents, as a server that is restored from an empty backup. */
  clear(): void {
    this.documents.clear()
  }

  /** The stored bytes of a document; undefined unless all are there. */
  read(id: string): Buffer | undefined {
    const stored = this.documents.get(id)
    return stored && isComplete(stored) ? join(stored) : undefined
  }
}

const NO_ANSWER = { status: 0, bytes: new Uint8Array() }

function json(body: unknown) {
  return { status: 200, bytes: new TextEncoder().encode(JSON.stringify(body)) }
}

function isComplete({ encryptedBytes, pieces }: StoredPieces): boolean {
  return pieces.size === countPieces(encryptedBytes)
}

function join({ pieces }: StoredPieces): Buffer {
  return Buffer.concat([...pieces].sort(([a], [b]) => a - b).map(([, bytes]) => bytes))
}
