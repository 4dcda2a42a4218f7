import type { Database, Tx } from '#server/db/database.ts'
import type { PhotographFileTable } from '#server/db/tables.ts'
import { answer, type HttpResult, refuse } from '#server/http/http-result.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import { findRecord } from '#server/sync/store.ts'
import { CONTENT_RETENTION } from '#shared/lib/define-collection.ts'
import { PHOTOGRAPH_PIECE_BYTES } from '#shared/photographs/api.ts'
import type { PhotographSize, PublishedPhotograph } from '#shared/photographs/photographs.ts'
import type { DataOf, RecordData } from '#shared/sync/collections.ts'
import { cropPhotograph, type MadePhotograph, makePhotograph, PhotographProblem } from './images.ts'
import {
  deleteFile,
  digestBytes,
  findFile,
  findFiles,
  findPieces,
  findUsedFiles,
  insertFile,
  insertPiece,
  type Piece,
  readPieces,
  setUnusedAt,
} from './store.ts'

const JOB = 'photograph'

export interface PhotographParts {
  db: Database
  clock: Clock
  jobs: JobQueue
}

const NOT_FOUND = refuse(404, 'not_found', 'There is no such photograph.')

async function findPhotograph(
  tx: Tx,
  id: string,
): Promise<Readonly<DataOf<'photograph'>> | undefined> {
  const record = (await findRecord(tx, 'photograph', id))?.record
  return record && !record.deleted ? (record.data as DataOf<'photograph'>) : undefined
}

const countPieces = (bytes: number) => Math.ceil(bytes / PHOTOGRAPH_PIECE_BYTES)

/** What the server has of a photograph that is being sent. */
export async function readUpload(
  tx: Tx,
  id: string,
): Promise<HttpResult<{ pieces: number[]; digests: string[]; isComplete: boolean }>> {
  const found = await findPhotograph(tx, id)
  if (!found) return NOT_FOUND
  if (found.state) return answer({ pieces: [], digests: [], isComplete: true })
  const pieces = await findPieces(tx, id)
  return answer({
    pieces: pieces.map(({ piece }) => piece),
    digests: pieces.map(({ digest }) => digest),
    isComplete: false,
  })
}

interface SentPiece extends Piece {
  /** Id of the photograph. */
  id: string
  /** Bytes of the whole file. */
  size: number
  digest: string
}

/** Stores a piece; once all are there, the photograph is queued to be processed. */
export async function storePiece(
  tx: Tx,
  { jobs, clock }: PhotographParts,
  { id, size, digest, piece, bytes }: SentPiece,
): Promise<HttpResult<{ isComplete: boolean }>> {
  const found = await findPhotograph(tx, id)
  if (found?.bytes !== size) return NOT_FOUND
  if (found.state) return answer({ isComplete: true })
  const length = Math.min(PHOTOGRAPH_PIECE_BYTES, size - piece * PHOTOGRAPH_PIECE_BYTES)
  if (bytes.length !== length || digestBytes(bytes) !== digest)
    return refuse(400, 'piece', 'This piece does not fit the photograph.')
  const now = clock()
  await insertFile(tx, { id, bytes: size, digest: null, created_at: now })
  await insertPiece(tx, id, { piece, bytes })
  if ((await findPieces(tx, id)).length < countPieces(size)) return answer({ isComplete: false })
  await jobs.add(tx, {
    ...{ kind: JOB, dedupeKey: `${JOB}:${id}`, payload: { photograph: id }, runAt: now },
  })
  await noteOutcome(tx, id, { set: { state: 'processing' }, now })
  return answer({ isComplete: true })
}

async function noteOutcome(
  tx: Tx,
  id: string,
  { set, now }: { set: RecordData; now: number },
): Promise<void> {
  await writeServerEdits(tx, [{ coll: 'photograph', id, set }], { now, deviceName: '' })
}

interface JobParts extends PhotographParts {
  /** Called in the transaction that notes that a photograph is ready, or none. */
  onProcessed(tx: Tx, now: number): Promise<void>
}

/** Processes photographs one after the other: two at once would need twice the memory. */
export function registerPhotographJobs(parts: JobParts): void {
  parts.jobs.on(
    JOB,
    (payload) => processPhotograph(parts, (payload as { photograph: string }).photograph),
    { isExclusive: true },
  )
}

/**
 * Makes the files of a photograph, and deletes the original with its place and other data of the camera. A fault of the
 * database or of the memory is thrown, so that the job runs again, from the beginning.
 */
async function processPhotograph({ db, clock, onProcessed }: JobParts, id: string): Promise<void> {
  const original = await findFile(db.read, id)
  // It was processed before, or deleted for good.
  if (!original) return
  const made = await makeFiles(db, original)
  const now = clock()
  await db.write(async (tx) => {
    const set = 'problem' in made ? { state: 'failed', ...made } : await storeFiles(tx, made, now)
    await deleteFile(tx, id)
    if (!(await findPhotograph(tx, id))) return
    await noteOutcome(tx, id, { set, now })
    await onProcessed(tx, now)
  })
}

async function makeFiles(
  db: Database,
  original: PhotographFileTable,
): Promise<MadePhotograph | { problem: string }> {
  const pieces: Buffer[] = []
  for await (const bytes of readPieces(db, original)) pieces.push(bytes)
  try {
    return await makePhotograph(Buffer.concat(pieces))
  } catch (error) {
    if (error instanceof PhotographProblem) return { problem: error.message }
    throw error
  }
}

/** Stores the files that are not stored yet; returns what the record says of them. */
async function storeFiles(
  tx: Tx,
  { width, height, placeholder, files }: MadePhotograph,
  now: number,
): Promise<RecordData> {
  const sizes: PhotographSize[] = []
  for (const { format, width: ofFile, bytes } of files) {
    const digest = digestBytes(bytes)
    const id = toFileId({ digest, format })
    await insertFile(tx, { id, bytes: bytes.length, digest, created_at: now })
    for (let piece = 0; piece < countPieces(bytes.length); piece++) {
      const from = piece * PHOTOGRAPH_PIECE_BYTES
      const part = bytes.subarray(from, from + PHOTOGRAPH_PIECE_BYTES)
      await insertPiece(tx, id, { piece, bytes: part })
    }
    await setUnusedAt(tx, id, null)
    sizes.push({ format, width: ofFile, digest })
  }
  return { state: 'ready', problem: '', width, height, placeholder, sizes }
}

const toFileId = ({ digest, format }: Omit<PhotographSize, 'width'>) => `${digest}.${format}`

/** Deletes the files that no photograph and no version of the site has used for `CONTENT_RETENTION`. */
export async function cleanUpPhotographs(
  { db }: Pick<PhotographParts, 'db'>,
  now: number,
): Promise<void> {
  await db.write(async (tx) => {
    const used = await findUsedFiles(tx)
    for (const { id, unused_at: since } of await findFiles(tx)) {
      const unusedAt = used.has(id) ? null : (since ?? now)
      if (unusedAt !== since) await setUnusedAt(tx, id, unusedAt)
      else if (since !== null && since < now - CONTENT_RETENTION) await deleteFile(tx, id)
    }
  })
}

/** A published photograph as a JPEG of this size; undefined if its files are not here. */
export async function makeJpeg(
  db: Pick<Database, 'read'>,
  { sizes, focus }: PublishedPhotograph,
  frame: { width: number; height: number },
): Promise<Buffer | undefined> {
  const size = sizes.find(({ format, width }) => format === 'webp' && width >= frame.width)
  const file = await findFile(db.read, toFileId(size ?? sizes[0] ?? { digest: '', format: 'webp' }))
  if (!file) return undefined
  const pieces: Buffer[] = []
  for await (const bytes of readPieces(db, file)) pieces.push(bytes)
  return cropPhotograph(Buffer.concat(pieces), focus, frame)
}
