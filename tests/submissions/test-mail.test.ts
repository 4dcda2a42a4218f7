import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '#server/http/request-context.ts'
import { randomId } from '#server/lib/ids.ts'
import { TestMails } from '#server/submissions/test-mail.ts'
import { type MailHarness, openMailHarness } from '#tests/mail/mail-harness.ts'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'

const EMAIL = 'owner@lysning.example'
const owner: Account = {
  userId: 'u',
  role: 'owner',
  email: EMAIL,
  name: 'The owner',
  sessionId: 's',
  signedInAt: 0,
}

const smtp = new SmtpDouble()
let office: MailHarness

beforeEach(async () => {
  smtp.received.length = 0
  smtp.faults.length = 0
  await smtp.start()
  office = await openMailHarness({ smtpUrl: smtp.url })
})

afterEach(async () => {
  await office.close()
  await smtp.stop()
})

const createTestMails = (at = office) =>
  new TestMails({ mails: at.mails, clock: () => at.time.now, newId: randomId })

const jobs = () => office.db.read.selectFrom('job').selectAll().execute()

describe('The test email', () => {
  test('goes through the mail queue, and success is reported once the mail server has it', async () => {
    const answer = await createTestMails().send(` ${EMAIL.toUpperCase()} `, owner)
    expect(answer).toEqual({
      ok: true,
      value: {
        message: 'Test email sent successfully!',
        email: EMAIL,
        isDelivered: true,
        sentAt: new Date(office.time.now).toISOString(),
      },
    })
    expect(smtp.received.map(({ to }) => to)).toEqual([[EMAIL]])
    expect(parseMail(smtp.received[0]?.raw ?? '').headers.get('subject')).toMatch(/^Test email of /)
    expect(await office.db.read.selectFrom('mail').select('kind').execute()).toEqual([
      { kind: 'test' },
    ])
  })

  test('is reported as not delivered if it was only written to a file', async () => {
    const files = await openMailHarness()
    const answer = await createTestMails(files).send(EMAIL, owner)
    expect(answer).toMatchObject({ ok: true, value: { isDelivered: false } })
    expect(files.mail('test').headers.get('to')).toBe(EMAIL)
    await files.close()
  })

  test('is sent to no address but the owner’s own', async () => {
    const mails = createTestMails()
    expect(await mails.send('someone@example.com', owner)).toMatchObject({
      ok: false,
      status: 403,
      refusal: { code: 'address', error: 'Failed to send test email' },
    })
    expect(await mails.send('', undefined)).toMatchObject({ ok: false, status: 403 })
    expect(await jobs()).toEqual([])
  })
})

describe('A test email that the mail server does not accept', () => {
  test('fails with the server’s reason, and is never retried', async () => {
    smtp.faults.push({ code: 553, text: '5.7.1 Sender address rejected' })
    const answer = await createTestMails().send(EMAIL, owner)
    expect(answer).toMatchObject({
      ok: false,
      status: 502,
      refusal: { code: 'not_sent', error: 'Failed to send test email' },
    })
    expect(JSON.stringify(answer)).toContain('Sender address rejected')
    expect(await jobs()).toMatchObject([{ state: 'failed', attempts: 1 }])
    office.time.now += 86_400_000
    await office.jobs.drain()
    expect(smtp.received).toEqual([])
  })

  test('fails if there is no mail server at all', async () => {
    await smtp.stop()
    expect(await createTestMails().send(EMAIL, owner)).toMatchObject({ ok: false, status: 502 })
    await smtp.start()
  })
})

test('Five test emails are allowed in ten minutes, and then more can be sent', async () => {
  const mails = createTestMails()
  for (let turn = 0; turn < 5; turn += 1)
    expect(await mails.send(EMAIL, owner)).toMatchObject({ ok: true })
  expect(await mails.send(EMAIL, owner)).toMatchObject({
    status: 429,
    refusal: { code: 'rate', error: 'Failed to send test email' },
  })
  office.time.now += 10 * 60_000
  expect(await mails.send(EMAIL, owner)).toMatchObject({ ok: true })
  expect(smtp.received).toHaveLength(6)
})
