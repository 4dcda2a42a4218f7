import type { DocumentType } from './journey-fields.ts'

/** The first bytes of each type; null stands for any byte. */
const SIGNATURES: Record<Exclude<DocumentType, 'application/pdf'>, readonly (number | null)[]> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/webp': [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
}

/** The type of a file by its content; undefined if it is not allowed. */
export function detectDocumentType(bytes: Uint8Array): DocumentType | undefined {
  const types = Object.keys(SIGNATURES) as (keyof typeof SIGNATURES)[]
  const picture = types.find((type) =>
    SIGNATURES[type].every((byte, at) => byte === null || bytes[at] === byte),
  )
  return picture ?? (hasPdfHeader(bytes) ? 'application/pdf' : undefined)
}

/**
 * Bytes at the start of a PDF within which its header may stand (PDF reference, implementation note
 * 13): tickets of booking systems begin with an empty line.
 */
const PDF_HEADER_BYTES = 1024

function hasPdfHeader(bytes: Uint8Array): boolean {
  const start = toAscii(bytes.subarray(0, PDF_HEADER_BYTES))
  // A web page that mentions the header is no PDF.
  return start.includes('%PDF-') && !/^[^%]*<[a-z!?]/i.test(start)
}

/** Whether a file is a HEIC photograph, as iPhones store them; few other devices show it. */
export function isHeic(bytes: Uint8Array): boolean {
  return /^.{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/s.test(toAscii(bytes.subarray(0, 16)))
}

function toAscii(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
