import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { FormHandler } from '#server/http/http-result.ts'
import { Submissions } from '#server/submissions/commands.ts'
import { openDatabase } from '#tests/support/database.ts'

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
