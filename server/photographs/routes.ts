import express, { type RequestHandler, type Router } from 'express'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { sendParts } from '#server/http/responses.ts'
import { forbidSniffing } from '#server/http/security.ts'
import { getMailPortrait } from '#server/mail/pictures.ts'
import { getPhotographPieces, putPhotographPiece } from '#shared/photographs/api.ts'
import { PHOTOGRAPHS_PATH } from '#shared/photographs/paths.ts'
import type { PublishedPhotograph } from '#shared/photographs/photographs.ts'
import { getPortrait } from '#shared/site/portrait.ts'
import { makeJpeg, type PhotographParts, readUpload, storePiece } from './commands.ts'
import { findFile, readPieces } from './store.ts'

/** What the owner's devices send photographs to. */
export function registerPhotographRoutes(routes: FunctionRoutes, parts: PhotographParts): void {
  const { db } = parts
  routes.on(getPhotographPieces, ({ photograph }) => readUpload(db.read, photograph))
  routes.on(putPhotographPiece, ({ photograph: id, bytes, ...sent }) => {
    const piece = { ...sent, id, bytes: Buffer.from(bytes, 'base64') }
    return db.write((tx) => storePiece(tx, parts, piece))
  })
}

const FILE_ID = /^[A-Za-z0-9_-]{43}\.(avif|webp)$/

/** What was made of photographs, for visitors. A name contains the digest, so a file never changes. */
export function createPhotographRouter({ db }: Pick<PhotographParts, 'db'>): Router {
  const router = express.Router()
  router.use(forbidSniffing, prepare)
  router.get('/:file', async (req, res) => {
    const { file: id = '' } = req.params
    const file = FILE_ID.test(id) ? await findFile(db.read, id) : undefined
    if (!file) return sendMissing(req, res, () => undefined)
    res.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ETag: `"${id}"`,
    })
    res.type(id.slice(-4))
    // The request says that the browser has it.
    if (req.fresh) return void res.status(304).end()
    res.set('Content-Length', String(file.bytes))
    if (req.method === 'HEAD') res.end()
    else await sendParts(res, readPieces(db, file))
  })
  router.use(sendMissing)
  return router
}

const prepare: RequestHandler = (_req, res, next) => {
  // Read by `createErrorHandler` and `measureRequests`.
  res.locals.failure = 'The photograph could not be fetched.'
  res.locals.route = PHOTOGRAPHS_PATH
  next()
}

/** The portrait that mails bring along, at the address of the drawn desk, for pages that show a mail. */
export const sendMailPortrait: RequestHandler = (_req, res, next) => {
  const picture = getMailPortrait()
  if (picture) res.set('Cache-Control', 'no-cache').type('jpg').send(picture)
  else next()
}

/** The owner's portrait for shared links, in their size; the drawn desk if there is none, or it cannot be read. */
export function createSharedPortrait(
  { db }: Pick<PhotographParts, 'db'>,
  size: { width: number; height: number },
): RequestHandler {
  let made: { of: PublishedPhotograph; picture: Promise<Buffer | undefined> } | undefined
  return async (_req, res) => {
    const { photograph } = getPortrait()
    if (photograph && made?.of !== photograph)
      made = { of: photograph, picture: makeJpeg(db, photograph, size) }
    const picture = photograph && (await made?.picture.catch(() => undefined))
    res.set('Cache-Control', 'no-cache')
    if (picture) res.type('jpg').send(picture)
    else res.redirect('/og/study.png')
  }
}

const sendMissing: RequestHandler = (_req, res) => {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n')
}
