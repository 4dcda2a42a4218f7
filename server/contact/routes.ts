import express, { type RequestHandler, type Response, type Router } from 'express'
import type { Database, Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import { renderPlainPage } from '#server/http/plain-page.ts'
import type { Audit } from '#server/http/request-context.ts'
import { sendCsv } from '#server/http/responses.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  exportNewsletter,
  getNewsletter,
  type NewsletterReader,
  unsubscribeNewsletterReader,
} from '#shared/contact/api.ts'
import { repairQuery } from '#shared/site/routes.ts'
import { CONTACT_RECEIVED, INQUIRY_RECEIVED } from './message-forms.ts'
import {
  createNewsletterLink,
  isNewsletterSignature,
  type Newsletter,
  type NewsletterAction,
  newsletterPaths,
} from './newsletter.ts'
import { findConsent } from './store.ts'

// Texts of the plain pages that the server renders.

const homeLink = { href: '/', text: 'Return to Home' }

const receivedLines = ['Thank you. I write back within two working days.']
const receivedPage = { title: 'Message Sent', lines: receivedLines, link: homeLink }
const inquiryReceivedPage = { title: 'Your enquiry is sent.', lines: receivedLines, link: homeLink }

const confirmPage = {
  title: 'The seasonal letter',
  lines: ['I write four times a year. Shall I write to you?'],
  button: 'Yes, write to me',
  link: { href: '/', text: 'No, return to Home' },
}

const confirmedPage = {
  title: 'You are on the list.',
  lines: ['You can unsubscribe with the link in each letter.'],
  link: homeLink,
}

const expiredLinkPage = {
  title: 'This link has expired.',
  lines: ['If you would like the letter, please tick its box on the contact page again.'],
  link: { href: '/contact', text: 'Go to the contact page' },
}

const unsubscribePage = {
  title: 'The seasonal letter',
  lines: ['Press the button and I will not write again.'],
  button: 'Unsubscribe',
  link: { href: '/', text: 'Stay on the list' },
}

const unsubscribedPage = {
  title: 'You are off the list.',
  lines: ['I will not send you the seasonal letter again.'],
  link: homeLink,
}

const invalidLinkPage = {
  title: 'This link is incomplete.',
  lines: ['Please copy it from the mail once more; it may have been broken at the end of a line.'],
  link: homeLink,
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
export function createContactRouter({ db, keys, newsletter }: RouteParts): Router {
  const router = express.Router()
  const link = (act: NewsletterAction, action: LinkHandler) => createLinkHandler(keys, act, action)
  const formOf = (act: NewsletterAction, id: string, { button }: { button: string }) => ({
    form: { action: createNewsletterLink(keys, act, id), button },
  })

  router.get(CONTACT_RECEIVED, (_req, res) => void res.send(renderPlainPage(receivedPage)))
  router.get(INQUIRY_RECEIVED, (_req, res) => void res.send(renderPlainPage(inquiryReceivedPage)))
  const showConfirm = link('confirm', async (res, id) => {
    const state = await newsletter.getState(db.read, id)
    if (state !== 'unconfirmed') sendStatePage(res, state)
    else res.send(renderPlainPage({ ...confirmPage, ...formOf('confirm', id, confirmPage) }))
  })
  const confirm = link('confirm', async (res, id) => {
    sendStatePage(res, await db.write((tx) => newsletter.confirm(tx, id)))
  })
  const showUnsubscribe = link('unsubscribe', async (res, id) => {
    const state = await newsletter.getState(db.read, id)
    const onList = state === 'unconfirmed' || state === 'subscribed'
    const form = formOf('unsubscribe', id, unsubscribePage)
    res.send(renderPlainPage(onList ? { ...unsubscribePage, ...form } : unsubscribedPage))
  })
  const unsubscribe = link('unsubscribe', async (res, id) => {
    await db.write((tx) => newsletter.unsubscribe(tx, id))
    res.send(renderPlainPage(unsubscribedPage))
  })
  router.get(newsletterPaths.confirm, showConfirm).post(newsletterPaths.confirm, confirm)
  router.get(newsletterPaths.unsubscribe, showUnsubscribe)
  router.post(newsletterPaths.unsubscribe, unsubscribe)
  return router
}

type LinkHandler = (res: Response, id: string) => void | Promise<void>

function createLinkHandler(keys: Keys, act: NewsletterAction, action: LinkHandler): RequestHandler {
  return async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const { searchParams } = new URL(repairQuery(req.originalUrl), 'http://localhost')
    const [id, sig] = [searchParams.get('id'), searchParams.get('sig')]
    if (id !== null && sig !== null && isNewsletterSignature(keys, act, { id, sig }))
      await action(res, id)
    else res.status(404).send(renderPlainPage(invalidLinkPage))
  }
}

function sendStatePage(res: Response, state: NewsletterReader['state'] | undefined): void {
  if (state === 'subscribed') res.send(renderPlainPage(confirmedPage))
  else res.status(410).send(renderPlainPage(expiredLinkPage))
}

interface NewsletterRouteParts {
  db: Database
  newsletter: Newsletter
  readOwnerZone(tx: Tx): Promise<string>
  audit: Audit
}

/** The owner's endpoints for the newsletter's list. */
export function registerNewsletterRoutes(
  routes: FunctionRoutes,
  { db, newsletter, readOwnerZone, audit }: NewsletterRouteParts,
): void {
  routes.on(getNewsletter, async () =>
    answer({
      timeZone: await readOwnerZone(db.read),
      readers: await newsletter.listReaders(db.read),
    }),
  )
  routes.on(unsubscribeNewsletterReader, ({ id }, caller) =>
    db.write(async (tx) => {
      const consent = await findConsent(tx, id)
      if (!consent) return refuse(404, 'not_found', unsubscribeNewsletterReader.failure)
      if (consent.withdrawn_at === null) {
        await newsletter.unsubscribe(tx, id)
        const details = `Subscription ${id} ended by the owner`
        await audit(tx, caller, { action: 'Newsletter', details })
      }
      return answer({ id })
    }),
  )
  routes.custom(exportNewsletter, async (_input, caller, res) => {
    const file = await db.write(async (tx) => {
      const details = 'Newsletter subscribers exported as csv'
      await audit(tx, caller, { action: 'Data Export', details })
      return newsletter.exportCsv(tx)
    })
    sendCsv(res, 'newsletter-readers.csv', file)
  })
}
