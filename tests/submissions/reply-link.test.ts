import { describe, expect, it } from 'vitest'
import { toReplyLink } from '#client/desk/forms/forms-text.ts'

const replyInput = {
  form: 'contact' as const,
  createdAt: '2026-06-14T21:30:00.000Z',
  zone: 'Europe/Oslo',
  data: { email: 'elisabeth@example.com', message: 'Two of us.\r\nNo hurry & no fuss.\n' },
}

function parseMailto(link: string) {
  const url = new URL(link)
  return {
    to: decodeURIComponent(url.pathname),
    fields: [...url.searchParams.keys()],
    subject: url.searchParams.get('subject'),
    body: url.searchParams.get('body'),
  }
}

describe('A reply to a form', () => {
  it('has a subject, and quotes the submitted text with the line breaks of email', () => {
    expect(parseMailto(toReplyLink(replyInput))).toEqual({
      to: 'elisabeth@example.com',
      fields: ['subject', 'body'],
      subject: 'Re: your message of 14 June',
      body: '\r\n\r\nOn 14 June you wrote:\r\n> Two of us.\r\n> No hurry & no fuss.\r\n> ',
    })
    expect(toReplyLink(replyInput)).not.toContain('+')
  })

  it.each([
    ['inquiry', 'Re: your enquiry of 14 June', 'Norway, 14 to 28 June 2027'],
    ['booking', 'Re: your booking of 14 June', 'Bespoke Planning'],
  ] as const)(
    'to the %s form has a matching subject line and quotes the main details',
    (form, subject, quoted) => {
      const data = {
        email: 'a@example.com',
        travel_destination: 'Norway',
        departure_date: '2027-06-14',
        return_date: '2027-06-28',
        service_type: 'bespoke_planning',
        service_title: 'Bespoke Planning',
      }
      const mail = parseMailto(toReplyLink({ ...replyInput, form, data }))
      expect(mail.subject).toBe(subject)
      expect(mail.body).toContain(`> ${quoted}`)
    },
  )

  it.each([
    ['many words', 'æøå light '.repeat(2000)],
    ['one endless word', 'x'.repeat(50_000)],
    ['many lines', '\n'.repeat(5000)],
    ['half a character', 'a\ud800b'],
    ['emoji', '🧭'.repeat(5000)],
  ])('is short enough for an email program: %s', (_what, message) => {
    const link = toReplyLink({ ...replyInput, data: { ...replyInput.data, message } })
    expect(link.length).toBeLessThanOrEqual(1800)
    expect(() => decodeURIComponent(link)).not.toThrow()
    if (message.length > 1000) expect(parseMailto(link).body).toMatch(/ \[…\]$/)
  })

  it.each([
    ['a header', 'a@example.com?bcc=all@example.com'],
    ['another header', 'a@example.com&bcc=all@example.com'],
    ['a line break', 'a@example.com\r\nBcc: all@example.com'],
    ['a second recipient', 'a@example.com,b@example.com'],
  ])('cannot be manipulated through typed text: %s', (_what, email) => {
    const message = 'x\r\n&bcc=all@example.com\r\n?cc=b@example.com'
    const link = toReplyLink({ ...replyInput, data: { email, message } })
    expect(parseMailto(link).fields).toEqual(['subject', 'body'])
    expect(link.slice(0, link.indexOf('?'))).not.toMatch(/[\r\n,&]/)
  })
})
