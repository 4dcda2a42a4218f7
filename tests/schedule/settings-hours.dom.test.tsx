import 'fake-indexeddb/auto'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  day,
  eachAtTheDesk,
  loaded,
  publishes,
  saveButton,
  served,
  setTime,
  show,
  WARNING,
} from '#tests/support/calendar-settings.tsx'

vi.mock(
  '#client/book/page-book.ts',
  async () => (await import('#tests/support/exchanging-book.ts')).exchangingBook,
)

eachAtTheDesk()

describe('the weekly hours', () => {
  test('cannot be saved until something differs, and no longer once it is as it was', async () => {
    show()
    await loaded()
    expect(saveButton().hasAttribute('disabled')).toBe(true)
    setTime('Wednesday, slot 1 end', '18:00')
    expect(screen.getByText(WARNING)).toBeTruthy()
    expect(saveButton().hasAttribute('disabled')).toBe(false)
    setTime('Wednesday, slot 1 end', '17:00')
    expect(screen.queryByText(WARNING)).toBeNull()
    expect(saveButton().hasAttribute('disabled')).toBe(true)
  })

  test('gain a slot that begins where the last one ends and lasts an hour', async () => {
    show()
    await loaded()
    fireEvent.click(day('Wednesday').getByRole('button', { name: /^Add Time Slot/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Wednesday, slot 2 start').value).toBe('17:00')
    expect(screen.getByLabelText<HTMLInputElement>('Wednesday, slot 2 end').value).toBe('18:00')
  })

  test('keep the last slot of a day', async () => {
    show()
    await loaded()
    const remove = () =>
      day('Monday').getAllByRole<HTMLButtonElement>('button', { name: /^Delete slot/ })
    expect(remove().map(({ disabled }) => disabled)).toEqual([true])
    fireEvent.click(day('Monday').getByRole('button', { name: /^Add Time Slot/ }))
    expect(remove().map(({ disabled }) => disabled)).toEqual([false, false])
    fireEvent.click(remove()[0] as HTMLElement)
    expect(screen.getByLabelText<HTMLInputElement>('Monday, slot 1 start').value).toBe('17:00')
    expect(remove().map(({ disabled }) => disabled)).toEqual([true])
  })

  test('take a slot past midnight from Add Time Slot, say so at it, and do not save it', async () => {
    const asked = show()
    await loaded()
    setTime('Monday, slot 1 end', '23:30')
    fireEvent.click(day('Monday').getByRole('button', { name: /^Add Time Slot/ }))
    const end = screen.getByLabelText<HTMLInputElement>('Monday, slot 2 end')
    expect(end.value).toBe('00:30')
    expect(end.getAttribute('aria-invalid')).toBe('true')
    const message = document.getElementById(end.getAttribute('aria-describedby') ?? '')
    expect(message?.textContent).toBe(
      'The end must be later than the start. 00:00 is the end of the day.',
    )
    fireEvent.click(saveButton())
    expect(publishes(asked)).toEqual([])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, slot 2 start')
  })

  test('say of a day that is off that it is not available, and of one switched on a first slot', async () => {
    show()
    await loaded()
    expect(day('Sunday').getByText('Not available')).toBeTruthy()
    fireEvent.click(day('Sunday').getByRole('switch'))
    expect(screen.getByLabelText<HTMLInputElement>('Sunday, slot 1 start').value).toBe('09:00')
    expect(screen.getByLabelText<HTMLInputElement>('Sunday, slot 1 end').value).toBe('10:00')
  })
})

describe('dates that differ from the week', () => {
  test('are added as a span, told by their bookings, and taken off again', async () => {
    show({
      'get-schedule-settings': () => [
        200,
        served({
          meetings: [
            {
              id: 'booking',
              name: 'Kenji Arai',
              serviceType: 'initial-consultation',
              start: '2026-12-15T12:30:00.000Z',
              end: '2026-12-15T13:00:00.000Z',
            },
          ],
        }),
      ],
    })
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Add exception' }))
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-12-14' } })
    fireEvent.change(screen.getByLabelText(/^To/), { target: { value: '2026-12-18' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add these dates' }))
    const span = screen.getByText('Mon 14 Dec 2026').closest('li')
    expect(span?.textContent).toContain('to Fri 18 Dec 2026')
    expect(within(span as HTMLElement).getByText('1 booking needs a new time')).toBeTruthy()
    expect(screen.getByText('Bookings outside these hours')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Delete exception, Mon 14 Dec 2026' }))
    expect(screen.queryByText('Mon 14 Dec 2026')).toBeNull()
    expect(screen.queryByText(WARNING)).toBeNull()
  })

  test('cannot be past, nor end before they begin', async () => {
    show()
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Add exception' }))
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add these dates' }))
    expect(screen.getByText('This date has passed.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-12-20' } })
    fireEvent.change(screen.getByLabelText(/^To/), { target: { value: '2026-12-18' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add these dates' }))
    expect(screen.getByText('This is before the first date.')).toBeTruthy()
  })
})

describe('leaving', () => {
  test('asks while something is unsaved, and lets go when told to', async () => {
    show()
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Stay' }))
    expect(screen.queryByText('Another page')).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    fireEvent.click(within(question).getByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('Another page')).toBeTruthy()
  })

  test('asks nothing while all is saved', async () => {
    show()
    await loaded()
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    expect(await screen.findByText('Another page')).toBeTruthy()
  })
})
