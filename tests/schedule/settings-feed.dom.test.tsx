import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { StubAnswer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import {
  emptyFeed,
  FakeSync,
  renderSettings,
  setUpDesk,
  waitUntilLoaded,
} from '#tests/support/schedule/calendar-settings.tsx'

setUpDesk()

describe('Syncing the calendar', () => {
  test('sends a request, shows success, and reloads the schedule', async () => {
    const requests = renderSettings({ 'sync-ical': () => [200, emptyFeed] })
    await waitUntilLoaded()
    await user.click(screen.getByRole('button', { name: 'Sync Calendar' }))
    expect(await screen.findByText('Calendar synced successfully')).toBeVisible()
    await waitFor(() =>
      expect(requests.filter(({ name }) => name === 'get-schedule-settings')).toHaveLength(2),
    )
  })

  test('shows an error if it fails', async () => {
    renderSettings({
      'sync-ical': () => [502, { code: 'failed', error: 'Failed to sync calendar' }],
    })
    await waitUntilLoaded()
    await user.click(screen.getByRole('button', { name: 'Sync Calendar' }))
    expect(await screen.findByText('Failed to sync calendar')).toBeVisible()
  })
})

describe('The settings of the owner’s calendar', () => {
  const failing = {
    maskedAddress: 'calendar.example/…basic.ics',
    syncedAt: '2026-11-24T05:32:00.000Z',
    failure: 'no_calendar' as const,
    failingSince: '2026-11-24T06:32:00.000Z',
    entryCount: 12,
  }

  test('show its age, what is wrong with it, and what that means for bookings', async () => {
    const sync = new FakeSync()
    sync.setFeed(failing)
    renderSettings({}, sync)
    expect(await screen.findByText(/at \d\d:32, 2 hours ago/)).toBeVisible()
    expect(screen.getByText('Not up to date')).toBeVisible()
    expect(screen.getByText(/The address did not return a complete calendar/)).toBeVisible()
    expect(
      screen.getByText('New bookings need your approval until it can be read again.'),
    ).toBeVisible()
  })

  test('name what was not understood in it, and ask about one that is suddenly empty', async () => {
    const note = { key: 'a', title: 'Choir', start: '2026-12-01', count: 1, isSeen: false }
    const sync = new FakeSync()
    sync.setFeed({
      ...failing,
      failure: 'empty',
      unreadableCount: 1,
      guessedZoneCount: 2,
      notes: [{ ...note, kind: 'exceptions', needsApproval: false }],
    })
    const requests = renderSettings({ 'answer-empty-calendar': () => [200, emptyFeed] }, sync)
    expect(
      await screen.findByText('12 entries, 1 not understood, 2 read with a guessed time zone'),
    ).toBeVisible()
    expect(screen.getByText(/^“Choir”, 1 December 2026: its exceptions/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'The calendar is really empty' }))
    await waitFor(() =>
      expect(requests.find(({ name }) => name === 'answer-empty-calendar')?.body).toEqual({
        isReallyEmpty: true,
      }),
    )
  })

  test('send a new address, and show at the field what is wrong with it', async () => {
    const wrong = 'Please enter an address such as https://example.com/calendar.ics.'
    const asked = renderSettings({
      'set-feed': () => [400, { code: 'fields', error: 'Failed', fields: { address: wrong } }],
    })
    const field = await screen.findByLabelText('Calendar address')
    await fillField(field, 'calendar.ics')
    await user.click(screen.getByRole('button', { name: 'Save calendar' }))
    expect(await screen.findByText(wrong)).toBeVisible()
    expect(field).toHaveAttribute('aria-invalid', 'true')
    await waitFor(() => expect(field).toHaveFocus())
    // The same refusal again is a new one.
    const save = screen.getByRole('button', { name: 'Save calendar' })
    await user.click(save)
    await waitFor(() => expect(asked.filter(({ name }) => name === 'set-feed')).toHaveLength(2))
    await waitFor(() => expect(field).toHaveFocus())
    expect(asked.find(({ name }) => name === 'set-feed')).toMatchObject({
      body: { address: 'calendar.ics', staleMinutes: 60 },
    })
  })

  test('give the focus to the state of the calendar after a new address, not to the top of the page', async () => {
    const sync = new FakeSync()
    const saveFeed = (): StubAnswer => {
      sync.setFeed({ ...failing, failure: null, failingSince: null })
      return [200, emptyFeed]
    }
    renderSettings({ 'set-feed': saveFeed }, sync)
    const field = await screen.findByLabelText('Calendar address')
    await fillField(field, 'https://calendar.example/basic.ics')
    const save = screen.getByRole('button', { name: 'Save calendar' })
    await user.click(save)
    const address = await screen.findByText('calendar.example/…basic.ics')
    await waitFor(() => expect(document.activeElement?.contains(address)).toBe(true))
    expect(document.body).not.toHaveFocus()
  })

  test('create a link to the bookings that is shown once, and ask before they replace the previous link', async () => {
    const url = 'https://site.example/functions/bookings-feed?token=secret'
    const made = () => [200, { url, createdAt: '2026-11-24T07:32:00.000Z' }] as [number, unknown]
    const sync = new FakeSync()
    sync.setFeed({ bookingsFeedCreatedAt: '2026-11-20T07:32:00.000Z' })
    const asked = renderSettings({ 'renew-bookings-feed': made }, sync)
    await user.click(await screen.findByRole('button', { name: 'Replace link' }))
    expect(asked.some(({ name }) => name === 'renew-bookings-feed')).toBe(false)
    const question = screen.getByRole('dialog', { name: 'Replace the link?' })
    await user.click(within(question).getByRole('button', { name: 'Replace link' }))
    expect(await screen.findByDisplayValue(url)).toHaveAttribute('readonly')
  })
})
