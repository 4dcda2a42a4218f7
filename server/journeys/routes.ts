import express, { type RequestHandler, type Response, type Router } from 'express'
import { object, safeParse } from 'valibot'
import { type FunctionRoutes, guardAccess } from '#server/http/function-routes.ts'
import { answer } from '#server/http/http-result.ts'
import type { FindAccount } from '#server/http/request-context.ts'
import {
  readRangeStart,
  sendBytesParts,
  sendCompressedJson,
  sendRefusal,
} from '#server/http/responses.ts'
import { forbidSniffing, type LimitedSearch } from '#server/http/security.ts'
import {
  getGuestPass,
  NO_PASS_YET,
  PASS_DOCUMENTS_PATH,
  PassId,
  reportPassSeen,
  WITHDRAWN,
} from '#shared/journeys/api.ts'
import { getDocumentPieces, ItemId, putDocumentPiece } from '#shared/journeys/desk-api.ts'
import {
  findOwnDocument,
  findPassDocument,
  NOT_FOUND,
  readPieces,
  readUpload,
  type StoredDocument,
  storePiece,
} from './documents.ts'
import {
  findOpenPass,
  isWithdrawn,
  type JourneyParts,
  mayLackPasses,
  noteSeen,
} from './guest-passes.ts'

export interface GuestPassParts extends JourneyParts {
  /** Limits how often one sender may try links that do not exist. */
  searchLimited: LimitedSearch
}

const NO_PASS = { code: 'not_found', error: 'This link leads to no journey.' }
const TAKEN_BACK = { code: WITHDRAWN, error: 'This journey is not open at the moment.' }
const NOT_YET = { code: NO_PASS_YET, error: 'The journey cannot be fetched at the moment.' }

/** Seconds until the owner's devices may have brought back what a restored server lacks. */
const RETRY_AFTER = 3600

/** The same for every link that is not open, so that a stranger learns nothing. */
function sendNoPass(res: Response, mayReturn: boolean): void {
  if (mayReturn) res.set('Retry-After', String(RETRY_AFTER))
  sendRefusal(res, mayReturn ? 503 : 404, mayReturn ? NOT_YET : NO_PASS)
}

/** What guests fetch with the id in their link: ciphertext that only the key behind `#` decrypts. */
export function registerGuestPassRoutes(routes: FunctionRoutes, parts: GuestPassParts): void {
  const { db, clock, searchLimited } = parts
  routes.custom(getGuestPass, async ({ id, have, token }, _caller, res) => {
    const find = () => findOpenPass(db.read, id, clock())
    const refuse = async () => {
      const mayLack = await mayLackPasses(db.read, clock())
      if (token && (await isWithdrawn(db.read, { id, token }, clock())))
        sendRefusal(res, 404, TAKEN_BACK)
      else sendNoPass(res, mayLack)
    }
    const found = await searchLimited(res, find, refuse)
    if (!found) return
    const { version, endsAt, ciphertext } = found.pass
    const copy = { version, endsAt, now: clock(), ...(have !== version && { ciphertext }) }
    await sendCompressedJson(res.req, res, JSON.stringify(copy))
  })
  routes.on(reportPassSeen, (report) => {
    // The response is immediate, because its time would reveal whether the link exists.
    void noteSeen(parts, report).catch(() => undefined)
    return answer({})
  })
}

export function registerJourneyDeskRoutes(
  routes: FunctionRoutes,
  { db, clock }: JourneyParts,
): void {
  routes.on(getDocumentPieces, (ref) => readUpload(db.read, ref))
  routes.on(putDocumentPiece, ({ item, document, bytes, ...piece }) => {
    const sent = { ...piece, ref: { item, document }, bytes: Buffer.from(bytes, 'base64') }
    return db.write((tx) => storePiece(tx, sent, clock()))
  })
}

interface DocumentParts extends GuestPassParts {
  findAccount: FindAccount
}

/** Encrypted documents as downloads: for the owner's devices, and for guests by their link. */
export function createDocumentRouter(parts: DocumentParts): Router {
  const { db, clock, searchLimited } = parts
  const router = express.Router()
  router.use(forbidSniffing, prepare)
  router.get('/:document', guardAccess({ access: 'owner' }, parts), async (req, res) => {
    const ref = safeParse(OwnDocument, { ...req.params, item: req.query.item })
    await send(res, ref.success ? await findOwnDocument(db.read, ref.output) : undefined)
  })
  router.get('/:pass/:document', guardAccess({ access: 'public' }, parts), async (req, res) => {
    const ref = safeParse(PassDocument, req.params)
    const find = async () =>
      ref.success ? findPassDocument(db.read, ref.output, clock()) : undefined
    const found = await searchLimited(res, find, () => sendNotFound(res))
    if (found !== undefined) await send(res, found)
  })
  router.use((_req, res) => sendNotFound(res))
  return router

  async function send(res: Response, found: StoredDocument | null | undefined): Promise<void> {
    if (!found) return sendNotFound(res)
    const size = found.encryptedBytes
    const from = readRangeStart(res.req, size)
    await sendBytesParts(res, { size, from }, readPieces(db, found, from))
  }
}

const OwnDocument = object({ item: ItemId, document: PassId })
const PassDocument = object({ pass: PassId, document: PassId })

const prepare: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store')
  // Read by `createErrorHandler` and `measureRequests`.
  res.locals.failure = 'The document could not be fetched.'
  res.locals.route = PASS_DOCUMENTS_PATH
  next()
}

function sendNotFound(res: Response): void {
  sendRefusal(res, NOT_FOUND.status, NOT_FOUND.refusal)
}
