import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const DAY = 86_400_000
const EMAIL = 'elisabeth@stored.example'

let site: Site
beforeEach(async () => {
  // Only says that other machines share the database; the tests open it themselves.
  site = await startSite({ DATABASE_URL: 'postgres://127.0.0.1/shared' })
  expect((await site.post(buildBookingFields({ email: EMAIL }))).status).toBe(201)
  await site.drain()
})
afterEach(() => site.close())

const readMessages = async () =>
  (await site.db.read.selectFrom('mail_message').selectAll().orderBy('id').execute()).map(
    ({ message }) => message,
  )

it('Without a mail server, servers that share a database store mails there, and not on one machine', async () => {
  const mails = (await readMessages()).map(parseMail)
  expect(mails.map(({ headers }) => headers.get('to'))).toContainEqual(
    expect.stringContaining(EMAIL),
  )
  expect(mails[0]?.text).toContain('http')
  expect(fs.existsSync(path.join(site.dataDir, 'mail'))).toBe(false)
})

it('Erasing a person erases their stored mails, whichever server wrote them', async () => {
  site.time.now += 7 * DAY
  const owner = await site.signInOwner()
  expect((await site.call('erase-person', { email: EMAIL }, owner)).status).toBe(200)
  expect((await readMessages()).join('\n')).not.toContain(EMAIL)
})
