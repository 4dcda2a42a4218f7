import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BookingHistory } from '#client/desk/bookings/booking-detail.tsx'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { deskRecord } from '#tests/support/desk-record.ts'
import { astrid, eachOnOwnersDevice } from '#tests/support/owners-store.ts'

eachOnOwnersDevice()

let given = 0
/** Runs before the server's answer. */
let meanwhile = () => {}
const command = {
  busy: false,
  given: 0,
  done: undefined,
  failed: undefined,
  give: async () => {
    given++
    meanwhile()
    return true
  },
}

const show = (id: string) =>
  render(<BookingHistory booking={deskRecord({ id })} command={command} offline={undefined} />)
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Add a note')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add note' }))

test('a note that was begun at one booking is there again after a look at another, and for nobody else', () => {
  show('one')
  type('Prefers the phone.')
  cleanup()
  show('another')
  expect(field().value).toBe('')
  cleanup()
  show('one')
  expect(field().value).toBe('Prefers the phone.')
  cleanup()
  rememberAccount(null)
  rememberAccount({ ...astrid, id: 'u2' })
  show('one')
  expect(field().value).toBe('')
})

test('a note without words is asked for until some are typed, and nothing is sent', async () => {
  given = 0
  show('one')
  add()
  const asked = await screen.findByText('Please write the note first.')
  expect(document.activeElement).toBe(field())
  type('P')
  expect(asked.isConnected).toBe(false)
  expect(given).toBe(0)
})

test('what is typed while a note is on its way stays', async () => {
  show('one')
  type('Prefers the phone.')
  meanwhile = () => type('Prefers the phone. And trains.')
  await act(async () => add())
  expect(field().value).toBe('Prefers the phone. And trains.')
  meanwhile = () => {}
  await act(async () => add())
  expect(field().value).toBe('')
  cleanup()
  show('one')
  expect(field().value).toBe('')
})
