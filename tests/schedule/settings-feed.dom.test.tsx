import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { eachAtTheDesk, feed, loaded, show } from '#tests/support/calendar-settings.tsx'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/exchanging-book.ts')).exchangingBook,
)

eachAtTheDesk()

describe('syncing', () => {
  test('asks, tells of success, and loads the schedule anew', async () => {
    const asked = show({ 'sync-ical': () => [200, feed] })
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Sync Calendar' }))
    expect(await screen.findByText('Calendar synced successfully')).toBeTruthy()
    await waitFor(() =>
      expect(asked.filter(({ name }) => name === 'get-schedule-settings')).toHaveLength(2),
    )
  })

  test('that fails says so', async () => {
    show({ 'sync-ical': () => [502, { code: 'failed', error: 'Failed to sync calendar' }] })
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Sync Calendar' }))
    expect(await screen.findByText('Failed to sync calendar')).toBeTruthy()
  })
})

describe('the owner’s own calendar', () => {
  const failing = {
    ...feed,
    shown: 'calendar.example/…basic.ics',
    state: 'stale',
    syncedAt: '2026-11-24T05:32:00.000Z',
    failure: 'no_calendar',
    failingSince: '2026-11-24T06:32:00.000Z',
    entries: 12,
  }

  test('tells its age, what is wrong with it, and what that means for bookings', async () => {
    show({ 'get-feed': () => [200, failing] })
    expect(await screen.findByText(/at \d\d:32, 2 hours ago/)).toBeTruthy()
    expect(screen.getByText('Not up to date')).toBeTruthy()
    expect(screen.getByText(/The address did not return a complete calendar/)).toBeTruthy()
    expect(
      screen.getByText('New bookings need your approval until it can be read again.'),
    ).toBeTruthy()
  })

  test('takes a new address, and says at the field what is wrong with one', async () => {
    const wrong = 'Please enter an address such as https://example.com/calendar.ics.'
    const asked = show({
      'set-feed': () => [400, { code: 'fields', error: 'Failed', fields: { address: wrong } }],
    })
    const field = await screen.findByLabelText('Calendar address')
    fireEvent.change(field, { target: { value: 'calendar.ics' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save calendar' }))
    expect(await screen.findByText(wrong)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(asked.find(({ name }) => name === 'set-feed')).toMatchObject({
      body: { address: 'calendar.ics', staleMinutes: 60 },
    })
  })

  test('makes an address of the bookings, shown once, and asks before it ends the one before', async () => {
    const url = 'https://site.example/functions/bookings-feed?token=secret'
    const made = () => [200, { url, madeAt: '2026-11-24T07:32:00.000Z' }] as [number, unknown]
    const asked = show({
      'get-feed': () => [200, { ...feed, bookingsFeedMadeAt: '2026-11-20T07:32:00.000Z' }],
      'renew-bookings-feed': made,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Replace link' }))
    expect(asked.some(({ name }) => name === 'renew-bookings-feed')).toBe(false)
    const question = screen.getByRole('dialog', { name: 'Replace the link?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Replace link' }))
    expect((await screen.findByDisplayValue(url)).getAttribute('readonly')).not.toBeNull()
  })
})
