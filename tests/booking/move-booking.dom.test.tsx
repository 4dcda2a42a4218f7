import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MoveBooking } from '#client/desk/bookings/commands/move-booking.tsx'
import { useBookingCommand } from '#client/desk/bookings/commands/use-booking-command.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { buildPurchase, privateBuyer } from '#tests/support/payment/buyer.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

/** Wednesday 25 November 2026: a guest has 10:00 in Oslo, the owner's feed has 13:00 to 15:00. */
const day = {
  hours: [{ start: '2026-11-25T08:00:00.000Z', end: '2026-11-25T16:00:00.000Z' }],
  freeStarts: ['2026-11-25T08:00:00.000Z', '2026-11-25T10:30:00.000Z'],
  taken: [
    { start: '2026-11-25T09:00:00.000Z', end: '2026-11-25T09:30:00.000Z', name: 'Anna Berg' },
    { start: '2026-11-25T12:00:00.000Z', end: '2026-11-25T14:00:00.000Z', name: null },
  ],
}

function MoveDialogHost({ over }: { over?: Partial<DeskBooking> | undefined }) {
  const booking = buildDeskBooking(over)
  const command = useBookingCommand({ booking, onUpdated: () => {}, reload: () => {} })
  return <MoveBooking {...{ booking, command }} now={NOW} disabledReason={undefined} />
}

async function openDialog(answers: StubAnswers, over?: Partial<DeskBooking>) {
  const requests = stubServer({ 'get-move-day': () => [200, day], ...answers })
  render(<MoveDialogHost over={over} />)
  await user.click(screen.getByRole('button', { name: 'Move to a new time' }))
  await screen.findByText('Free on that day')
  return requests
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: RegExp, value: string) => fillField(field(label), value)

test('A refused move keeps the dialog open with its input, and shows who has the time', async () => {
  await openDialog({
    'reschedule-booking': () => [
      409,
      { code: 'booked', error: 'Anna Berg has booked then, from 11:00 to 11:30.' },
    ],
  })
  await type(/^Time/, '11:00')
  await user.click(screen.getByRole('button', { name: 'Move booking' }))
  expect(await screen.findByText('Anna Berg has booked then, from 11:00 to 11:30.')).toBeVisible()
  expect(screen.getByRole('dialog').hasAttribute('open')).toBe(true)
  expect(field(/^Time/)).toHaveValue('11:00')
  expect(field(/^Date/)).toHaveValue('2026-11-25')
})

test('The dialog shows the day’s free slots as buttons, and what takes the other times', async () => {
  await openDialog({})
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/10:00 to 10:30 Anna Berg; 13:00 to 15:00 your calendar/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '11:30' }))
  expect(field(/^Time/)).toHaveValue('11:30')
})

test.each([
  ['10:15', 'Anna Berg has 10:00 to 10:30.'],
  ['13:30', 'Your calendar has 13:00 to 15:00.'],
  ['20:00', 'This is outside your hours. You can still choose it.'],
])('Choosing %s shows a notice before the move is sent: %s', async (time, notice) => {
  await openDialog({})
  await type(/^Time/, time)
  expect(screen.getByText(notice)).toBeVisible()
})

test.each([
  ['has not asked to begin early is warned about', false, '07:00', true],
  ['asked to begin early needs no warning', true, '07:00', false],
])(
  'A move into the days of withdrawal of a buyer who %s',
  async (_what, asksEarlyStart, time, isWarned) => {
    const purchase = buildPurchase({ buyer: { ...privateBuyer, asksEarlyStart } })
    await openDialog({}, { purchase, paidAt: '2026-11-20T09:00:00.000Z', payment: 'paid' })
    await type(/^Time/, time)
    const warning = screen.queryByText(
      /full refund until Friday 4 December 2026, also after the meeting/,
    )
    expect(warning !== null).toBe(isWarned)
    await type(/^Date/, '2026-12-05')
    expect(screen.queryByText(/also after the meeting/)).not.toBeInTheDocument()
  },
)

test('A successful move closes the dialog', async () => {
  await openDialog({ 'reschedule-booking': () => [200, buildDeskBooking()] })
  await type(/^Time/, '11:30')
  const dialog = screen.getByRole('dialog')
  await user.click(screen.getByRole('button', { name: 'Move booking' }))
  await expect.poll(() => dialog.hasAttribute('open')).toBe(false)
})
