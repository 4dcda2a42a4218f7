import express, { type RequestHandler, type Response, type Router } from 'express'
import type { Database } from '#server/db/database.ts'
import { answer } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { sendCsv } from '#server/http/responses.ts'
import type { Keys } from '#server/lib/keys.ts'
import { exportNewsletter, getNewsletter, unsubscribeReader } from '#shared/contact/api.ts'
import {
  isNewsletterSignature,
  type NewsletterAct,
  newsletterLink,
  newsletterPaths,
} from './links.ts'
import type { ConsentState, Newsletter } from './newsletter.ts'
import {
  askToConfirm,
  askToUnsubscribe,
  confirmed,
  lapsed,
  received,
  unknownLink,
  unsubscribed,
} from './pages.ts'
import { listReaders, type ReadersParts, readersFile, removeReader } from './readers.ts'
import { CONTACT_RECEIVED } from './request.ts'

interface RouteParts {
  db: Database
  keys: Keys
  newsletter: Newsletter
}

/**
 * Where a form without script ends, and the newsletter's links. Opening a link only shows a page:
 * programs that look into mails open links too. Its button, or a mail program's own one-click POST,
 * acts.
 */
export function contactRoutes({ db, keys, newsletter }: RouteParts): Router {
  const router = express.Router()
  const link = (act: NewsletterAct, action: Action) => signedLink(keys, act, action)
  const formOf = (act: NewsletterAct, id: string, { button }: { button: string }) => ({
    form: { action: newsletterLink(keys, act, id), button },
  })

  router.get(CONTACT_RECEIVED, (_req, res) => {
    res.send(plainPage(received))
  })
  const showConfirm = link('confirm', (res, id) => {
    const state = newsletter.stateOf(db.read, id)
    if (state !== 'waiting') showState(res, state)
    else res.send(plainPage({ ...askToConfirm, ...formOf('confirm', id, askToConfirm) }))
  })
  const confirm = link('confirm', async (res, id) => {
    showState(res, await db.write((tx) => newsletter.confirm(tx, id)))
  })
  const showUnsubscribe = link('unsubscribe', (res, id) => {
    const onList = newsletter.stateOf(db.read, id) !== 'gone'
    const form = formOf('unsubscribe', id, askToUnsubscribe)
    res.send(plainPage(onList ? { ...askToUnsubscribe, ...form } : unsubscribed))
  })
  const unsubscribe = link('unsubscribe', async (res, id) => {
    await db.write((tx) => newsletter.withdraw(tx, id))
    res.send(plainPage(unsubscribed))
  })
  router.get(newsletterPaths.confirm, showConfirm).post(newsletterPaths.confirm, confirm)
  router.get(newsletterPaths.unsubscribe, showUnsubscribe)
  router.post(newsletterPaths.unsubscribe, unsubscribe)
  return router
}

/** The owner's view of the newsletter's list. */
export function newsletterRoutes(routes: FunctionRoutes, parts: ReadersParts): void {
  routes.on(getNewsletter, () => answer(listReaders(parts)))
  routes.on(unsubscribeReader, ({ id }, caller) => removeReader(parts, id, caller))
  routes.custom(exportNewsletter, async (_input, caller, res) => {
    const file = await parts.db.write((tx) => {
      const entry = { action: 'Data Export', details: 'Newsletter subscribers exported as csv' }
      parts.audit(tx, caller, entry)
      return readersFile(tx, parts)
    })
    sendCsv(res, 'newsletter-readers.csv', file)
  })
}

type Action = (res: Response, id: string) => void | Promise<void>

function signedLink(keys: Keys, act: NewsletterAct, action: Action): RequestHandler {
  return async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const { id, sig } = req.query
    const whole =
      typeof id === 'string' &&
      typeof sig === 'string' &&
      isNewsletterSignature(keys, act, { id, sig })
    if (whole) await action(res, id)
    else res.status(404).send(plainPage(unknownLink))
  }
}

function showState(res: Response, state: ConsentState): void {
  if (state === 'gone') res.status(410).send(plainPage(lapsed))
  else res.send(plainPage(confirmed))
}
