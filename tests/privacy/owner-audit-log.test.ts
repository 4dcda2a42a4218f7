import { expect } from 'vitest'
import type { AuditEntry } from '#shared/privacy/api.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import type { Site } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

async function readLog(site: Site, owner: string): Promise<string[]> {
  const answer = await site.get('/functions/gdpr-audit?userId=default-user', owner)
  const entries: AuditEntry[] = await answer.json()
  return entries.map(({ action, details }) => `${action}: ${details}`)
}

it.for([
  ['export-forms', { formName: 'contact' }, 'Submissions of the form contact exported as csv'],
  ['export-sales', {}, 'Sales from 2026-11-21 to 2026-11-21 exported as csv'],
  ['export-newsletter', {}, 'Newsletter subscribers exported as csv'],
] as const)('%s is logged exactly once', async ([name, input, details], { site, owner }) => {
  expect((await site.call(name, input, owner)).status).toBe(200)
  expect(await readLog(site, owner)).toEqual([`Data Export: ${details}`])
})

it('An export that is refused is not logged', async ({ site, owner }) => {
  expect((await site.call('export-forms', { formName: '../x' }, owner)).status).toBe(400)
  expect(await readLog(site, owner)).toEqual([])
})

it('A newsletter subscription ended by the owner is logged once, without the email address', async ({
  site,
  owner,
}) => {
  await site.post(buildContactFields({ newsletter: 'on' }))
  const { readers } = await (await site.get('/functions/get-newsletter', owner)).json()
  const [{ id }] = readers
  await site.call('unsubscribe-reader', { id }, owner)
  await site.call('unsubscribe-reader', { id }, owner)
  expect(await readLog(site, owner)).toEqual([`Newsletter: Subscription ${id} ended by the owner`])
})
