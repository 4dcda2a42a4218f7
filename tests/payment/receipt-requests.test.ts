import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StripeDouble } from '#tests/support/payment/stripe-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookies, type Site, startSite } from '#tests/support/server/site.ts'

let double: StripeDouble
let site: Site
let owner: string

beforeEach(async () => {
  double = await StripeDouble.start()
  site = await startSite(double.env)
  owner = await site.signInOwner()
  await pay()
})

afterEach(async () => {
  await site.close()
  await double.close()
})

async function pay(): Promise<void> {
  const posted = await site.post(buildBookingFields({ service_type: 'bespoke_planning' }))
  const { bookingId } = await posted.json()
  const price = { serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
  await site.call('create-payment-intent', { ...price, bookingId }, getCookies(posted))
  const [intent = ''] = double.state.intents.keys()
  double.state.pay(intent)
  const receiver = async (body: string, signature: string) => {
    const headers = { 'Stripe-Signature': signature }
    const url = `${site.url}/functions/payment-webhook`
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  await double.deliver(receiver, { at: site.time.now })
  await site.drain()
}

const open = (id: string, cookie?: string) => site.get(`/functions/open-receipt?id=${id}`, cookie)
const listReceiptMails = () =>
  site.db.read.selectFrom('mail').select('subject').where('kind', '=', 'receipt').execute()

describe('A receipt on the desk', () => {
  test('opens as a page of its own that runs nothing and loads only our pictures', async () => {
    const answer = await open('real:1', owner)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const page = await answer.text()
    expect(page).toContain('Receipt 1')
    expect(page).toContain('NOK\u00a04,000')
    expect(page.match(/(?:src|background)="[^"]*"/g)).toEqual([
      'src="/mail/letterhead.jpg"',
      'src="/mail/portrait.jpg"',
    ])
  })

  test('goes to its buyer again as often as the owner asks', async () => {
    expect(await listReceiptMails()).toHaveLength(1)
    for (const count of [2, 3]) {
      const answer = await site.call('send-receipt', { id: 'real:1' }, owner)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { email: 'elisabeth@example.com', isDelivered: false },
      ])
      expect(await listReceiptMails()).toHaveLength(count)
    }
    expect(new Set((await listReceiptMails()).map(({ subject }) => subject)).size).toBe(1)
  })

  test('is nobody else’s to open or to send, and must exist', async () => {
    expect((await open('real:1')).status).toBe(401)
    expect((await site.call('send-receipt', { id: 'real:1' })).status).toBe(401)
    expect((await open('real:2', owner)).status).toBe(404)
    expect((await site.call('send-receipt', { id: 'demo:1' }, owner)).status).toBe(404)
    expect((await open('1; DROP', owner)).status).toBe(400)
  })

  test('is not sent once its guest is erased', async () => {
    await site.db.write((tx) => tx.updateTable('booking').set({ email: '' }).execute())
    const answer = await site.call('send-receipt', { id: 'real:1' }, owner)
    expect(answer.status).toBe(409)
    expect(await listReceiptMails()).toHaveLength(1)
  })
})
