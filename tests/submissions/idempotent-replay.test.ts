import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { FormHandler } from '#server/http/http-result.ts'
import { Submissions } from '#server/submissions/commands.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { startSite } from '#tests/support/server/site.ts'

const KEY = '11111111-1111-4111-8111-111111111111'
const post = {
  key: KEY,
  fields: { 'form-name': 'contact', message: 'Once.' },
  sender: { browserToken: 'a browser', ip: '127.0.0.1' },
}
const accepts: FormHandler = () => ({
  ok: true,
  value: async () => ({
    status: 201,
    body: { status: 'received' },
    isAccepted: true,
    isFinal: true,
  }),
})
const refuses: FormHandler = () => ({
  ok: false,
  status: 422,
  refusal: { code: 'fields', error: 'Too short.' },
})

test('Posts under one key that arrive at the same moment count once, and all get the same answer', async () => {
  const site = await startSite()
  const message = buildContactFields({ message: 'Once.' })
  const booking = buildBookingFields()
  for (const fields of [message, booking]) {
    const options = { key: crypto.randomUUID() }
    const send = () => site.post(fields, options)
    const answers = await Promise.all([send(), send(), send(), send()])
    const bodies = await Promise.all(answers.map(async (one) => [one.status, await one.text()]))
    expect(bodies).toEqual(bodies.map(() => [201, bodies[0]?.[1]]))
  }
  const counted = await site.db.read.selectFrom('form_submissions').select('form_type').execute()
  expect(counted.map(({ form_type }) => form_type).sort()).toEqual(['booking', 'contact'])
  const other = { ...message, message: 'Another.' }
  const options = { key: crypto.randomUUID() }
  const mixed = await Promise.all([site.post(message, options), site.post(other, options)])
  expect(mixed.map(({ status }) => status).sort()).toEqual([201, 422])
  await site.close()
})

test('A repeated submission gets its first answer even after a release with stricter rules', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'repeats-'))
  const db = await openDatabase(dataDir)
  const release = (handler: FormHandler) => {
    const submissions = new Submissions({
      db,
      clock: () => 0,
      createBookingLink: (id) => `/booking/${id}`,
    })
    submissions.on('contact', handler)
    return submissions
  }
  const first = await release(accepts).submit(post)
  expect(await release(refuses).submit(post)).toEqual({ status: first.status, body: first.body })
  const other = { ...post, fields: { ...post.fields, message: 'Another.' } }
  expect((await release(refuses).submit(other)).status).toBe(422)
  await db.close()
  fs.rmSync(dataDir, { recursive: true })
})
