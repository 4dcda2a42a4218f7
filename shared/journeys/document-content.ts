import type { DocumentType } from './journey-fields.ts'

/** A PDF may begin with other bytes; readers look for its mark this far. */
const PDF_RANGE = 1024

/** What a document is by its first bytes; undefined if it is none of the types that we take. */
export function detectDocumentType(bytes: Uint8Array): DocumentType | undefined {
  const begins = (at: number, ...mark: number[]) =>
    mark.every((value, index) => bytes[at + index] === value)
  if (begins(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  for (let at = 0; at < Math.min(PDF_RANGE, bytes.length - 4); at++)
    if (begins(at, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return undefined
}
