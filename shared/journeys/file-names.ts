import type { DocumentType } from './journey-fields.ts'

const endings: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** A document's file name, valid on every system and with the ending of its type. */
export function toFileName(name: string, type: DocumentType): string {
  const plain = toPortableName(name)
  const ending = endings[type]
  const isNamed = new RegExp(`\\.(${ending}${ending === 'jpg' ? '|jpeg' : ''})$`, 'i').test(plain)
  return isNamed ? plain : `${plain || 'Document'}.${ending}`
}

/** Names that Windows keeps for devices. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Leaves out what a file or folder name cannot have on some system; may be empty. */
export function toPortableName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .replace(DEVICE_NAME, '_$&')
}
