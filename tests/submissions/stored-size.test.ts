import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { SUPERSEDES_FIELD } from '#shared/submissions/form-post.ts'
import { buildContactFields, readStoredForms } from '#tests/contact/contact-site.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { test as it } from '#tests/support/server/site-test.ts'

describe('What a stranger’s form stores', () => {
  it('is, of a booking, only the fields that a booking has', async ({ site }) => {
    const large = { extra: 'x'.repeat(55_000), user_id: '1', valueOf: 'y' }
    expect((await site.post({ ...buildBookingFields(), ...large })).status).toBe(201)
    const [stored] = await site.db.read.selectFrom('form_submissions').select('data').execute()
    const data = JSON.parse(stored?.data ?? '{}')
    expect(data).toMatchObject({
      email: buildBookingFields().email,
      service_type: expect.any(String),
    })
    for (const name of Object.keys(large)) expect(Object.keys(data)).not.toContain(name)
    expect(stored?.data.length).toBeLessThan(2_000)
  })

  it('is a few answers, however many earlier versions it names, the newest of them first of all', async ({
    site,
  }) => {
    const keys = Array.from({ length: 200 }, () => randomUUID())
    const fields = buildContactFields({ [SUPERSEDES_FIELD]: keys.join(',') })
    expect((await site.post(fields)).status).toBe(201)
    expect(await readStoredForms(site, 'contact')).toHaveLength(1)
    const answers = await site.db.read.selectFrom('answer').select('key').execute()
    expect(answers).toHaveLength(11)
    const late = await site.post(buildContactFields(), { key: keys.at(-1) ?? '' })
    expect([late.status, await late.json()]).toMatchObject([422, { code: 'key_reuse' }])
    expect(await readStoredForms(site, 'contact')).toHaveLength(1)
  })
})
