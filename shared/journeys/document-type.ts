import type { DocumentType } from './journey-fields.ts'

/** The first bytes of each type; null stands for any byte. */
const SIGNATURES: Record<DocumentType, readonly (number | null)[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/webp': [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
}

/** The type of a file by its content; undefined if it is not allowed. */
export function detectDocumentType(bytes: Uint8Array): DocumentType | undefined {
  const types = Object.keys(SIGNATURES) as DocumentType[]
  return types.find((type) =>
    SIGNATURES[type].every((byte, at) => byte === null || bytes[at] === byte),
  )
}
