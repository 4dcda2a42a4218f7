import { cleanup, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  CancelBooking,
  FailedRefund,
  RefundBooking,
} from '#client/desk/bookings/commands/cancel-and-refund.tsx'
import { useBookingCommand } from '#client/desk/bookings/commands/use-booking-command.tsx'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { holdAnswer, type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'
import { buildPurchase, companyBuyer } from '#tests/support/payment/buyer.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const paid = buildDeskBooking({
  serviceType: 'bespoke-planning',
  payment: 'paid',
  amount: 400_000,
  refundable: 400_000,
  version: 'seen',
})

function DialogHost({ booking }: { booking: typeof paid }) {
  const command = useBookingCommand({ booking, onUpdated: () => {}, reload: () => {} })
  return <CancelBooking {...{ booking, command }} now={NOW} disabledReason={undefined} />
}

async function openDialog(answers: StubAnswers, booking = paid) {
  const requests = stubServer(answers)
  render(<DialogHost booking={booking} />)
  await user.click(screen.getByRole('button', { name: 'Cancel booking' }))
  return { requests, dialog: within(screen.getByRole('dialog')) }
}

const confirm = () =>
  within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', {
    name: 'Cancel booking',
  })

test('A cancellation offers what the provider says, and names the version that this belongs to', async () => {
  const checked = holdAnswer([200, { ...paid, refundable: 300_000, version: 'checked' }])
  const { requests, dialog } = await openDialog({
    'check-refundable': checked.answer,
    'cancel-booking-as-owner': () => [200, { ...paid, status: 'cancelled' }],
  })
  expect(confirm()).toBeDisabled()
  checked.release()
  expect(await dialog.findByText(/Only NOK.3,000 can still be refunded/)).toBeVisible()
  expect(dialog.getByLabelText(/All that remains \(NOK.3,000\)/)).toBeVisible()
  await user.click(confirm())
  await dialog.findByText(/will be released/)
  expect(requests.find(({ name }) => name === 'cancel-booking-as-owner')?.body).toEqual({
    id: paid.id,
    expectedVersion: 'checked',
    refund: 300_000,
  })
})

test('If the provider does not answer, the dialog says whose amount it shows, and the booking can still be cancelled', async () => {
  const { dialog } = await openDialog({
    'check-refundable': () => [502, { code: 'provider', error: 'No answer' }],
  })
  expect(await dialog.findByText(/The payment provider did not answer/)).toBeVisible()
  expect(dialog.getByLabelText(/Full refund \(NOK.4,000\)/)).toBeVisible()
  expect(confirm()).toBeEnabled()
})

test('Money that the bank holds is not offered', async () => {
  const { dialog } = await openDialog({
    'check-refundable': () => [200, { ...paid, refundable: 0 }],
  })
  expect(await dialog.findByText(/Nothing can be refunded any more/)).toBeVisible()
  expect(dialog.queryByRole('radio')).not.toBeInTheDocument()
  expect(confirm()).toBeEnabled()
})

test('Who keeps a part of a private purchase is told that the guest can still withdraw', async () => {
  const answers = { 'check-refundable': () => [200, paid] } satisfies StubAnswers
  const bought = { ...paid, purchase: buildPurchase(), paidAt: '2026-11-20T12:00:00.000Z' }
  const { dialog } = await openDialog(answers, { ...bought, demo: true })
  const hint = /Elisabeth can still withdraw until .* and then gets the rest back/
  expect(dialog.queryByText(hint)).not.toBeInTheDocument()
  await user.click(dialog.getByLabelText('Partial refund'))
  expect(dialog.getByText(hint)).toBeVisible()
  await user.click(dialog.getByLabelText('No refund'))
  expect(dialog.getByText(hint)).toBeVisible()
  cleanup()
  const company = { ...bought, purchase: buildPurchase({ buyer: companyBuyer }), demo: true }
  const other = await openDialog(answers, company)
  await user.click(other.dialog.getByLabelText('No refund'))
  expect(other.dialog.queryByText(hint)).not.toBeInTheDocument()
})

test('A free or demonstration booking asks no provider', async () => {
  const { requests } = await openDialog({}, { ...paid, demo: true })
  expect(requests.map(({ name }) => name)).not.toContain('check-refundable')
  expect(confirm()).toBeEnabled()
})

const refund = { id: 'refund', amount: 50_000, at: '2026-11-20T12:00:00.000Z' }

function OtherDialogHost({ kind }: { kind: 'refund' | 'settle' }) {
  const command = useBookingCommand({ booking: paid, onUpdated: () => {}, reload: () => {} })
  const given = { booking: paid, command, disabledReason: undefined }
  return kind === 'refund' ? (
    <RefundBooking {...given} now={NOW} />
  ) : (
    <FailedRefund {...given} refund={refund} />
  )
}

test.each([
  ['cancelling', <DialogHost key="1" booking={paid} />, 'Cancel booking', 'Cancel booking'],
  ['refunding', <OtherDialogHost key="2" kind="refund" />, 'Refund', 'Refund'],
  ['settling', <OtherDialogHost key="3" kind="settle" />, 'Settled another way', 'Mark as settled'],
])(
  'The dialog of %s takes the focus to the field that it refuses, each time',
  async (_what, host, open, label) => {
    stubServer({ 'check-refundable': () => [200, paid] })
    render(host)
    await user.click(screen.getByRole('button', { name: open }))
    const dialog = within(screen.getByRole('dialog'))
    const partial =
      label === 'Mark as settled' ? undefined : await dialog.findByLabelText('Partial refund')
    if (partial) await user.click(partial)
    const button = dialog.getByRole('button', { name: label })
    const field = dialog.getByRole('textbox')
    for (let press = 0; press < 2; press++) {
      await user.click(button)
      expect(field).toHaveFocus()
      expect(field).toHaveAttribute('aria-invalid', 'true')
    }
  },
)
