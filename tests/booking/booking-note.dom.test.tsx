import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BookingHistory } from '#client/desk/bookings/booking-detail.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { astrid, setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

setUpOwnerDevice()

let calls = 0
/** Runs before the server's answer. */
let whileSending = () => {}
const command = {
  busy: false,
  commandCount: 0,
  successText: undefined,
  errorText: undefined,
  run: async () => {
    calls++
    whileSending()
    return true
  },
  formatNotice: () => '',
}

const show = (id: string) =>
  render(
    <BookingHistory
      booking={buildDeskBooking({ id })}
      command={command}
      disabledReason={undefined}
    />,
  )
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Add a note')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add note' }))

test('A note draft is restored at its own booking only, and only for the account that typed it', () => {
  show('one')
  type('Prefers the phone.')
  cleanup()
  show('another')
  expect(field()).toHaveValue('')
  cleanup()
  show('one')
  expect(field()).toHaveValue('Prefers the phone.')
  cleanup()
  // Another tab may change the account while this one cannot notice a sign-out.
  storeAccount({ ...astrid, id: 'u2' })
  show('one')
  expect(field()).toHaveValue('')
})

test('An empty note shows an error until text is typed, and sends nothing', async () => {
  calls = 0
  show('one')
  add()
  const fieldError = await screen.findByText('Please write the note first.')
  expect(field()).toHaveFocus()
  type('P')
  expect(fieldError.isConnected).toBe(false)
  expect(calls).toBe(0)
})

test('Text typed while a note is being sent is preserved', async () => {
  show('one')
  type('Prefers the phone.')
  whileSending = () => type('Prefers the phone. And trains.')
  await act(async () => add())
  expect(field()).toHaveValue('Prefers the phone. And trains.')
  whileSending = () => {}
  await act(async () => add())
  expect(field()).toHaveValue('')
  cleanup()
  show('one')
  expect(field()).toHaveValue('')
})
