import fs from 'node:fs'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BookingActions } from '#client/desk/bookings/commands/booking-actions.tsx'
import { Reversals } from '#client/desk/bookings/commands/reversals.tsx'
import { useBookingCommand } from '#client/desk/bookings/commands/use-booking-command.tsx'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const booking = buildDeskBooking({
  status: 'confirmed',
  start: '2026-11-26T13:00:00.000Z',
  end: '2026-11-26T13:30:00.000Z',
  payment: 'paid',
  amount: 400_000,
  refundable: 400_000,
  refundsElsewhere: [{ id: 'r', amount: 100_000, at: '2026-11-20T12:00:00.000Z' }],
})

function Host() {
  const command = useBookingCommand({ booking, onUpdated: () => {}, reload: () => {} })
  return (
    <>
      <Reversals {...{ booking, command, now: NOW, disabledReason: undefined }} />
      <BookingActions {...{ booking, command, now: NOW, offlineReason: undefined }} />
    </>
  )
}

/** Opens all dialogs of a booking; returns the text of the desk. */
async function readDesk(sendsMail: boolean | undefined): Promise<string> {
  stubServer({
    'check-refundable': () => [200, booking],
    ...(sendsMail !== undefined && {
      'get-config': () => [200, buildSiteConfig({ sendsMail })],
    }),
  })
  render(<Host />)
  for (const name of ['Move to a new time', 'Offer other times', 'Cancel booking'])
    await user.click(screen.getByRole('button', { name }))
  await within(screen.getByRole('dialog', { name: 'Cancel this booking?' })).findByText(
    sendsMail ? /is notified by email/ : /sees it on the page of the booking/,
  )
  await screen.findByRole('heading', { name: 'Offer other times' })
  return document.body.textContent ?? ''
}

test('The desk says that a guest is notified by email where the site sends any', async () => {
  const text = await readDesk(true)
  expect(text.match(/\w+ (is notified|gets it|picks one|has it) by email/g)).toHaveLength(5)
  expect(text).not.toContain('sends no email')
})

test.each([
  [false, 5],
  [undefined, 0],
])(
  'It promises no email where the site sends none, or is not known to (%s)',
  async (sendsMail, count) => {
    const text = await readDesk(sendsMail)
    expect(text).not.toMatch(/by email/)
    expect(text.match(/This site sends no email/g) ?? []).toHaveLength(count)
  },
)

test('No sentence of the desk promises an email without asking whether the site sends any', () => {
  const files = fs
    .readdirSync('client/desk', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((file) => ({ file, text: fs.readFileSync(`client/desk/${file}`, 'utf8') }))
  const found = files.flatMap(({ file, text }) =>
    [...text.matchAll(/^.*\bby e-?mail(?! address).*$/gm)]
      .map(([line]) => line.trim())
      .filter((line) => !/formatNotice\(|`gets it by email|Reply by email|Send by email/.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(found).toEqual([])
})
