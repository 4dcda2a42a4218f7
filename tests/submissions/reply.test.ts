import { describe, expect, it } from 'vitest'
import { replyLink } from '#client/desk/forms/form-reading.tsx'

const written = {
  form: 'contact' as const,
  createdAt: '2026-06-14T21:30:00.000Z',
  zone: 'Europe/Oslo',
  data: { email: 'elisabeth@example.com', message: 'Two of us.\r\nNo hurry & no fuss.\n' },
}

function read(link: string) {
  const url = new URL(link)
  return {
    to: decodeURIComponent(url.pathname),
    fields: [...url.searchParams.keys()],
    subject: url.searchParams.get('subject'),
    body: url.searchParams.get('body'),
  }
}

describe('a reply to a form', () => {
  it('has the subject, and quotes what was written with the line breaks of mail', () => {
    expect(read(replyLink(written))).toEqual({
      to: 'elisabeth@example.com',
      fields: ['subject', 'body'],
      subject: 'Re: your message of 14 June',
      body: '\r\n\r\nOn 14 June you wrote:\r\n> Two of us.\r\n> No hurry & no fuss.\r\n> ',
    })
    expect(replyLink(written)).not.toContain('+')
  })

  it.each([
    ['inquiry', 'Re: your enquiry of 14 June', 'Norway, 14 to 28 June 2027'],
    ['booking', 'Re: your booking of 14 June', 'Bespoke Planning'],
  ] as const)('to the %s form says what it is about', (form, subject, quoted) => {
    const data = {
      email: 'a@example.com',
      travel_destination: 'Norway',
      departure_date: '2027-06-14',
      return_date: '2027-06-28',
      service_type: 'bespoke_planning',
    }
    const mail = read(replyLink({ ...written, form, data }))
    expect(mail.subject).toBe(subject)
    expect(mail.body).toContain(`> ${quoted}`)
  })

  it.each([
    ['many words', 'æøå light '.repeat(2000)],
    ['one endless word', 'x'.repeat(50_000)],
    ['many lines', '\n'.repeat(5000)],
    ['half a character', 'a\ud800b'],
    ['emoji', '🧭'.repeat(5000)],
  ])('stays short enough for a mail program: %s', (_what, message) => {
    const link = replyLink({ ...written, data: { ...written.data, message } })
    expect(link.length).toBeLessThanOrEqual(1800)
    expect(() => decodeURIComponent(link)).not.toThrow()
    if (message.length > 1000) expect(read(link).body).toMatch(/ \[…\]$/)
  })

  it.each([
    ['a header', 'a@example.com?bcc=all@example.com'],
    ['another header', 'a@example.com&bcc=all@example.com'],
    ['a line break', 'a@example.com\r\nBcc: all@example.com'],
    ['a second recipient', 'a@example.com,b@example.com'],
  ])('takes no %s from what was typed', (_what, email) => {
    const message = 'x\r\n&bcc=all@example.com\r\n?cc=b@example.com'
    const link = replyLink({ ...written, data: { email, message } })
    expect(read(link).fields).toEqual(['subject', 'body'])
    expect(link.slice(0, link.indexOf('?'))).not.toMatch(/[\r\n,&]/)
  })
})
