import { afterEach, expect } from 'vitest'
import { setSiteContent } from '#shared/content/site-content.ts'
import { untouchedPublicSite, untouchedSite } from '#tests/support/run/site-content.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookies } from '#tests/support/server/site.ts'
import { test } from '#tests/support/server/site-test.ts'

afterEach(() => setSiteContent(untouchedSite))

const paid = buildBookingFields({ service_type: 'bespoke_planning' })

test('Paid services are sold from the moment at which the owner has published who sells, by that name', async ({
  openSite,
}) => {
  setSiteContent(untouchedPublicSite)
  const site = await openSite()
  const readPayments = async () => (await (await site.get('/functions/get-config')).json()).payments
  expect(await readPayments()).toBe('off')
  expect((await site.post(paid)).status).toBe(503)
  const business = { ...untouchedSite.business, legalName: 'Nordlys Reiser AS' }
  setSiteContent({ ...untouchedSite, business })
  expect(await readPayments()).toBe('demo')
  const posted = await site.post(paid)
  expect(posted.status).toBe(201)
  const { bookingId } = await posted.json()
  const price = { serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
  const cookie = getCookies(posted)
  const begun = await site.call('create-payment-intent', { ...price, bookingId }, cookie)
  const { clientSecret } = await begun.json()
  await site.call('confirm-demo-payment', { bookingId, clientSecret, outcome: 'succeed' }, cookie)
  const { content } = await site.db.read
    .selectFrom('receipt')
    .select('content')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(content).seller.legalName).toBe('Nordlys Reiser AS')
})
