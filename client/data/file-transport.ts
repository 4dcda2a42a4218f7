import { hashBytes, toBase64 } from '#client/lib/encrypt.ts'

/** Requests for the contents of files. They never reject; `status` is 0 without an answer. */
export interface FileTransport {
  get(address: string): Promise<{ status: number; bytes: Uint8Array<ArrayBuffer> }>
  post(address: string, body: unknown): Promise<{ status: number }>
}

/** Enough for 15 MB on a slow connection, ms. */
const FILE_TIMEOUT = 300_000

export function httpFileTransport(): FileTransport {
  const send = async (address: string, init: RequestInit = {}) => {
    try {
      const response = await fetch(address, {
        ...init,
        credentials: 'same-origin',
        redirect: 'error',
        signal: AbortSignal.timeout(FILE_TIMEOUT),
      })
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    } catch {
      return { status: 0, bytes: new Uint8Array() }
    }
  }
  return {
    get: (address) => send(address),
    post: (address, body) =>
      send(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

interface SentFile {
  /** Address that answers with the pieces that the server already has. */
  lookUp: string
  /** Address that takes the pieces. */
  address: string
  /** Number of pieces. */
  count: number
  readPiece(piece: number): Promise<Uint8Array<ArrayBuffer>>
  /** `bytes`: base64. */
  toBody(piece: number, bytes: string, digest: string): object
  /** Called for each piece that the server has. */
  onSent?(piece: number): Promise<void>
}

/** Sends the pieces that the server does not have; what has arrived is not sent again. Resolves to whether it has all. */
export async function sendPieces(transport: FileTransport, file: SentFile): Promise<boolean> {
  const answer = await transport.get(file.lookUp)
  if (answer.status !== 200) return false
  const { pieces, digests, isComplete } = JSON.parse(new TextDecoder().decode(answer.bytes)) as {
    pieces: number[]
    digests?: string[]
    isComplete: boolean
  }
  if (isComplete && pieces.length === 0) return true
  const digestOf = new Map(pieces.map((piece, at) => [piece, digests?.[at]]))
  for (let piece = 0; piece < file.count; piece++) {
    const bytes = await file.readPiece(piece)
    const digest = await hashBytes(bytes)
    const stored = digestOf.get(piece)
    // A piece that was damaged on its way is sent again.
    const isThere = digestOf.has(piece) && (stored === undefined || stored === digest)
    if (!isThere) {
      const body = file.toBody(piece, toBase64(bytes), digest)
      if ((await transport.post(file.address, body)).status !== 200) return false
    }
    await file.onSent?.(piece)
  }
  return true
}
