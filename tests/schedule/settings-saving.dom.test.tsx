import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Answer } from '#tests/support/answers.ts'
import {
  closed,
  day,
  eachAtTheDesk,
  loaded,
  NOW,
  open,
  publishes,
  saveButton,
  served,
  setTime,
  show,
  WARNING,
  week,
} from '#tests/support/calendar-settings.tsx'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/exchanging-book.ts')).exchangingBook,
)

eachAtTheDesk()

describe('saving', () => {
  test('sends the seven days and the version, shuts the controls, and tells of success for 3 seconds', async () => {
    let tell: (answer: Answer) => void = () => {}
    const told = new Promise<Answer>((resolve) => {
      tell = resolve
    })
    const asked = show({ 'update-schedule': () => told })
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    fireEvent.click(saveButton())
    expect(saveButton().textContent).toBe('Saving...')
    expect(day('Monday').getByRole<HTMLInputElement>('switch').disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Monday, slot 1 start').disabled).toBe(true)
    expect(publishes(asked)[0]).toMatchObject({
      body: { version: 4, schedule: week({ 5: { ...open('09:00', '17:00'), enabled: false } }) },
    })
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    tell([200, { ...served({ schedule: week({ 5: closed }), version: 5 }), outside: [] }])
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
  ] as const)('that fails shows %s, and keeps what was changed', async (_what, answer, text) => {
    show({ 'update-schedule': () => answer as never })
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    fireEvent.click(saveButton())
    expect(await screen.findByText(text)).toBeTruthy()
    expect(day('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
  })
})

describe('without the server', () => {
  test('nothing ever loaded: the default schedule, the specified words, and a draft that cannot be published', async () => {
    const asked = show({ 'get-schedule-settings': () => undefined, 'get-feed': () => undefined })
    expect(await screen.findByText('The backend is not connected')).toBeTruthy()
    expect(screen.getByText('Failed to load schedule. Using default settings.')).toBeTruthy()
    expect(screen.getByText(/Default schedule settings are used/)).toBeTruthy()
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    fireEvent.click(saveButton())
    expect(await screen.findByText('Failed to save changes')).toBeTruthy()
    expect(publishes(asked)).toEqual([])
  })

  test('the draft is there again after a reload, above the hours that were last known', async () => {
    show()
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    expect(screen.getByText(WARNING)).toBeTruthy()
    cleanup()
    show({ 'get-schedule-settings': () => undefined })
    expect(await screen.findByText('The backend is not connected')).toBeTruthy()
    expect(await day('Friday').findByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
    expect(screen.queryByText(/Using default settings/)).toBeNull()
  })

  test('a server in trouble is told above what is known', async () => {
    show({ 'get-schedule-settings': () => [500, 'trouble'] })
    expect(await screen.findByText('Failed to load schedule. Using default settings.')).toBeTruthy()
    expect(screen.queryByText('The backend is not connected')).toBeNull()
  })
})

describe('what was changed on two devices', () => {
  const elsewhere = served({
    version: 5,
    schedule: week({ 3: open('08:00', '17:00'), 5: closed }),
    changedAt: { 'day:3': '2026-11-24T07:26:00.000Z', 'day:5': '2026-11-24T07:26:00.000Z' },
    savedBy: 'Telephone',
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
    let now = served()
    const asked = show({
      'get-schedule-settings': () => [200, now],
      'update-schedule': ({ body }) => {
        const { version } = body as { version: number }
        if (version === 4) {
          now = elsewhere
          return [409, { code: 'changed', error: 'The schedule was changed on two devices' }]
        }
        return [200, { ...elsewhere, ...(body as object), version: 6, outside: [] }]
      },
    })
    await loaded()
    setTime('Tuesday, slot 1 end', '12:00')
    setTime('Wednesday, slot 1 end', '18:00')
    fireEvent.click(saveButton())
    await screen.findByText('The schedule was changed on two devices')
    return asked
  }

  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
  const chosen = (name: string) =>
    row(name)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked)

  test('is shown day by day with its times; what is in force is preselected where both changed', async () => {
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

  test('is saved as its owner chose, from the version that was shown', async () => {
    const asked = await meet()
    fireEvent.click(row('Wednesday').getAllByRole('radio')[0] as HTMLElement)
    fireEvent.click(screen.getByRole('button', { name: 'Save this version' }))
    expect(await screen.findByText('Schedule saved successfully')).toBeTruthy()
    expect(publishes(asked)[1]).toMatchObject({
      body: {
        version: 5,
        schedule: week({ 2: open('09:00', '12:00'), 3: open('09:00', '18:00'), 5: closed }),
      },
    })
  })

  test('is kept when it is decided later, and let go when all is kept from the server', async () => {
    await meet()
    fireEvent.click(screen.getByRole('button', { name: 'Decide later' }))
    expect(screen.getByLabelText<HTMLInputElement>('Wednesday, slot 1 end').value).toBe('18:00')
    fireEvent.click(screen.getByRole('button', { name: 'Review' }))
    fireEvent.click(screen.getByRole('button', { name: 'Keep the server’s version' }))
    expect(screen.getByLabelText<HTMLInputElement>('Wednesday, slot 1 start').value).toBe('08:00')
    expect(screen.queryByText(WARNING)).toBeNull()
  })
})
