import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  buildOwnerSchedule,
  buildWeek,
  closedDay,
  filterPublishes,
  getDayGroup,
  getSaveButton,
  NOW,
  openDay,
  renderSettings,
  setTime,
  setUpDesk,
  WARNING,
  waitUntilLoaded,
} from '#tests/support/calendar-settings.tsx'
import type { StubAnswer } from '#tests/support/stub-server.ts'

vi.mock(
  '#client/book/book-client.ts',
  async () => (await import('#tests/support/syncing-book-stub.ts')).syncingBookStub,
)

setUpDesk()

describe('Saving the weekly hours', () => {
  test('sends the seven days and the version, disables the controls, and shows success for 3 seconds', async () => {
    let respond: (answer: StubAnswer) => void = () => {}
    const answered = new Promise<StubAnswer>((resolve) => {
      respond = resolve
    })
    const requests = renderSettings({ 'update-schedule': () => answered })
    await waitUntilLoaded()
    fireEvent.click(getDayGroup('Friday').getByRole('switch'))
    fireEvent.click(getSaveButton())
    expect(getSaveButton().textContent).toBe('Saving...')
    expect(getDayGroup('Monday').getByRole<HTMLInputElement>('switch').disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Monday, slot 1 start').disabled).toBe(true)
    expect(filterPublishes(requests)[0]).toMatchObject({
      body: {
        version: 4,
        schedule: buildWeek({ 5: { ...openDay('09:00', '17:00'), enabled: false } }),
      },
    })
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    respond([
      200,
      {
        ...buildOwnerSchedule({ schedule: buildWeek({ 5: closedDay }), version: 5 }),
        meetingsOutsideHours: [],
      },
    ])
    await vi.waitFor(() => screen.getByText('Schedule saved successfully'))
    expect(screen.queryByText(WARNING)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2900))
    expect(screen.queryByText('Schedule saved successfully')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.queryByText('Schedule saved successfully')).toBeNull()
  })

  test.each([
    [
      'the server’s own error',
      [422, { code: 'fields', error: 'Please check the highlighted times.' }],
      'Please check the highlighted times.',
    ],
    [
      'the specified words where the server gave none',
      [500, 'trouble'],
      'Failed to update schedule',
    ],
  ] as const)('that fails shows %s, and preserves the changes', async (_what, answer, text) => {
    renderSettings({ 'update-schedule': () => answer as never })
    await waitUntilLoaded()
    fireEvent.click(getDayGroup('Friday').getByRole('switch'))
    fireEvent.click(getSaveButton())
    expect(await screen.findByText(text)).toBeTruthy()
    expect(getDayGroup('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
  })
})

describe('The settings page without a working server', () => {
  test('shows the default schedule and the specified messages, and cannot publish, if nothing was ever loaded', async () => {
    const requests = renderSettings({
      'get-schedule-settings': () => undefined,
      'get-feed': () => undefined,
    })
    expect(await screen.findByText('The backend is not connected')).toBeTruthy()
    expect(screen.getByText('Failed to load schedule. Using default settings.')).toBeTruthy()
    expect(screen.getByText(/Default schedule settings are used/)).toBeTruthy()
    await waitUntilLoaded()
    fireEvent.click(getDayGroup('Friday').getByRole('switch'))
    fireEvent.click(getSaveButton())
    expect(await screen.findByText('Failed to save changes')).toBeTruthy()
    expect(filterPublishes(requests)).toEqual([])
  })

  test('restores the draft after a reload, on top of the last known hours', async () => {
    renderSettings()
    await waitUntilLoaded()
    fireEvent.click(getDayGroup('Friday').getByRole('switch'))
    expect(screen.getByText(WARNING)).toBeTruthy()
    cleanup()
    renderSettings({ 'get-schedule-settings': () => undefined })
    expect(await screen.findByText('The backend is not connected')).toBeTruthy()
    expect(await getDayGroup('Friday').findByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
    expect(screen.queryByText(/Using default settings/)).toBeNull()
  })

  test('reports a server error as a failed load, not as a missing connection', async () => {
    renderSettings({ 'get-schedule-settings': () => [500, 'trouble'] })
    expect(await screen.findByText('Failed to load schedule. Using default settings.')).toBeTruthy()
    expect(screen.queryByText('The backend is not connected')).toBeNull()
  })
})

describe('A schedule that was changed on two devices', () => {
  const elsewhere = buildOwnerSchedule({
    version: 5,
    schedule: buildWeek({ 3: openDay('08:00', '17:00'), 5: closedDay }),
    changedAt: { 'day:3': '2026-11-24T07:26:00.000Z', 'day:5': '2026-11-24T07:26:00.000Z' },
    savedByDevice: 'Telephone',
    meetings: [
      {
        id: 'booking',
        name: 'Kenji Arai',
        serviceType: 'initial-consultation',
        start: '2026-11-27T12:30:00.000Z',
        end: '2026-11-27T13:00:00.000Z',
      },
    ],
  })

  async function meet() {
    let now = buildOwnerSchedule()
    const requests = renderSettings({
      'get-schedule-settings': () => [200, now],
      'update-schedule': ({ body }) => {
        const { version } = body as { version: number }
        if (version === 4) {
          now = elsewhere
          return [409, { code: 'changed', error: 'The schedule was changed on two devices' }]
        }
        return [200, { ...elsewhere, ...(body as object), version: 6, meetingsOutsideHours: [] }]
      },
    })
    await waitUntilLoaded()
    setTime('Tuesday, slot 1 end', '12:00')
    setTime('Wednesday, slot 1 end', '18:00')
    fireEvent.click(getSaveButton())
    await screen.findByText('The schedule was changed on two devices')
    return requests
  }

  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
  const chosen = (name: string) =>
    row(name)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked)

  test('is shown day by day with times, and the version in force is preselected where both changed', async () => {
    await meet()
    expect(chosen('Tuesday')).toEqual([true, false])
    expect(chosen('Wednesday')).toEqual([false, true])
    expect(chosen('Friday')).toEqual([false, true])
    expect(row('Wednesday').getByText('Changed today, 08:32')).toBeTruthy()
    expect(row('Wednesday').getByText('Changed today, 08:26')).toBeTruthy()
    expect(screen.getByText(/^Saved by Telephone, /)).toBeTruthy()
    expect(document.body.textContent).toContain(
      'With this choice Friday closes. Kenji Arai, Friday 27 November at 13:30, would need a new time.',
    )
  })

  test('is saved as the owner chose, based on the version that was shown', async () => {
    const requests = await meet()
    fireEvent.click(row('Wednesday').getAllByRole('radio')[0] as HTMLElement)
    fireEvent.click(screen.getByRole('button', { name: 'Save this version' }))
    expect(await screen.findByText('Schedule saved successfully')).toBeTruthy()
    expect(filterPublishes(requests)[1]).toMatchObject({
      body: {
        version: 5,
        schedule: buildWeek({
          2: openDay('09:00', '12:00'),
          3: openDay('09:00', '18:00'),
          5: closedDay,
        }),
      },
    })
  })

  test('preserves the local changes if decided later, and discards them if the server’s version is chosen', async () => {
    await meet()
    fireEvent.click(screen.getByRole('button', { name: 'Decide later' }))
    expect(screen.getByLabelText<HTMLInputElement>('Wednesday, slot 1 end').value).toBe('18:00')
    fireEvent.click(screen.getByRole('button', { name: 'Review' }))
    fireEvent.click(screen.getByRole('button', { name: 'Keep the server’s version' }))
    expect(screen.getByLabelText<HTMLInputElement>('Wednesday, slot 1 start').value).toBe('08:00')
    expect(screen.queryByText(WARNING)).toBeNull()
  })
})
