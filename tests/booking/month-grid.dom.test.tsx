import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MonthGrid } from '#client/booking/calendar/month-grid.tsx'
import { user } from '#tests/support/components/user.ts'

afterEach(cleanup)

const nothing = () => {}

function renderMonth(today: string, month = today) {
  render(
    <MonthGrid
      month={month}
      today={today}
      lastDate="2027-02-28"
      chosen={null}
      isLoading={false}
      getDayState={(date) => (date < today ? 'past' : 'open')}
      onMonthChange={nothing}
      onChoose={nothing}
      onBlocked={nothing}
    />,
  )
}

const earlier = () => screen.queryByRole('button', { name: 'Earlier' })
const row = (name: string) => screen.getByRole('button', { name }).closest('tr')

test('Weeks that are over are folded, and “Earlier” shows them', async () => {
  renderMonth('2026-11-25')
  expect(row('Sunday 22 November 2026')?.className).not.toBe('')
  expect(row('Monday 23 November 2026')?.className).toBe('')
  await user.click(screen.getByRole('button', { name: 'Earlier' }))
  expect(row('Sunday 22 November 2026')?.className).toBe('')
  expect(earlier()).toBeNull()
})

test('A day of a folded week that the keyboard reaches is shown', async () => {
  renderMonth('2026-11-25')
  screen.getByRole('button', { name: 'Wednesday 25 November 2026' }).focus()
  await user.keyboard('{ArrowUp}')
  expect(row('Wednesday 18 November 2026')?.className).toBe('')
  expect(document.activeElement).toHaveAttribute('aria-label', 'Wednesday 18 November 2026')
})

test('A month without past weeks has nothing to fold', () => {
  renderMonth('2026-11-25', '2026-12-01')
  expect(earlier()).toBeNull()
  cleanup()
  renderMonth('2026-11-01')
  expect(earlier()).toBeNull()
})
