import addressparser from 'nodemailer/lib/addressparser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelledMail } from '#server/booking/mail/guest-mails.ts'
import type { Booking } from '#server/booking/store.ts'
import { getMailIdentity } from '#server/mail/address.ts'
import { getMailPicture } from '#server/mail/pictures.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { getBusiness, getTexts } from '#shared/content/site-content.ts'
import { withdrawalTitle } from '#shared/payment/withdrawal-form.ts'
import { getPortrait } from '#shared/site/portrait.ts'
import { type ParsedMail, parseRawHeaders } from '#tests/support/mail/mail-parser.ts'
import { buildPurchase, companyBuyer, privateBuyer } from '#tests/support/payment/buyer.ts'
import { bookingRow, type MailHarness, NOW, openMailHarness, paidRow } from './mail-harness.ts'

let office: MailHarness

beforeEach(async () => {
  office = await openMailHarness()
})

afterEach(() => office.close())

async function confirm(row: Booking): Promise<{ guest: ParsedMail; owner: ParsedMail }> {
  await office.keep(row)
  await office.db.write((tx) => office.booking.onConfirmed(tx, row))
  await office.jobs.drain()
  return { guest: office.mail('confirmed'), owner: office.mail('owner-new') }
}

type HowCancelled = Omit<Parameters<MailHarness['booking']['onCancelled']>[2], 'refund'>

async function cancel(
  row: Booking,
  refund: number,
  how: HowCancelled = { by: 'guest' },
): Promise<ParsedMail> {
  await office.keep(row)
  await office.db.write((tx) => office.booking.onCancelled(tx, row, { ...how, refund }))
  await office.jobs.drain()
  return office.mail('cancelled')
}

const readHeaderNames = (raw: string) =>
  parseRawHeaders(raw).map((line) => line.slice(0, line.indexOf(':')).toLowerCase())

describe('Text that people typed', () => {
  test.each([
    ['a second header', 'Eve\r\nBcc: all@example.com'],
    ['a second body', 'Eve\r\n\r\n<h1>Hello</h1>'],
    ['lone line breaks', 'Eve\nBcc: a@example.com\rCc: b@example.com'],
    ['the line breaks of Unicode', 'Eve\u2028Bcc: a@example.com\u0085Cc: b@example.com'],
    ['an address of its own', 'Eve" <all@example.com>, "'],
    ['an encoded word', '=?utf-8?q?Eve=0D=0ABcc=3A_all=40example.com?='],
  ])('cannot add email headers: %s', async (_what, first_name) => {
    await office.keep(bookingRow())
    await confirm(bookingRow({ id: 'plain', first_name: 'Eve', last_name: 'Berg' }))
    const plain = office.files().map(([, raw]) => readHeaderNames(raw))
    await office.close()
    office = await openMailHarness()
    await office.keep(bookingRow())
    await confirm(bookingRow({ id: 'plain', first_name, last_name: 'Berg' }))
    expect(office.files().map(([, raw]) => readHeaderNames(raw))).toEqual(plain)
    const { guest, owner } = { guest: office.mail('confirmed'), owner: office.mail('owner-new') }
    expect(guest.headers.get('to')).toBe('elisabeth@example.com')
    expect(owner.headers.get('reply-to')).toBe('elisabeth@example.com')
    for (const [, raw] of office.files()) {
      const to = parseRawHeaders(raw).find((line) => line.startsWith('To:'))
      expect(addressparser(to?.slice(3) ?? '')).toHaveLength(1)
    }
  })

  test('arrives complete in the email’s text in any script, and in its headers if it is a plain name', async () => {
    const first_name = 'Zoë "Zo" 🧭'
    const last_name = 'محمود'
    const { guest, owner } = await confirm(bookingRow({ first_name, last_name }))
    const name = `${first_name} ${last_name}`
    expect(owner.text).toContain(name)
    expect(owner.headers.get('subject')).not.toContain('Zoë')
    expect(guest.headers.get('to')).toBe('elisabeth@example.com')
    await office.close()
    office = await openMailHarness()
    const plain = await confirm(bookingRow({ first_name: 'Zoë', last_name }))
    expect(plain.owner.headers.get('subject')).toContain('Zoë محمود')
    expect(plain.guest.headers.get('to')).toBe('Zoë محمود <elisabeth@example.com>')
  })

  test('cannot reverse the reading direction of a subject', async () => {
    const { owner } = await confirm(bookingRow({ first_name: '\u202egnp.exe\u2066' }))
    expect(owner.headers.get('subject')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  test('is text in HTML, never markup', async () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const { owner } = await confirm(
      bookingRow({ first_name: evil, message: evil, other_destination: `"'${evil}` }),
    )
    expect(owner.html).not.toMatch(/<script|<img src=x/i)
    expect(owner.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(owner.text).toContain(evil)
  })

  test('reaches the owner unchanged, including line breaks, with the guest as Reply-To', async () => {
    const row = bookingRow()
    const { owner } = await confirm(row)
    for (const typed of [row.email, row.phone, 'Elisabeth Sørbø', 'Faroe Islands'])
      expect(owner.text).toContain(typed)
    expect(owner.text).toContain('> We would like to see the light in February.\n> \n> Two of us')
    expect(owner.headers.get('reply-to')).toContain('<elisabeth@example.com>')
  })

  test('cannot be used to send strangers a message or a link in our name', async () => {
    const { guest } = await confirm(
      bookingRow({
        first_name: 'Win money at evil.example/x',
        message: 'Call 555 1234 now',
        other_destination: 'www.evil.example',
      }),
    )
    expect(guest.text + guest.html).not.toContain('evil.example')
    expect(guest.text + guest.html).not.toContain('555 1234')
    expect(guest.text).toContain('Good day,')
  })
})

describe('An email to a guest', () => {
  test('contains the signed link and the terms, and does not promise a video link that does not exist', async () => {
    const { guest } = await confirm(paidRow())
    expect(guest.text).toMatch(
      /https:\/\/lysning\.example\/booking\/manage\?id=[\w-]+&sig=[\w-]{43}&mail=[\w-]{43}\n/,
    )
    expect(guest.text).toContain('If you cancel by then, NOK\u00a04,000 is refunded.')
    expect(guest.text).toContain('Tuesday 24 November 2026, 10:30, Europe/Oslo (GMT+1)')
    expect(guest.text).toContain('I will send the link in a separate email.')
  })

  test('of a private buyer never leaves to the owner what the right of withdrawal decides', async () => {
    const { guest } = await confirm(paidRow())
    expect(guest.text).toContain(
      'After that, you can still withdraw from the purchase by the link, until Wednesday 25 November 2026, 15:14, Asia/Kathmandu (GMT+5:45).',
    )
    expect(guest.text).not.toContain('at my discretion')
    // The 14 days and the meeting are two ends: only the second moves with the meeting.
    expect(guest.text).toContain(
      'For this purchase that is until Monday 7 December 2026, 23:59, Europe/Oslo (GMT+1). Moving the meeting does not change it.',
    )
    expect(guest.text).toContain(
      'ends earlier: when the meeting begins, for this purchase on Wednesday 25 November 2026, 10:30, Europe/Oslo (GMT+1), or at its new time if it is moved.',
    )
  })

  test('of a private buyer who has not asked for a meeting within the days says that the right outlasts it', async () => {
    const buyer = { ...privateBuyer, asksEarlyStart: false }
    const { guest } = await confirm(paidRow({ purchase: JSON.stringify(buildPurchase({ buyer })) }))
    expect(guest.text).toContain(
      'After that, you can still withdraw from the purchase by the link, until Tuesday 8 December 2026, 04:44, Asia/Kathmandu (GMT+5:45), also after the meeting.',
    )
    expect(guest.text).not.toContain('for this purchase on')
  })

  test('of a private buyer who meets after the days of withdrawal, or of a company, says that a late refund is at our discretion', async () => {
    const starts_at = Date.parse('2027-01-12T09:30:00Z')
    const late = await confirm(paidRow({ starts_at, ends_at: starts_at + 1_800_000 }))
    expect(late.guest.text).toContain('any refund is then at my discretion')
    expect(late.guest.text).not.toContain('for this purchase on')
    await office.close()
    office = await openMailHarness()
    const purchase = JSON.stringify(buildPurchase({ buyer: companyBuyer }))
    const company = await confirm(paidRow({ purchase }))
    expect(company.guest.text).toContain('any refund is then at my discretion')
    expect(company.owner.text).toContain('Organisation number 999 999 999')
  })

  test('contains the video link if the room can be created now', async () => {
    await office.close()
    office = await openMailHarness({ ensureMeeting: async () => 'https://video.example/r?t=x&y' })
    const { guest } = await confirm(bookingRow())
    expect(guest.text).toContain('https://video.example/r?t=x&y')
    expect(guest.html).toContain('href="https://video.example/r?t=x&amp;y"')
    expect(guest.calendar).toContain('LOCATION:https://video.example/r?t=x&y')
  })

  test('about a demonstration booking states that no card is charged, and promises no refund', async () => {
    const { guest, owner } = await confirm(paidRow({ demo: 1 }))
    expect(guest.text).toContain('you can move or cancel it yourself.')
    // The instructions on withdrawal are those of the law.
    const [own] = guest.text.split(withdrawalTitle)
    expect(own).not.toMatch(/comes back|refund/)
    for (const mail of [guest, owner]) {
      expect(mail.text).toContain('Demo: no card is charged')
      expect(mail.html).toContain('Demo: no card is charged')
    }
    await office.close()
    office = await openMailHarness()
    expect((await confirm(paidRow())).guest.text).not.toContain('Demo')
  })

  test('about a request states that it is not confirmed yet', async () => {
    const row = bookingRow({ status: 'requested' })
    await office.keep(row)
    await office.db.write((tx) => office.booking.onRequested(tx, row))
    await office.jobs.drain()
    const mail = office.mail('requested')
    expect(mail.text).toContain('It is not confirmed yet.')
    expect(mail.calendar).toBeUndefined()
  })

  test('about a cancellation states the exact refund', async () => {
    const row = paidRow({ status: 'cancelled', sequence: 1 })
    const mail = await cancel(row, 123_456)
    expect(mail.text).toContain('NOK\u00a01,234.56 will be refunded to the card')
    expect(mail.text).toContain('Refund:\n  NOK\u00a01,234.56')
  })

  test('about a withdrawal from a disputed purchase says that the bank has the money', () => {
    const { blocks } = cancelledMail(
      {
        booking: paidRow({ status: 'cancelled' }),
        meetingUrl: null,
        manageUrl: '',
        bookAgainUrl: '',
        deskUrl: '',
        refundable: 0,
        disputed: 400_000,
        withdrawal: null,
        now: NOW,
      },
      { refund: 0, byOwner: false, isWithdrawal: true },
    )
    const text = JSON.stringify(blocks)
    expect(text).toContain('Your bank is handling this payment, so I do not refund it myself.')
    expect(text).not.toContain('Nothing is refunded')
  })

  test('about a cancelled demonstration names no refund, as nothing was charged', async () => {
    const mail = await cancel(paidRow({ status: 'cancelled', sequence: 1, demo: 1 }), 400_000)
    expect(mail.text).toContain('No card was charged, so there is nothing to refund.')
    expect(mail.text).not.toContain('Refund:')
  })

  test.each([false, true])(
    'to the owner about a cancelled demonstration promises no refund, withdrawn from or not (%s)',
    async (isWithdrawal) => {
      const row = paidRow({ status: 'cancelled', sequence: 1, demo: 1 })
      await cancel(row, 400_000, { by: 'guest', isWithdrawal })
      const { text } = office.mail('owner-cancelled')
      expect(text).toContain('Demo: no card is charged')
      expect(text).toContain('Refund:\n  Demo: no card was charged, nothing is refunded')
      expect(text).not.toMatch(/Refund:\s+NOK/)
    },
  )

  describe('about a private purchase that the owner cancelled', () => {
    const cancelled = paidRow({ status: 'cancelled', sequence: 1 })
    const byOwner = { by: 'owner' } as const

    test('without a full refund says until when the guest may still withdraw, and where', async () => {
      const mail = await cancel(cancelled, 0, byOwner)
      expect(mail.text).toMatch(
        /You can still withdraw from this purchase until .*; NOK\s4,000 is then refunded to you\./,
      )
      expect(mail.text).toContain('Withdraw from this purchase')
      expect(mail.text).toContain('https://lysning.example/booking/manage?id=')
    })

    test.each([
      ['of a company', { purchase: JSON.stringify(buildPurchase({ buyer: companyBuyer })) }],
      ['that was refunded in full', { payment: 'refunded' as const }],
    ])('%s says nothing of that', async (_what, over) => {
      const isRefunded = 'payment' in over
      const mail = cancelledMail(
        {
          booking: { ...cancelled, ...over },
          meetingUrl: null,
          manageUrl: '',
          bookAgainUrl: '',
          deskUrl: '',
          refundable: isRefunded ? 0 : 400_000,
          disputed: 0,
          withdrawal: isRefunded ? { isOpen: false, until: NOW + 1, refund: 0 } : null,
          now: NOW,
        },
        { refund: 0, byOwner: true, isWithdrawal: false },
      )
      expect(JSON.stringify(mail.blocks)).not.toContain('withdraw')
    })
  })

  test('about the cancellation of a free booking mentions no refund', async () => {
    const mail = await cancel(bookingRow({ status: 'cancelled', sequence: 1 }), 0)
    expect(mail.text).toContain('Nothing was charged.')
    expect(mail.text).not.toContain('Refund:')
  })

  test('ends with the owner’s name, role and telephone; one to the owner does not', async () => {
    const { guest, owner } = await confirm(bookingRow())
    const { founder, phone, email } = getBusiness()
    expect(guest.text).toContain(
      `\n\n${founder}\n${getTexts('common').owner.role}\n${phone}\n\n-- \n`,
    )
    expect(guest.html).toMatch(new RegExp(`font:italic [^>]*>${founder}</p>`))
    expect(guest.text.split(phone ?? '')).toHaveLength(2)
    expect(owner.text).not.toContain(founder)
    expect(owner.text).toContain(`${email}, ${phone}`)
  })

  test('names the booking as a person can read it out, as the one to the owner does', async () => {
    const row = bookingRow()
    const { guest, owner } = await confirm(row)
    await office.close()
    office = await openMailHarness()
    const cancelled = await cancel({ ...row, status: 'cancelled', sequence: 1 }, 0)
    for (const { text } of [guest, owner, cancelled]) {
      expect(text).toContain(`Reference:\n  ${toReference(row.id)}\n`)
      expect(text.replace(/https?:\S+/g, '')).not.toContain(row.id)
    }
  })

  test('brings its pictures along, so that reading it fetches nothing', async () => {
    const { guest, owner } = await confirm(bookingRow())
    for (const [mail, count] of [
      [guest, 2],
      [owner, 1],
    ] as const) {
      const pictures = mail.parts.filter(({ type }) => type === 'image/jpeg')
      expect(pictures).toHaveLength(count)
      for (const { headers } of pictures)
        expect(headers.get('content-disposition')).toContain('inline')
      const ids = pictures.map(({ headers }) => headers.get('content-id')?.slice(1, -1))
      expect(mail.html.match(/(?:src|background)="[^"]*"/g)).toEqual(
        ids.map((id) => `src="cid:${id}"`),
      )
      expect(mail.html).not.toMatch(/<link|url\(|@import/i)
    }
  })

  test('shows the owner’s portrait beside the name, with a text and a size; one to the owner does not', async () => {
    const { guest, owner } = await confirm(bookingRow())
    expect(guest.html).toContain(`alt="${getPortrait().description}" width="96" height="120"`)
    expect(owner.html).not.toContain(getPortrait().description)
  })

  test('stays small, and has the same content in its HTML and text versions', async () => {
    const { guest } = await confirm(bookingRow())
    expect(Buffer.byteLength(guest.html)).toBeLessThan(30_000)
    expect(getMailPicture('letterhead').length).toBeLessThan(24_000)
    expect(getMailPicture('portrait').length).toBeLessThan(12_000)
    const bodyHtml = guest.html.replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, '')
    for (const line of guest.text.split('\n').filter((text) => /^ {2}\S/.test(text)))
      expect(bodyHtml).toContain(line.trim().replaceAll('&', '&amp;'))
  })
})

const noMail = { from: undefined, ownerEmail: undefined, smtpUrl: undefined }

describe('The sender', () => {
  test('is MAIL_FROM, with the business’s name if it contains none', () => {
    const readSender = (from: string) =>
      getMailIdentity({ ...noMail, from }, 'http://localhost:3000').sender
    expect(readSender('a@b.example')).toEqual({ name: 'Lysning', address: 'a@b.example' })
    expect(readSender('"Post, Lysning" <a@b.example>')).toEqual({
      name: 'Post, Lysning',
      address: 'a@b.example',
    })
    expect(getMailIdentity(noMail, 'http://localhost:3000').sender.address).toBe(
      'hello@example.com',
    )
  })
})
