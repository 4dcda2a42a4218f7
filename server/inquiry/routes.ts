import type { RequestHandler } from 'express'
import { plainPage } from '#server/http/plain-page.ts'

/** The page that a form without script is sent on to. */
export const inquiryReceivedPage: RequestHandler = (_req, res) => {
  res.send(
    plainPage({
      title: 'Your enquiry is sent.',
      lines: ['Thank you; we will write back to the address you gave.'],
      link: { href: '/', text: 'Return to Home' },
    }),
  )
}
