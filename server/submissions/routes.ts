import express, { type Request, type RequestHandler, type Response } from 'express'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, type FormFields } from '#server/http/http-result.ts'
import { renderPlainPage } from '#server/http/plain-page.ts'
import {
  type Audit,
  type CookiePolicy,
  readRequestContext,
  setBrowserCookie,
} from '#server/http/request-context.ts'
import { sendCsvParts, sendRefusal } from '#server/http/responses.ts'
import { type NewId, newUuid } from '#server/lib/ids.ts'
import { exportForms, getForms, sendTestEmail } from '#shared/submissions/api.ts'
import { IDEMPOTENCY_HEADER, isIdempotencyKey } from '#shared/submissions/form-post.ts'
import type { FormResponse, Submissions } from './commands.ts'
import { type FormsParts, formatFormsCsv, readForms } from './queries.ts'
import type { TestMails } from './test-mail.ts'

interface Parts {
  submissions: Submissions
  cookies: CookiePolicy
  newId: NewId
}

/** `POST /`: receives every form of the site, with or without scripts. */
export function submissionRoutes({ submissions, cookies, newId }: Parts): RequestHandler[] {
  return [
    express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 200 }),
    async (req, res) => {
      const key = req.get(IDEMPOTENCY_HEADER) ?? newUuid()
      if (!isIdempotencyKey(key)) {
        sendRefusal(res, 400, { code: 'key', error: 'The idempotency key is not a UUID.' })
        return
      }
      const caller = readRequestContext(req, cookies)
      const browser = caller.browserToken ?? newId()
      if (!caller.browserToken) setBrowserCookie(res, browser, cookies)
      const sender = { browserToken: browser, ip: caller.ip }
      const answer = await submissions.submit({ fields: parseFields(req), key, sender })
      if (req.accepts(['html', 'json']) === 'json') res.status(answer.status).json(answer.body)
      else sendPlainFormPage(res, answer)
    },
  ]
}

/** Repeated names (checkboxes without script) become one comma-joined value. */
function parseFields(req: Request): FormFields {
  const entries = Object.entries((req.body ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  )
}

function sendPlainFormPage(res: Response, answer: FormResponse): void {
  if (answer.location) {
    res.redirect(303, answer.location)
    return
  }
  const accepted = answer.status < 400
  const error = 'error' in answer.body ? String(answer.body.error) : ''
  const fields = 'fields' in answer.body ? Object.values(answer.body.fields as FormFields) : []
  res.status(answer.status).send(
    renderPlainPage({
      title: accepted ? 'Thank you' : 'This was not sent',
      lines: accepted ? ['Your message has been received.'] : fields.length > 0 ? fields : [error],
      link: accepted
        ? { href: '/', text: 'Return to Home' }
        : { text: 'Go back with your browser: what you wrote is still in the form.' },
    }),
  )
}

interface FormsDeskParts extends FormsParts {
  testMails: TestMails
  audit: Audit
}

/** The owner's view of the submissions. */
export function registerFormsRoutes(routes: FunctionRoutes, parts: FormsDeskParts): void {
  routes.on(getForms, async () => answer(await readForms(parts)))
  routes.on(sendTestEmail, ({ email }, { account }) => parts.testMails.send(email, account))
  routes.custom(exportForms, async ({ formName }, caller, res) => {
    const details = `Submissions of the form ${formName} exported as csv`
    await parts.db.write((tx) => parts.audit(tx, caller, { action: 'Data Export', details }))
    const file = formatFormsCsv(parts.db.read, formName)
    await sendCsvParts(res, `${formName}-submissions.csv`, file)
  })
}
