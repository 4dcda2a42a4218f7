import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { wipeOwnerData } from '#client/book/wipe-owner-data.ts'
import { CalendarSettingsPage } from '#client/desk/schedule/calendar-settings-page.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'

import { type OwnerSchedule, toWireSchedule } from '#shared/schedule/desk-api.ts'
import type { DaySchedule } from '#shared/schedule/schema.ts'
import { defaultSchedule, defaultWeek } from '#shared/schedule/schema.ts'
import { installDialogs } from './dialog-polyfill.ts'
import { renderRoutes } from './site-router.tsx'
import { type StubAnswers, stubServer } from './stub-server.ts'

export const NOW = Date.parse('2026-11-24T07:32:00Z')

const { version: _version, ...content } = defaultSchedule

const defaults = content

/** The schedule as the server sends it. */
export function buildOwnerSchedule(change: Partial<OwnerSchedule> = {}): OwnerSchedule {
  const saved = { version: 4, epoch: 'e', changedAt: {}, savedByDevice: '', meetings: [] }
  return { ...toWireSchedule(defaults), ...saved, ...change }
}

export const closedDay: DaySchedule = { enabled: false, timeSlots: [] }
export const openDay = (start: string, end: string): DaySchedule => ({
  enabled: true,
  timeSlots: [{ start, end }],
})
export const buildWeek = (days: Record<number, DaySchedule>) =>
  toWireSchedule({ ...defaults, weekly: defaultWeek.map((day, index) => days[index] ?? day) })
    .schedule

export const emptyFeed = {
  maskedAddress: null,
  staleMinutes: 60,
  state: 'none',
  syncedAt: null,
  triedAt: null,
  failure: null,
  failingSince: null,
  entryCount: 0,
  unreadableCount: 0,
  guessedZoneCount: 0,
  notes: [],
  isEmptyQuestionOpen: false,
  bookingsFeedCreatedAt: null,
}

/** Shows the page with these server answers; returns the log of requests. */
export function renderSettings(answers: StubAnswers = {}) {
  const requests = stubServer({
    'get-schedule-settings': () => [200, buildOwnerSchedule()],
    'get-feed': () => [200, emptyFeed],
    'update-schedule': ({ body }) => [
      200,
      { ...buildOwnerSchedule(), ...(body as object), version: 5, meetingsOutsideHours: [] },
    ],
    ...answers,
  })
  const Page = () => (
    <main id="main">
      <Link to="/elsewhere">Elsewhere</Link>
      <CalendarSettingsPage />
    </main>
  )
  renderRoutes(
    [
      { path: '/admin/settings', Component: Page },
      { path: '/elsewhere', element: <p>Another page</p> },
    ],
    '/admin/settings',
  )
  return requests
}

export const getDayGroup = (name: string) => within(screen.getByRole('group', { name }))
export const getSaveButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Save Changes|Saving)/ })
export const WARNING = "You have unsaved changes. Don't forget to save your changes before leaving."
export const setTime = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
export const filterPublishes = (requests: { name: string }[]) =>
  requests.filter(({ name }) => name === 'update-schedule')

export async function waitUntilLoaded() {
  await waitFor(() =>
    expect(getDayGroup('Monday').getByRole<HTMLInputElement>('switch').disabled).toBe(false),
  )
}

let ownerCount = 0

/** The owner of the desk in this test. */
const getOwnerId = () => `owner-${ownerCount}`

/** Gives each test of the file a signed-in owner and a fixed clock. */
export function setUpDesk(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    ownerCount++
    // Each test has its own owner, so its own database: unfinished work stays out of the next test.
    storeAccount({
      id: getOwnerId(),
      role: 'owner',
      name: 'Astrid',
      email: 'astrid@example.com',
      hasSecondFactor: false,
    })
    // jsdom has no layout, so no `scrollIntoView`.
    Element.prototype.scrollIntoView ??= () => {}
    installDialogs()
  })

  afterEach(async () => {
    cleanup()
    await wipeOwnerData()
    vi.useRealTimers()
  })
}
