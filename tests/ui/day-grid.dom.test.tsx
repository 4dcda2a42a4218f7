import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DayGrid } from '#client/ui/calendar/day-grid.tsx'
import { SlotList } from '#client/ui/calendar/slot-list.tsx'
import { user } from '#tests/support/components/user.ts'

/** The calendar on Sunday 29 November, with times from the next day on. */
function Calendar() {
  const today = '2026-11-29'
  const [shown, setShown] = useState(today)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <DayGrid
      shown={shown}
      today={today}
      lastDate="2027-02-27"
      chosen={chosen}
      isLoading={false}
      getDayState={(date) => (date < today ? 'past' : date === today ? 'blocked' : 'open')}
      onTurn={setShown}
      onChoose={setChosen}
    />
  )
}

const listDays = () =>
  screen.getAllByRole('button', { name: /^\w+day / }).map((day) => day.getAttribute('aria-label'))
const day = (name: string) => screen.getByRole('button', { name })
const turn = (name: RegExp) => user.click(screen.getByRole('button', { name }))
const focused = () => document.activeElement?.getAttribute('aria-label')

test('At a month’s end the calendar shows five weeks, most of which are still to come', () => {
  render(<Calendar />)
  expect(listDays()).toHaveLength(35)
  expect(listDays()[0]).toBe('Monday 23 November 2026')
  expect(listDays().at(-1)).toBe('Sunday 27 December 2026')
  expect(screen.getAllByText('Past date')).toHaveLength(6)
})

test('The first day shown and each first of a month name their month', () => {
  render(<Calendar />)
  const named = document.querySelectorAll<HTMLElement>('[data-month]')
  expect([...named].map(({ dataset, textContent }) => `${textContent} ${dataset.month}`)).toEqual([
    '23 Nov',
    '1 Dec',
  ])
})

test('The arrows go on by five weeks, up to the last bookable date and back to this week', async () => {
  render(<Calendar />)
  expect(screen.getByRole('button', { name: /^Previous/ })).toBeDisabled()
  await turn(/^Next five weeks, from 28 December$/)
  expect(screen.getByRole('table', { name: 'December to January' })).toBeVisible()
  await turn(/^Next five weeks, from 1 February$/)
  expect(listDays()[0]).toBe('Monday 1 February 2027')
  expect(screen.getByRole('button', { name: /^Next/ })).toBeDisabled()
  await turn(/^Previous five weeks, from 28 December$/)
  expect(listDays()[0]).toBe('Monday 28 December 2026')
})

test('The calendar is one tab stop, in which keys lead from day to day and from page to page', async () => {
  render(<Calendar />)
  day('Sunday 29 November 2026').focus()
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('Monday 30 November 2026')
  await user.keyboard('{PageDown}')
  expect(focused()).toBe('Monday 4 January 2027')
  await user.keyboard('{PageUp}{End}{ArrowDown}')
  expect(focused()).toBe('Sunday 13 December 2026')
  expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1)
})

test('A day that cannot be chosen says why, and pressing it chooses nothing', async () => {
  render(<Calendar />)
  await user.click(day('Sunday 29 November 2026'))
  expect(screen.getByRole('status')).toHaveTextContent('Sunday 29 November: Not available')
  await user.click(day('Monday 30 November 2026'))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(day('Monday 30 November 2026')).toHaveAttribute('aria-pressed', 'true')
})

test('The times of a day are one tab stop, in which arrow keys lead from time to time', async () => {
  const starts = ['09:00', '09:30', '10:00'].map((time) => Date.parse(`2026-11-30T${time}Z`))
  const [lost = 0, chosen = 0] = starts
  render(
    <>
      <button type="button">Before</button>
      <SlotList
        label="Times"
        zone="UTC"
        starts={starts.slice(1)}
        chosen={[chosen]}
        lost={[lost]}
        onChoose={() => {}}
      />
      <button type="button">After</button>
    </>,
  )
  const read = () => document.activeElement?.textContent
  screen.getByText('Before').focus()
  await user.tab()
  expect(read()).toBe('09:30')
  await user.keyboard('{ArrowRight}')
  expect(read()).toBe('10:00')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(read()).toBe('09:30')
  await user.keyboard('{End}')
  expect(read()).toBe('10:00')
  await user.tab()
  expect(read()).toBe('After')
  await user.tab({ shift: true })
  expect(read()).toBe('10:00')
})
