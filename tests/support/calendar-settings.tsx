import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { forgetOwner } from '#client/book/forget-owner.ts'
import { CalendarSettingsPage } from '#client/desk/schedule/calendar-settings-page.tsx'
import { rememberAccount } from '#client/lib/data/account-here.ts'

import { type OwnerSchedule, wireOf } from '#shared/schedule/desk-api.ts'
import type { DaySchedule } from '#shared/schedule/schema.ts'
import { defaultSchedule, defaultWeek } from '#shared/schedule/schema.ts'
import { type Answers, answerWith } from './answers.ts'
import { giveDialogs } from './dialogs.ts'

export const NOW = Date.parse('2026-11-24T07:32:00Z')

const { version: _version, ...content } = defaultSchedule

const defaults = content

/** The schedule as the server sends it. */
export function served(change: Partial<OwnerSchedule> = {}): OwnerSchedule {
  const saved = { version: 4, epoch: 'e', changedAt: {}, savedBy: '', meetings: [] }
  return { ...wireOf(defaults), ...saved, ...change }
}

export const closed: DaySchedule = { enabled: false, timeSlots: [] }
export const open = (start: string, end: string): DaySchedule => ({
  enabled: true,
  timeSlots: [{ start, end }],
})
export const week = (days: Record<number, DaySchedule>) =>
  wireOf({ ...defaults, weekly: defaultWeek.map((day, index) => days[index] ?? day) }).schedule

export const feed = {
  shown: null,
  staleMinutes: 60,
  state: 'none',
  syncedAt: null,
  triedAt: null,
  failure: null,
  failingSince: null,
  entries: 0,
  unreadable: 0,
  bookingsFeedMadeAt: null,
}

/** Shows the page with these server answers; returns the log of requests. */
export function show(answers: Answers = {}) {
  const asked = answerWith({
    'get-schedule-settings': () => [200, served()],
    'get-feed': () => [200, feed],
    'update-schedule': ({ body }) => [
      200,
      { ...served(), ...(body as object), version: 5, outside: [] },
    ],
    ...answers,
  })
  const Page = () => (
    <main id="main">
      <Link to="/elsewhere">Elsewhere</Link>
      <CalendarSettingsPage />
    </main>
  )
  const router = createMemoryRouter(
    [
      { path: '/admin/settings', Component: Page },
      { path: '/elsewhere', element: <p>Another page</p> },
    ],
    { initialEntries: ['/admin/settings'] },
  )
  render(<RouterProvider router={router} />)
  return asked
}

export const day = (name: string) => within(screen.getByRole('group', { name }))
export const saveButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Save Changes|Saving)/ })
export const WARNING = "You have unsaved changes. Don't forget to save your changes before leaving."
export const setTime = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
export const publishes = (asked: { name: string }[]) =>
  asked.filter(({ name }) => name === 'update-schedule')

export async function loaded() {
  await waitFor(() =>
    expect(day('Monday').getByRole<HTMLInputElement>('switch').disabled).toBe(false),
  )
}

let owners = 0

/** The owner of the desk in this test. */
const ownerId = () => `owner-${owners}`

/** Gives each test of the file a signed-in owner and a fixed clock. */
export function eachAtTheDesk(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    owners++
    // Each test has its own owner, so its own database: unfinished work stays out of the next test.
    rememberAccount({
      id: ownerId(),
      role: 'owner',
      name: 'Astrid',
      email: 'astrid@example.com',
      secondFactor: false,
    })
    // jsdom has no layout, so no `scrollIntoView`.
    Element.prototype.scrollIntoView ??= () => {}
    giveDialogs()
  })

  afterEach(async () => {
    cleanup()
    await forgetOwner()
    vi.useRealTimers()
  })
}
