import { Zip, ZipDeflate } from 'fflate'
import type { PersonDocument } from '#client/data/journeys/types.ts'
import { toFileName, toPortableName } from '#shared/journeys/file-names.ts'

export interface ZippedDocuments {
  /** Undefined if no document could be opened. */
  blob: Blob | undefined
  /** Documents that are not on this device and could not be fetched. */
  missing: PersonDocument[]
  /** Documents whose opening failed for another reason. */
  failed: PersonDocument[]
}

/**
 * Puts documents into a ZIP file with a folder for each journey, without compressing them: PDFs and
 * pictures are compressed already. They are opened one after the other, and what is written goes into
 * a Blob, which the browser may keep on disk, so that only one document is in memory at a time.
 */
export async function zipDocuments(
  documents: readonly PersonDocument[],
  open: (document: PersonDocument) => Promise<Blob | undefined>,
  onOpen: (number: number) => void,
): Promise<ZippedDocuments> {
  const written: Blob[] = []
  const missing: PersonDocument[] = []
  const failed: PersonDocument[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const toPath = createPaths()
  for (const [index, document] of documents.entries()) {
    onOpen(index + 1)
    const content = await open(document).catch(() => 'failed' as const)
    if (content === 'failed') failed.push(document)
    else if (!content) missing.push(document)
    else {
      // Level 0 stores it uncompressed. Some programs refuse what the library's pass-through writes.
      const file = new ZipDeflate(toPath(document), { level: 0 })
      zip.add(file)
      file.push(new Uint8Array(await content.arrayBuffer()), true)
      written.push(new Blob(chunks))
      chunks = []
    }
  }
  zip.end()
  const blob = new Blob([...written, ...chunks], { type: 'application/zip' })
  return { blob: written.length > 0 ? blob : undefined, missing, failed }
}

/** In characters of up to four bytes: with a number and an ending, at most the 255 bytes that Linux allows. */
const MAX_NAME_LENGTH = 60

/** Returns a function that gives each document a path of its own: `Lofoten in June/Tickets (2).pdf`. */
function createPaths(): (document: PersonDocument) => string {
  const folders = new Map<string, string>()
  const taken = new Set<string>()
  const makeUnique = (path: string): string => {
    for (let number = 1; ; number++) {
      const unique = number === 1 ? path : path.replace(ENDING, ` (${number})$1`)
      // Some systems do not distinguish capitals, or the two ways of writing an accent.
      const key = unique.normalize('NFC').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return unique
    }
  }
  return ({ journeyId, journeyTitle, name, type }) => {
    const folder =
      folders.get(journeyId) ?? makeUnique(toPortableName(cut(journeyTitle)) || 'Journey')
    folders.set(journeyId, folder)
    return makeUnique(`${folder}/${toFileName(cut(name), type)}`)
  }
}

/** The ending of a document's name, if it has one. */
const ENDING = /(\.(?:pdf|jpe?g|png|webp))?$/i

const cut = (name: string) => [...name].slice(0, MAX_NAME_LENGTH).join('')
