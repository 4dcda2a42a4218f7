import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import type { RenderedMail } from '#server/mail/queue.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import type { SiteState } from '#shared/desk/site-state.ts'
import { isEmailAddress } from '#shared/lib/form-fields.ts'
import { buildContactFields, readConsents } from '#tests/contact/contact-site.ts'
import { buildInquiryFields } from '#tests/inquiry/inquiry-fields.ts'
import { parseRawHeaders } from '#tests/support/mail/mail-parser.ts'
import { untouchedPublicSite, untouchedSite } from '#tests/support/run/site-content.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { listSampleTexts } from '#tests/support/server/sample-texts.ts'
import type { Site } from '#tests/support/server/site.ts'
import { bookingRow } from './mail-harness.ts'

const samples = listSampleTexts()

const GUEST = 'guest@reiser-nordpaa.no'

interface MailKind {
  kind: string
  data: v.GenericSchema
  render(data: unknown): Promise<RenderedMail | undefined>
}

/** The modules as a public build loads them, and every kind of mail that the server registers. */
async function loadPublicMails() {
  setSiteContent(untouchedPublicSite)
  const { MailQueue } = await import('#server/mail/queue.ts')
  const kinds: MailKind[] = []
  const register = MailQueue.prototype.on
  MailQueue.prototype.on = function (kind) {
    kinds.push(kind as MailKind)
    register.call(this, kind)
  }
  const { startSite } = await import('#tests/support/server/site.ts')
  const { renderHtml, renderText } = await import('#server/mail/renderer.ts')
  const { getMailIdentity } = await import('#server/mail/address.ts')
  const { insertBooking } = await import('#server/booking/store.ts')
  return { kinds, startSite, renderHtml, renderText, getMailIdentity, insertBooking }
}

afterEach(() => {
  setSiteContent(untouchedSite)
})

const statuses = [
  'confirmed',
  'requested',
  'awaiting_payment',
  'cancelled',
  'expired',
  'needs_new_time',
] as const

/**
 * Kinds that need a history which this test does not make: a move, a flood, an outage, a room that
 * came late. Nothing is sold without a seller, so there is no receipt.
 */
const notRendered = [
  'owner-over-cap',
  'cancelled-together',
  'moved',
  'room-link',
  'owner-moved',
  'receipt',
  'calendar-outage',
]

/** What each kind may be queued with; a kind that drops all of them is listed by the test. */
function listData(submissions: number[], consents: string[]): object[] {
  const token = testKeys.encrypt('account code', 'abc')
  return [
    ...statuses.flatMap((status) => {
      const about = { bookingId: status, sequence: 0, refund: 0, moves: 0, starts: [0], start: 0 }
      return [about, { ...about, byOwner: true, from: 0 }]
    }),
    { together: statuses },
    ...submissions.map((submission) => ({ submission })),
    ...consents.map((consent) => ({ consent })),
    {
      email: GUEST,
      name: 'Guest',
      token,
      to: GUEST,
      since: 0,
      bookingId: 'confirmed',
      amount: 4,
      cause: 'card',
      passkeys: [{ name: 'Phone', createdAt: null }],
      hasSecondFactor: true,
    },
  ]
}

async function storeBookings(
  site: Site,
  insert: (tx: Tx, row: ReturnType<typeof bookingRow>) => Promise<unknown>,
) {
  await site.db.write(async (tx) => {
    for (const status of statuses) {
      const row = bookingRow({
        id: status,
        status,
        email: GUEST,
        blocks_slot: 0,
        payment: status === 'expired' ? 'failed' : 'none',
      })
      await insert(tx, row)
    }
  })
}

describe('The mails of a public site whose owner has written nothing yet', () => {
  test('contain nothing invented, whichever kind they are, and no gap where it stood', async () => {
    const { kinds, startSite, renderHtml, renderText, insertBooking } = await loadPublicMails()
    const site = await startSite({ PUBLIC_URL: 'https://lysning.example' })
    await storeBookings(site, insertBooking)
    await site.post(buildContactFields({ email: GUEST, newsletter: 'on' }))
    await site.post(buildInquiryFields({ email: GUEST }))
    const submissions = await site.db.read.selectFrom('form_submissions').select('id').execute()
    const consents = await readConsents(site)
    const all = listData(
      submissions.map(({ id }) => id),
      consents.map(({ id }) => id),
    )
    const seen = new Set<string>()
    for (const { kind, data, render } of kinds)
      for (const one of all) {
        if (!v.is(data, one)) continue
        const mail = await render(v.parse(data, one)).catch(() => undefined)
        if (!mail) continue
        seen.add(kind)
        const texts = [
          renderHtml(mail.content),
          renderText(mail.content),
          mail.calendar?.content ?? '',
        ]
        for (const text of [...texts, JSON.stringify(mail)]) {
          expect(
            samples.filter((sample) => text.includes(sample)),
            kind,
          ).toEqual([])
          expect(text, kind).not.toMatch(/hello@|(>|\s|,)(null|undefined)\b/)
        }
      }
    expect(kinds.map(({ kind }) => kind).filter((kind) => !seen.has(kind))).toEqual(notRendered)
    await site.close()
  })

  test('are kept as files, with the site’s own host as the sender and nobody to answer to', async () => {
    const { startSite } = await loadPublicMails()
    const site = await startSite({
      PUBLIC_URL: 'https://lysning.example',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    })
    expect((await site.post(buildBookingFields({ email: GUEST }))).status).toBe(201)
    const paid = buildBookingFields({ email: GUEST, service_type: 'bespoke_planning' })
    const refused = await site.post({ ...paid, start: '2026-11-24T10:00:00.000Z', time: '11:00' })
    expect((await refused.json()).code).toBe('payments_off')
    await site.drain()
    const folder = path.join(site.dataDir, 'mail')
    const files = fs
      .readdirSync(folder)
      .map((name) => fs.readFileSync(path.join(folder, name), 'latin1'))
    expect(files.length).toBeGreaterThan(1)
    for (const raw of files) {
      const headers = parseRawHeaders(raw)
      expect(headers).toContain('From: Lysning <no-reply@lysning.example>')
      // Only the owner's mails have someone to answer to: the guest.
      for (const line of headers.filter((one) => one.startsWith('Reply-To')))
        expect(line).toContain(GUEST)
      expect(samples.filter((sample) => raw.includes(sample))).toEqual([])
    }
    const asked = await site.get('/functions/get-site-state', await site.signInOwner())
    const { samples: unfinished, ...state } = (await asked.json()) as SiteState
    expect(state).toMatchObject({ mail: { delivers: false, lacks: 'sender' }, payment: 'off' })
    expect(unfinished).toContainEqual({ name: 'email address', closes: 'mail' })
    expect(unfinished).toContainEqual({ name: 'legal name', closes: 'sales' })
    await site.close()
  })

  test.each([
    ['the sample address', 'Lysning <hello@example.com>', 'sender'],
    ['the address of the example settings', 'Name <Bookings@example.com>', 'sender'],
    ['a real address', 'Marit <marit@reiser-nordpaa.no>', null],
  ])('leave the server or not according to MAIL_FROM: %s', async (_what, from, lacks) => {
    const { getMailIdentity } = await loadPublicMails()
    const mail = { from, ownerEmail: undefined, smtpUrl: 'smtp://localhost' }
    const identity = getMailIdentity(mail, 'https://lysning.example')
    expect(identity.lacks).toBe(lacks)
    const address = lacks ? 'no-reply@lysning.example' : 'marit@reiser-nordpaa.no'
    expect(identity.sender.address).toBe(address)
    expect(identity.replyTo?.address).toBe(lacks ? undefined : address)
  })

  test('name a sender that a file can have, also where the host alone is none', async () => {
    const { getMailIdentity } = await loadPublicMails()
    const mail = { from: undefined, ownerEmail: undefined, smtpUrl: undefined }
    for (const host of ['localhost:3000', '[::1]:3000', '192.0.2.1'])
      expect(isEmailAddress(getMailIdentity(mail, `http://${host}`).ownerEmail), host).toBe(true)
  })
})
