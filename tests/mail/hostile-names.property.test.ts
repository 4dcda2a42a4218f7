import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Booking } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { buildInquiryFields } from '#tests/inquiry/inquiry-fields.ts'
import { type ParsedMail, parseMail, parseRawHeaders } from '#tests/support/mail/mail-parser.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'
import { bookingRow, type MailHarness, openMailHarness } from './mail-harness.ts'

const OWNER = 'owner@lysning.example'
const GUEST = 'guest@example.com'
const sender = { MAIL_FROM: 'Lysning <post@lysning.example>', OWNER_EMAIL: OWNER }

const smtp = new SmtpDouble()
let site: Site
let office: MailHarness

beforeAll(async () => {
  await smtp.start()
  site = await startSite({ SMTP_URL: smtp.url, ...sender })
  office = await openMailHarness({ smtpUrl: smtp.url })
})
afterAll(async () => {
  await office.close()
  await site.close()
  await smtp.stop()
})

const hostile = [
  'victim@example.org',
  'A <victim@example.org>, B',
  '"Your bank" <help@bank.example>',
  'Kari\r\nBcc: victim@example.org',
  'Kari\nSubject: something else',
  '<b>Kari</b>',
  'Kari, victim@example.org',
  'Kari; Ola: x;',
  'a\\"b',
  '=?utf-8?q?victim=40example.org?=',
  'www.evil.example',
  'evil.example/prize',
  'Kari \u202egro.elpmaxe',
  'Kari (victim@example.org)',
  'tel 4712345678',
]

const name = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'aø@<>,;:"\\()\r\n= .?'), minLength: 1, maxLength: 30 }),
)

const ADDRESS_HEADERS = ['to', 'from', 'reply-to', 'sender', 'cc', 'bcc']
/** The characters of a stranger's text that a header may contain. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N} .'’-]*$/u

/** Each event of a booking that sends mail, with the booking's status then. */
const mailTriggers: [Booking['status'], (tx: Tx, row: Booking) => Promise<void>][] = [
  ['confirmed', (tx, row) => office.booking.onConfirmed(tx, row)],
  [
    'confirmed',
    (tx, row) => office.booking.onMoved(tx, row, { by: 'guest', isFirstConfirmation: false }),
  ],
  ['confirmed', (tx, row) => office.booking.onResent(tx, row, 'once')],
  ['requested', (tx, row) => office.booking.onRequested(tx, row)],
  ['cancelled', (tx, row) => office.booking.onCancelled(tx, row, { by: 'guest', refund: 0 })],
  ['expired', (tx, row) => office.booking.onUnanswered(tx, row)],
]

/** The mails received since the last call. */
function readReceivedMails(): { to: string[]; mail: ParsedMail; raw: string }[] {
  return smtp.received.splice(0).map(({ to, raw }) => ({ to, raw, mail: parseMail(raw) }))
}

function expectHarmless(mails: ReturnType<typeof readReceivedMails>): void {
  for (const { to, mail, raw } of mails) {
    const names = parseRawHeaders(raw).map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    for (const header of [...ADDRESS_HEADERS, 'subject'])
      expect(names.filter((one) => one === header).length).toBeLessThanOrEqual(1)
    expect(to).toHaveLength(1)
    for (const header of ADDRESS_HEADERS) {
      const value = mail.headers.get(header)
      if (value === undefined) continue
      const [, displayName = '', address = ''] =
        /^(?:"?([^"<]*?)"? )?<?([^<> ]+@[^<> ]+?)>?$/.exec(value) ?? []
      expect(displayName, value).toMatch(PLAIN_NAME)
      expect([GUEST, OWNER, 'post@lysning.example', 'hello@example.com']).toContain(address)
      if (header === 'to') expect(address).toBe(to[0])
    }
    expect(mail.headers.get('subject')).toMatch(/^[\p{L}\p{M}\p{N} .,:'’-]+$/u)
    expect(mail.headers.get('subject')).not.toMatch(/[^\s.]\.\p{L}{2,}|www/u)
  }
}

describe('Any name that a stranger enters', () => {
  test('adds neither a header nor another address to the emails of a form', async () => {
    await fc.assert(
      fc.asyncProperty(name, name, async (first_name, last_name) => {
        const who = { first_name, last_name, email: GUEST }
        await site.post(buildContactFields({ ...who, newsletter: 'on' }))
        await site.post(buildInquiryFields(who))
        await site.drain()
        expectHarmless(readReceivedMails())
      }),
      { numRuns: 25 },
    )
  })

  test('adds neither a header nor another address to the emails of a booking', async () => {
    let number = 0
    await fc.assert(
      fc.asyncProperty(name, name, async (first_name, last_name) => {
        number += 1
        const starts_at = Date.parse('2026-11-25T09:30:00Z') + number * 3_600_000
        const id = `Qm9va2luZy1vZi10ZXN0${String(number).padStart(2, '0')}`
        const found = mailTriggers[number % mailTriggers.length]
        if (!found) throw new Error('No act')
        const [status, act] = found
        const row = bookingRow({ id, status, starts_at, first_name, last_name, email: GUEST })
        await office.keep(row)
        await office.db.write((tx) => act(tx, row))
        await office.jobs.drain()
        const mails = readReceivedMails()
        expect(mails.length).toBeGreaterThan(0)
        expectHarmless(mails)
      }),
      { numRuns: 30 },
    )
  })

  test('adds neither a header nor another address to the emails of an account', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (typed) => {
        const body = { name: typed, email: GUEST, password: 'blåbær-42' }
        await site.call('auth/sign-up', body)
        await site.call('auth/request-reset', { email: GUEST })
        await site.drain()
        expectHarmless(readReceivedMails())
      }),
      { numRuns: 10 },
    )
  })
})

test('A plain name appears in the header exactly as it was typed', async () => {
  smtp.received.length = 0
  await site.post(
    buildContactFields({ first_name: 'Ólafur', last_name: "O'Hara-Sørbø", email: GUEST }),
  )
  await site.drain()
  const [{ mail } = {}] = readReceivedMails()
  expect(mail?.headers.get('reply-to')).toBe(`Ólafur O'Hara-Sørbø <${GUEST}>`)
  expect(mail?.headers.get('subject')).toBe("Message from Ólafur O'Hara-Sørbø")
})
