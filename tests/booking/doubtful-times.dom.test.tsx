import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ServiceType } from '#shared/content/service.ts'
import { openCalendar } from '#tests/support/booking/service-calendar.tsx'
import { user } from '#tests/support/components/user.ts'

const NOW = Date.parse('2026-12-01T08:00:00Z')
const at = (time: string) => `2026-12-03T${time}:00.000Z`
const slots = [at('09:00'), at('10:00'), at('11:00')]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})

async function open(
  calendar: { fresh: boolean; requestSlots: string[] },
  type: ServiceType = 'business-consultancy',
) {
  openCalendar(type, () => ({
    slots,
    bookableTo: '2026-12-31',
    calendar: { asOf: new Date(NOW).toISOString(), ...calendar },
  }))
  await user.click(await screen.findByRole('button', { name: /Thursday 3 December/ }))
}

const choose = (time: string) => user.click(screen.getByRole('button', { name: time }))
const readDetailsButton = async () => {
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const submit = await waitFor(() => {
    const button = document.querySelector('form button[type="submit"]')
    expect(button).not.toBeNull()
    return button
  })
  return submit?.textContent
}

test('A time about which the owner’s calendar is not clear is offered as a request', async () => {
  await open({ fresh: true, requestSlots: [at('10:00')] }, 'initial-consultation')
  expect(screen.getByText(/not clear about some of these times/)).toBeVisible()
  await choose('10:00')
  expect(await screen.findByText(/so your choice is a request until I confirm it/)).toBeVisible()
  expect(screen.queryByText(/^Checked against my own calendar/)).not.toBeInTheDocument()
  expect(await readDetailsButton()).toBe('Send request')
})

test('A time that was checked on a day with such times is confirmed at once', async () => {
  await open({ fresh: true, requestSlots: [at('10:00')] }, 'initial-consultation')
  await choose('10:00')
  await choose('11:00')
  expect(await screen.findByText(/^Checked against my own calendar/)).toBeVisible()
  expect(await readDetailsButton()).toBe('Confirm booking')
})

test('A paid service is not paid for while its time is a request', async () => {
  await open({ fresh: false, requestSlots: slots })
  await choose('09:00')
  expect(await screen.findByText(/so your choice is a request until I confirm it/)).toBeVisible()
  expect(await readDetailsButton()).toBe('Send request')
  expect(screen.queryByText(/while you pay/)).not.toBeInTheDocument()
})
