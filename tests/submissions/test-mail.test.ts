import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '#server/db/database.ts'
import type { Account } from '#server/http/caller.ts'
import { randomId } from '#server/lib/ids.ts'
import { TestMails } from '#server/submissions/test-mail.ts'
import { openPostOffice, type PostOffice } from '#tests/mail/post-office.ts'
import { readMail } from '#tests/support/mime.ts'
import { SmtpDouble } from '#tests/support/smtp.ts'

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
let office: PostOffice

beforeEach(async () => {
  smtp.received.length = 0
  smtp.faults.length = 0
  await smtp.start()
  office = openPostOffice({ smtpUrl: smtp.url })
})

afterEach(async () => {
  office.close()
  await smtp.stop()
})

const testMails = (at = office) =>
  new TestMails({ mails: at.mails, clock: () => at.time.now, newId: randomId })

const jobs = () => office.db.read.all(query.selectFrom('job').selectAll())

describe('the test mail', () => {
  test('goes by the mail queue, and success is said once the mail server has it', async () => {
    const answer = await testMails().send(` ${EMAIL.toUpperCase()} `, owner)
    expect(answer).toEqual({
      ok: true,
      value: {
        message: 'Test email sent successfully!',
        email: EMAIL,
        delivers: true,
        sentAt: new Date(office.time.now).toISOString(),
      },
    })
    expect(smtp.received.map(({ to }) => to)).toEqual([[EMAIL]])
    expect(readMail(smtp.received[0]?.raw ?? '').headers.get('subject')).toMatch(/^Test email of /)
    expect(office.db.read.all(query.selectFrom('mail').select('kind'))).toEqual([{ kind: 'test' }])
  })

  test('says so where it was only written to a file', async () => {
    const files = openPostOffice()
    const answer = await testMails(files).send(EMAIL, owner)
    expect(answer).toMatchObject({ ok: true, value: { delivers: false } })
    expect(files.mail('test').headers.get('to')).toBe(EMAIL)
    files.close()
  })

  test('goes to no other address than the owner’s own', async () => {
    const mails = testMails()
    expect(await mails.send('someone@example.com', owner)).toMatchObject({
      ok: false,
      status: 403,
      refusal: { code: 'address', error: 'Failed to send test email' },
    })
    expect(await mails.send('', undefined)).toMatchObject({ ok: false, status: 403 })
    expect(jobs()).toEqual([])
  })
})

describe('a test mail that the mail server does not take', () => {
  test('fails with the server’s reason, and is never tried again', async () => {
    smtp.faults.push({ code: 553, words: '5.7.1 Sender address rejected' })
    const answer = await testMails().send(EMAIL, owner)
    expect(answer).toMatchObject({
      ok: false,
      status: 502,
      refusal: { code: 'not_sent', error: 'Failed to send test email' },
    })
    expect(JSON.stringify(answer)).toContain('Sender address rejected')
    expect(jobs()).toMatchObject([{ state: 'failed', attempts: 1 }])
    office.time.now += 86_400_000
    await office.jobs.drain()
    expect(smtp.received).toEqual([])
  })

  test('fails where there is no such server at all', async () => {
    await smtp.stop()
    expect(await testMails().send(EMAIL, owner)).toMatchObject({ ok: false, status: 502 })
    await smtp.start()
  })
})

test('five in ten minutes are enough; then they may be sent again', async () => {
  const mails = testMails()
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
