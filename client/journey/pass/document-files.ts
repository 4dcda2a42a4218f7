import { fetchBytes, joinBytes } from '#client/lib/data/fetch-bytes.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { decryptWithAny } from '#client/lib/encrypt.ts'
import { toPassDocumentPath } from '#shared/journeys/api.ts'
import { ENCRYPTION_BYTES } from '#shared/journeys/desk-api.ts'
import { detectDocumentType } from '#shared/journeys/document-type.ts'
import { toFileName } from '#shared/journeys/file-names.ts'
import type { JourneyDocument } from '#shared/journeys/journey-fields.ts'
import { toDocumentContext } from '#shared/journeys/link.ts'
import type { StoredDocument } from './saved-pass.ts'
import type { JourneyStore } from './store.ts'

/** `gone`: the link is closed, or the document is no longer part of the journey. */
export type FetchOutcome = 'whole' | 'gone' | 'stopped' | 'offline' | 'trouble'

interface DocumentTarget {
  store: JourneyStore
  /** Id of the pass. */
  pass: string
  document: JourneyDocument
  onPart: (stored: StoredDocument) => void
}

/**
 * Fetches the missing part of a document and stores it on this device piece by piece. Rejects if the
 * device is full.
 */
export async function storeDocument(kept: DocumentTarget): Promise<FetchOutcome> {
  const { store, pass, document, onPart } = kept
  const stored = await store.documents.get([pass, document.id])
  if (stored?.isWhole) {
    onPart(stored)
    return 'whole'
  }
  const whole = document.size + ENCRYPTION_BYTES
  let arrived = stored?.bytes ?? 0
  const outcome = await fetchBytes(
    toPassDocumentPath(pass, document.id),
    arrived,
    async (bytes, at) => {
      if (at === 0 && arrived > 0) await store.removeDocument(pass, document.id)
      const part = { pass, document: document.id, bytes: at }
      arrived = at + bytes.length
      const isWhole = arrived === whole
      if (arrived > whole || !(await store.addPiece({ ...part, isWhole }, bytes))) return false
      onPart({ ...part, bytes: arrived, isWhole })
      return true
    },
  )
  if (arrived > whole || (outcome === 'done' && arrived < whole)) {
    // The size is wrong, so the next attempt starts from the beginning.
    await store.removeDocument(pass, document.id)
    return 'trouble'
  }
  return outcome === 'done' ? 'whole' : outcome
}

/** Fetches a document without storing it. */
export async function fetchDocument(
  pass: string,
  document: JourneyDocument,
): Promise<Uint8Array<ArrayBuffer> | Exclude<FetchOutcome, 'whole'>> {
  const whole = document.size + ENCRYPTION_BYTES
  const parts: Uint8Array<ArrayBuffer>[] = []
  const outcome = await fetchBytes(toPassDocumentPath(pass, document.id), 0, async (bytes, at) => {
    parts.push(bytes)
    return at + bytes.length <= whole
  })
  if (outcome !== 'done') return outcome
  const bytes = joinBytes(parts)
  return bytes.length === whole ? bytes : 'trouble'
}

/** Decrypts a document; undefined if it was changed or does not have its declared type. */
export async function decryptDocument(
  keys: readonly string[],
  document: JourneyDocument,
  encrypted: Uint8Array<ArrayBuffer>,
): Promise<Blob | undefined> {
  try {
    const bytes = await decryptWithAny(keys, encrypted, toDocumentContext(document.id))
    return detectDocumentType(bytes) === document.type
      ? new Blob([bytes], { type: document.type })
      : undefined
  } catch {
    return undefined
  }
}

/** How long the object URL of an opened document is valid, ms: browsers may load it late. */
const ADDRESS_LIFETIME = 10 * 60_000

/**
 * Shows a document in a new tab. Its fixed type prevents the browser from running it as a page. The file is
 * saved instead if the browser cannot show PDF files, or in an installed app, which has no tabs.
 */
export async function showDocument(
  blob: Blob,
  { name, type }: JourneyDocument,
  tab: Window | null,
): Promise<void> {
  if (!tab || tab.closed) return saveFile({ blob, name: toFileName(name, type) })
  const href = URL.createObjectURL(blob)
  tab.location.replace(href)
  setTimeout(() => URL.revokeObjectURL(href), ADDRESS_LIFETIME)
}
