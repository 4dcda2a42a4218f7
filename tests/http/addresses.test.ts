import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { buildInquiryFields } from '#tests/inquiry/inquiry-fields.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const smtp = new SmtpDouble()
let site: Site

beforeAll(async () => {
  await smtp.start()
  site = await startSite({ SMTP_URL: smtp.url, MAIL_FROM: 'Lysning <post@lysning.example>' })
})
afterAll(async () => {
  await site.close()
  await smtp.stop()
})

const forms = {
  contact: (email: string) => buildContactFields({ email, newsletter: 'on' }),
  inquiry: (email: string) => buildInquiryFields({ email }),
  booking: (email: string) => buildBookingFields({ email }),
}

describe('Every form', () => {
  it.each([
    ["o'hara+tag@x.no", '2026-11-24'],
    ['kari@bücher.example', '2026-11-25'],
    ['ærlig@sørbø.no', '2026-11-26'],
  ])('accepts the address %s, and email to it is sent to that mailbox', async (email, date) => {
    for (const fields of [forms.contact, forms.inquiry])
      expect((await site.post(fields(email))).status).toBe(201)
    const start = `${date}T09:00:00.000Z`
    const booked = await site.post({ ...forms.booking(email), date, start })
    expect(booked.status).toBe(201)
    await site.drain()
    expect(smtp.received.flatMap(({ to }) => to)).toContain(email)
  })

  it.each(['o’hara x@x.no', 'a@b', 'two@x.no, three@x.no', 'a@127.0.0.1'])(
    'refuses the address %s, and names the field',
    async (email) => {
      for (const fields of Object.values(forms)) {
        const refused = await site.post(fields(email))
        expect(refused.status).toBe(422)
        expect((await refused.json()).fields.email).toContain('Please enter an email address')
      }
    },
  )
})

describe('An account', () => {
  it.each(["o'hara+tag@x.no", 'kari@bücher.example'])(
    'can be created for the address %s',
    async (email) => {
      smtp.received.length = 0
      const response = await site.call('auth/sign-up', {
        name: 'Kari',
        email,
        password: 'blåbær-42',
      })
      expect(response.status).toBe(200)
      await site.drain()
      expect(smtp.received).toHaveLength(1)
    },
  )

  it('gives a clear error if its library does not support an address', async () => {
    const body = { name: 'Kari', email: 'ærlig@sørbø.no', password: 'blåbær-42' }
    const refused = await site.call('auth/sign-up', body)
    expect(refused.status).toBe(400)
    expect((await refused.json()).fields.email).toContain('plain letters')
  })
})
