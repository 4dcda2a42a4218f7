import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Booking } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { inquiryFields } from '#tests/inquiry/answers.ts'
import { type ReadMail, rawHeaders, readMail } from '#tests/support/mime.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { SmtpDouble } from '#tests/support/smtp.ts'
import { bookingRow, openPostOffice, type PostOffice } from './post-office.ts'

const OWNER = 'owner@lysning.example'
const GUEST = 'guest@example.com'
const sender = { MAIL_FROM: 'Lysning <post@lysning.example>', OWNER_EMAIL: OWNER }

const smtp = new SmtpDouble()
let site: Site
let office: PostOffice

beforeAll(async () => {
  await smtp.start()
  site = await startSite({ SMTP_URL: smtp.url, ...sender })
  office = openPostOffice({ smtpUrl: smtp.url })
})
afterAll(async () => {
  office.close()
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

const ADDRESS = ['to', 'from', 'reply-to', 'sender', 'cc', 'bcc']
/** The characters of a stranger's text that a header may contain. */
const PLAIN = /^[\p{L}\p{M}\p{N} .'’-]*$/u

/** Each event of a booking that sends mail, with the booking's status then. */
const acts: [Booking['status'], (tx: Tx, row: Booking) => void][] = [
  ['confirmed', (tx, row) => office.booking.confirmed(tx, row)],
  ['confirmed', (tx, row) => office.booking.moved(tx, row, { by: 'guest', first: false })],
  ['confirmed', (tx, row) => office.booking.resent(tx, row, 'once')],
  ['requested', (tx, row) => office.booking.requested(tx, row)],
  ['cancelled', (tx, row) => office.booking.cancelled(tx, row, { by: 'guest', refund: 0 })],
  ['expired', (tx, row) => office.booking.unanswered(tx, row)],
]

/** The mails received since the last call. */
function arrived(): { to: string[]; mail: ReadMail; raw: string }[] {
  return smtp.received.splice(0).map(({ to, raw }) => ({ to, raw, mail: readMail(raw) }))
}

function expectHarmless(mails: ReturnType<typeof arrived>): void {
  for (const { to, mail, raw } of mails) {
    const names = rawHeaders(raw).map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    for (const header of [...ADDRESS, 'subject'])
      expect(names.filter((one) => one === header).length).toBeLessThanOrEqual(1)
    expect(to).toHaveLength(1)
    for (const header of ADDRESS) {
      const value = mail.headers.get(header)
      if (value === undefined) continue
      const [, shown = '', address = ''] =
        /^(?:"?([^"<]*?)"? )?<?([^<> ]+@[^<> ]+?)>?$/.exec(value) ?? []
      expect(shown, value).toMatch(PLAIN)
      expect([GUEST, OWNER, 'post@lysning.example', 'hello@example.com']).toContain(address)
      if (header === 'to') expect(address).toBe(to[0])
    }
    expect(mail.headers.get('subject')).toMatch(/^[\p{L}\p{M}\p{N} .,:'’-]+$/u)
    expect(mail.headers.get('subject')).not.toMatch(/[^\s.]\.\p{L}{2,}|www/u)
  }
}

describe('whatever a stranger calls themselves', () => {
  test('no header of a form’s mail names another address, and none is added', async () => {
    await fc.assert(
      fc.asyncProperty(name, name, async (first_name, last_name) => {
        const who = { first_name, last_name, email: GUEST }
        await site.post(contactFields({ ...who, newsletter: 'on' }))
        await site.post(inquiryFields(who))
        await site.drain()
        expectHarmless(arrived())
      }),
      { numRuns: 25 },
    )
  })

  test('no header of a booking’s mails does', async () => {
    let number = 0
    await fc.assert(
      fc.asyncProperty(name, name, async (first_name, last_name) => {
        number += 1
        const starts_at = Date.parse('2026-11-25T09:30:00Z') + number * 3_600_000
        const id = `Qm9va2luZy1vZi10ZXN0${String(number).padStart(2, '0')}`
        const found = acts[number % acts.length]
        if (!found) throw new Error('No act')
        const [status, act] = found
        const row = bookingRow({ id, status, starts_at, first_name, last_name, email: GUEST })
        await office.keep(row)
        await office.db.write((tx) => act(tx, row))
        await office.jobs.drain()
        const mails = arrived()
        expect(mails.length).toBeGreaterThan(0)
        expectHarmless(mails)
      }),
      { numRuns: 30 },
    )
  })

  test('no header of an account’s mails does', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (typed) => {
        const body = { name: typed, email: GUEST, password: 'blåbær-42' }
        await site.call('auth/sign-up', body)
        await site.call('auth/request-reset', { email: GUEST })
        await site.drain()
        expectHarmless(arrived())
      }),
      { numRuns: 10 },
    )
  })
})

test('a plain name stands in the header as it was typed', async () => {
  smtp.received.length = 0
  await site.post(contactFields({ first_name: 'Ólafur', last_name: "O'Hara-Sørbø", email: GUEST }))
  await site.drain()
  const [{ mail } = {}] = arrived()
  expect(mail?.headers.get('reply-to')).toBe(`Ólafur O'Hara-Sørbø <${GUEST}>`)
  expect(mail?.headers.get('subject')).toBe("Message from Ólafur O'Hara-Sørbø")
})
