import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useCommand } from '#client/desk/bookings/commands/command.tsx'
import { MoveBooking } from '#client/desk/bookings/commands/move-booking.tsx'
import { type Answers, answerWith } from '#tests/support/answers.ts'
import { deskRecord } from '#tests/support/desk-record.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

/** Wednesday 25 November 2026: a guest has 10:00 in Oslo, the owner's feed has 13:00 to 15:00. */
const day = {
  hours: [{ start: '2026-11-25T08:00:00.000Z', end: '2026-11-25T16:00:00.000Z' }],
  free: ['2026-11-25T08:00:00.000Z', '2026-11-25T10:30:00.000Z'],
  taken: [
    { start: '2026-11-25T09:00:00.000Z', end: '2026-11-25T09:30:00.000Z', name: 'Anna Berg' },
    { start: '2026-11-25T12:00:00.000Z', end: '2026-11-25T14:00:00.000Z', name: null },
  ],
}

function Moving() {
  const booking = deskRecord()
  const command = useCommand({ booking, answered: () => {}, reload: () => {} })
  return <MoveBooking {...{ booking, command }} now={NOW} barred={undefined} />
}

beforeEach(giveDialogs)
afterEach(cleanup)

async function open(answers: Answers) {
  const asked = answerWith({ 'get-move-day': () => [200, day], ...answers })
  render(<Moving />)
  fireEvent.click(screen.getByRole('button', { name: 'Move to a new time' }))
  await screen.findByText('Free on that day')
  return asked
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })

test('a refused move keeps the dialog and what was typed, and says whose time it is', async () => {
  await open({
    'reschedule-booking': () => [
      409,
      { code: 'booked', error: 'Anna Berg has booked then, from 11:00 to 11:30.' },
    ],
  })
  type(/^Time/, '11:00')
  fireEvent.click(screen.getByRole('button', { name: 'Move booking' }))
  expect(await screen.findByText('Anna Berg has booked then, from 11:00 to 11:30.')).toBeTruthy()
  expect(screen.getByRole('dialog').hasAttribute('open')).toBe(true)
  expect(field(/^Time/).value).toBe('11:00')
  expect(field(/^Date/).value).toBe('2026-11-25')
})

test('while choosing, the free times of the day are there to press, and what has the others', async () => {
  await open({})
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/10:00 to 10:30 Anna Berg; 13:00 to 15:00 your calendar/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '11:30' }))
  expect(field(/^Time/).value).toBe('11:30')
})

test.each([
  ['10:15', 'Anna Berg has 10:00 to 10:30.'],
  ['13:30', 'Your calendar has 13:00 to 15:00.'],
  ['20:00', 'This is outside your hours. You can still choose it.'],
])('a time at %s is told before it is sent: %s', async (time, words) => {
  await open({})
  type(/^Time/, time)
  expect(screen.getByText(words)).toBeTruthy()
})

test('a move that was made closes the dialog', async () => {
  await open({ 'reschedule-booking': () => [200, deskRecord()] })
  type(/^Time/, '11:30')
  const dialog = screen.getByRole('dialog')
  fireEvent.click(screen.getByRole('button', { name: 'Move booking' }))
  await expect.poll(() => dialog.hasAttribute('open')).toBe(false)
})
