import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '#shared/privacy/api.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.owner()
})
afterEach(() => site.close())

async function log(): Promise<string[]> {
  const answer = await site.get('/functions/gdpr-audit?userId=default-user', owner)
  const entries: AuditEntry[] = await answer.json()
  return entries.map(({ action, details }) => `${action}: ${details}`)
}

it.each([
  ['export-forms', { formName: 'contact' }, 'Submissions of the form contact exported as csv'],
  ['export-sales', {}, 'Sales from 2026-11-21 to 2026-11-21 exported as csv'],
  ['export-newsletter', {}, 'Newsletter subscribers exported as csv'],
])('%s is written down in the log, once', async (name, asked, details) => {
  expect((await site.call(name, asked, owner)).status).toBe(200)
  expect(await log()).toEqual([`Data Export: ${details}`])
})

it('an export that is refused is not written down', async () => {
  expect((await site.call('export-forms', { formName: '../x' }, owner)).status).toBe(400)
  expect(await log()).toEqual([])
})

it('the owner’s ending of a subscription is written down once, without the address', async () => {
  await site.post(contactFields({ newsletter: 'on' }))
  const { readers } = await (await site.get('/functions/get-newsletter', owner)).json()
  const [{ id }] = readers
  await site.call('unsubscribe-reader', { id }, owner)
  await site.call('unsubscribe-reader', { id }, owner)
  expect(await log()).toEqual([`Newsletter: Subscription ${id} ended by the owner`])
})
