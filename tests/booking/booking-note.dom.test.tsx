import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BookingHistory } from '#client/desk/bookings/booking-detail.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { astrid, setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

setUpOwnerDevice()

let calls = 0
/** Answers the note that is being sent. */
let answer = () => {}
const command = {
  busy: false,
  commandCount: 0,
  successText: undefined,
  errorText: undefined,
  run: () => {
    calls++
    return new Promise<boolean>((resolve) => (answer = () => resolve(true)))
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
const type = (value: string) => fillField(field(), value)
const add = () => user.click(screen.getByRole('button', { name: 'Add note' }))

test('A note draft is restored at its own booking only, and only for the account that typed it', async () => {
  show('one')
  await type('Prefers the phone.')
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
  await add()
  const fieldError = await screen.findByText('Please write the note first.')
  expect(field()).toHaveFocus()
  await type('P')
  expect(fieldError.isConnected).toBe(false)
  expect(calls).toBe(0)
})

test('Text typed while a note is being sent is preserved', async () => {
  show('one')
  await type('Prefers the phone.')
  await add()
  await type('Prefers the phone. And trains.')
  await act(async () => answer())
  expect(field()).toHaveValue('Prefers the phone. And trains.')
  await add()
  await act(async () => answer())
  expect(field()).toHaveValue('')
  cleanup()
  show('one')
  expect(field()).toHaveValue('')
})
