import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openCalendar } from '#tests/support/booking/service-calendar.tsx'
import { user } from '#tests/support/components/user.ts'

/** A Sunday, 27 November having been the last day with times of its month but one. */
const NOW = Date.parse('2026-11-29T08:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})

/** Opens a calendar with these free times up to a last date; returns the log of requests. */
const open = (slots: readonly string[], bookableTo = '2027-02-27') =>
  openCalendar('initial-consultation', ({ from = '', to }) => ({
    slots: slots.filter((slot) => slot >= from && slot < `${to}T24`),
    bookableTo,
  }))

const listRanges = (requests: ReturnType<typeof open>) =>
  requests.flatMap(({ name, query }) =>
    name === 'get-availability' ? [`${query.from} to ${query.to}`] : [],
  )
const getFirst = (name: string) => screen.findByRole('button', { name })

test('One press on “First free” chooses its date and its time', async () => {
  open(['2026-11-30T09:00:00.000Z', '2026-12-01T10:00:00.000Z'])
  const first = await getFirst('First free: Monday 30 November, 09:00')
  await user.click(first)
  expect(first).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('button', { name: '09:00' })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('button', { name: 'Monday 30 November 2026' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled()
})

test('If five weeks and the five after them are full, the calendar goes on to those with the first free time', async () => {
  const requests = open(['2027-02-03T09:00:00.000Z'])
  expect(await getFirst('First free: Wednesday 3 February, 09:00')).toBeVisible()
  expect(screen.getByRole('table', { name: 'February to March' })).toBeVisible()
  expect(listRanges(requests)).toEqual([
    '2026-11-22 to 2026-12-28',
    '2026-12-27 to 2027-02-01',
    '2027-01-31 to 2027-03-08',
  ])
})

test('Pressed on other weeks, “First free” leads back to those of its date', async () => {
  open(['2026-11-30T09:00:00.000Z', '2027-01-05T09:00:00.000Z'])
  const first = await getFirst('First free: Monday 30 November, 09:00')
  await user.click(screen.getByRole('button', { name: /^Next five weeks/ }))
  await user.click(first)
  expect(screen.getByRole('table', { name: 'November to December' })).toBeVisible()
})

test('Without any free time there is no first one, and the calendar ends with the bookable dates', async () => {
  const requests = open([], '2027-01-10')
  await waitFor(() => expect(listRanges(requests)).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'))
  expect(screen.queryByRole('button', { name: /^First free/ })).not.toBeInTheDocument()
  expect(screen.getByRole('table', { name: 'December to January' })).toBeVisible()
})
