import express, { type RequestHandler, type Response, type Router } from 'express'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, decline } from '#server/http/answer.ts'
import type { Audit } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { sendCsv } from '#server/http/responses.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  exportNewsletter,
  getNewsletter,
  type Reader,
  unsubscribeReader,
} from '#shared/contact/api.ts'
import { CONTACT_RECEIVED, INQUIRY_RECEIVED } from './messages.ts'
import {
  isNewsletterSignature,
  type Newsletter,
  type NewsletterAct,
  newsletterLink,
  newsletterPaths,
} from './newsletter.ts'
import { findConsent } from './store.ts'

// Texts of the plain pages that the server renders.

const home = { href: '/', text: 'Return to Home' }

const lines = ['Thank you; we will write back to the address you gave.']
const received = { title: 'Message Sent', lines, link: home }
const inquiryReceived = { title: 'Your enquiry is sent.', lines, link: home }

const askToConfirm = {
  title: 'The seasonal letter',
  lines: ['We write four times a year. Shall we write to you?'],
  button: 'Yes, write to me',
  link: { href: '/', text: 'No, return to Home' },
}

const confirmed = {
  title: 'You are on the list.',
  lines: ['You can unsubscribe with the link in each letter.'],
  link: home,
}

const lapsed = {
  title: 'This link has expired.',
  lines: ['If you would like the letter, please tick its box on our contact page again.'],
  link: { href: '/contact', text: 'Go to the contact page' },
}

const askToUnsubscribe = {
  title: 'The seasonal letter',
  lines: ['Press the button and we will not write again.'],
  button: 'Unsubscribe',
  link: { href: '/', text: 'Stay on the list' },
}

const unsubscribed = {
  title: 'You are off the list.',
  lines: ['We will not send you the seasonal letter again.'],
  link: home,
}

const unknownLink = {
  title: 'This link is incomplete.',
  lines: ['Please copy it from the mail once more; it may have been broken at the end of a line.'],
  link: home,
}

interface RouteParts {
  db: Database
  keys: Keys
  newsletter: Newsletter
}

/**
 * The pages after a form without script, and the newsletter's links. A GET of a link only shows a
 * page, because mail scanners open links too. The action needs a POST: the page's button or a mail
 * program's one-click unsubscribe.
 */
export function contactRoutes({ db, keys, newsletter }: RouteParts): Router {
  const router = express.Router()
  const link = (act: NewsletterAct, action: Action) => signedLink(keys, act, action)
  const formOf = (act: NewsletterAct, id: string, { button }: { button: string }) => ({
    form: { action: newsletterLink(keys, act, id), button },
  })

  router.get(CONTACT_RECEIVED, (_req, res) => void res.send(plainPage(received)))
  router.get(INQUIRY_RECEIVED, (_req, res) => void res.send(plainPage(inquiryReceived)))
  const showConfirm = link('confirm', (res, id) => {
    const state = newsletter.stateOf(db.read, id)
    if (state !== 'waiting') showState(res, state)
    else res.send(plainPage({ ...askToConfirm, ...formOf('confirm', id, askToConfirm) }))
  })
  const confirm = link('confirm', async (res, id) => {
    showState(res, await db.write((tx) => newsletter.confirm(tx, id)))
  })
  const showUnsubscribe = link('unsubscribe', (res, id) => {
    const state = newsletter.stateOf(db.read, id)
    const onList = state === 'waiting' || state === 'subscribed'
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

function showState(res: Response, state: Reader['state'] | undefined): void {
  if (state === 'subscribed') res.send(plainPage(confirmed))
  else res.status(410).send(plainPage(lapsed))
}

interface ReadersParts {
  db: Database
  newsletter: Newsletter
  ownerZone(tx: Tx): string
  audit: Audit
}

/** The owner's endpoints for the newsletter's list. */
export function newsletterRoutes(
  routes: FunctionRoutes,
  { db, newsletter, ownerZone, audit }: ReadersParts,
): void {
  routes.on(getNewsletter, () =>
    answer({ timeZone: ownerZone(db.read), readers: newsletter.readers(db.read) }),
  )
  routes.on(unsubscribeReader, ({ id }, caller) =>
    db.write((tx) => {
      const consent = findConsent(tx, id)
      if (!consent) return decline(404, 'not_found', unsubscribeReader.failure)
      if (consent.withdrawn_at === null) {
        newsletter.withdraw(tx, id)
        const details = `Subscription ${id} ended by the owner`
        audit(tx, caller, { action: 'Newsletter', details })
      }
      return answer({ id })
    }),
  )
  routes.custom(exportNewsletter, async (_input, caller, res) => {
    const file = await db.write((tx) => {
      const details = 'Newsletter subscribers exported as csv'
      audit(tx, caller, { action: 'Data Export', details })
      return newsletter.file(tx)
    })
    sendCsv(res, 'newsletter-readers.csv', file)
  })
}
