import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildBookingChange } from '#tests/support/booking/desk-booking.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import {
  FakeSync,
  getDayGroup,
  getSaveButton,
  renderSettings,
  setTime,
  setUpDesk,
  WARNING,
  waitUntilLoaded,
} from '#tests/support/schedule/calendar-settings.tsx'

setUpDesk()

describe('The weekly hours', () => {
  test('can be saved only while they differ from the saved ones', async () => {
    renderSettings()
    await waitUntilLoaded()
    expect(within(screen.getByRole('group', { name: 'Monday' })).getByRole('switch')).toBe(
      getDayGroup('Monday').getByRole('switch'),
    )
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBe(getSaveButton())
    expect(getSaveButton().hasAttribute('disabled')).toBe(true)
    await setTime('Wednesday, slot 1 end', '18:00')
    expect(screen.getByText(WARNING)).toBeVisible()
    expect(getSaveButton().hasAttribute('disabled')).toBe(false)
    await setTime('Wednesday, slot 1 end', '17:00')
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument()
    expect(getSaveButton().hasAttribute('disabled')).toBe(true)
  })

  test('get a new slot that begins where the last one ends and lasts an hour', async () => {
    renderSettings()
    await waitUntilLoaded()
    await user.click(getDayGroup('Wednesday').getByRole('button', { name: /^Add Time Slot/ }))
    expect(screen.getByLabelText('Wednesday, slot 2 start')).toHaveValue('17:00')
    expect(screen.getByLabelText('Wednesday, slot 2 end')).toHaveValue('18:00')
  })

  test('do not let the last slot of a day be deleted', async () => {
    renderSettings()
    await waitUntilLoaded()
    const remove = () =>
      getDayGroup('Monday').getAllByRole<HTMLButtonElement>('button', { name: /^Delete slot/ })
    expect(remove().map(({ disabled }) => disabled)).toEqual([true])
    await user.click(getDayGroup('Monday').getByRole('button', { name: /^Add Time Slot/ }))
    expect(remove().map(({ disabled }) => disabled)).toEqual([false, false])
    await user.click(remove()[0] as HTMLElement)
    expect(screen.getByLabelText('Monday, slot 1 start')).toHaveValue('17:00')
    expect(remove().map(({ disabled }) => disabled)).toEqual([true])
  })

  test('get a slot past midnight from Add Time Slot, show an error at it, and are not saved', async () => {
    const sync = new FakeSync()
    renderSettings({}, sync)
    await waitUntilLoaded()
    await setTime('Monday, slot 1 end', '23:30')
    await user.click(getDayGroup('Monday').getByRole('button', { name: /^Add Time Slot/ }))
    const end = screen.getByLabelText<HTMLInputElement>('Monday, slot 2 end')
    expect(end).toHaveValue('00:30')
    expect(end).toHaveAttribute('aria-invalid', 'true')
    const message = document.getElementById(end.getAttribute('aria-describedby') ?? '')
    expect(message?.textContent).toBe(
      'The end must be later than the start. 00:00 is the end of the day.',
    )
    await user.click(getSaveButton())
    expect(sync.sent).toEqual([])
    expect(document.activeElement).toHaveAttribute('aria-label', 'Monday, slot 2 start')
  })

  test('show a day that is off as not available, and give it a first slot when it is switched on', async () => {
    renderSettings()
    await waitUntilLoaded()
    expect(getDayGroup('Sunday').getByText('Not available')).toBeVisible()
    await user.click(getDayGroup('Sunday').getByRole('switch'))
    expect(screen.getByLabelText('Sunday, slot 1 start')).toHaveValue('09:00')
    expect(screen.getByLabelText('Sunday, slot 1 end')).toHaveValue('10:00')
  })
})

describe('Exceptions to the weekly hours', () => {
  test('can be added as a range, show the bookings that they affect, and can be deleted again', async () => {
    const sync = new FakeSync()
    const start = '2026-12-15T12:30:00.000Z'
    const end = '2026-12-15T13:00:00.000Z'
    sync.putReadOnly(buildBookingChange({ clientName: 'Kenji Arai', start, end }))
    renderSettings({}, sync)
    await waitUntilLoaded()
    await user.click(screen.getByRole('button', { name: 'Add exception' }))
    await fillField(screen.getByLabelText('From'), '2026-12-14')
    await fillField(screen.getByLabelText(/^To/), '2026-12-18')
    await user.click(screen.getByRole('button', { name: 'Add these dates' }))
    const span = screen.getByText('Mon 14 Dec 2026').closest('li')
    expect(span).toHaveTextContent('to Fri 18 Dec 2026')
    expect(await within(span as HTMLElement).findByText('1 booking needs a new time')).toBeVisible()
    expect(screen.getByText('Bookings outside these hours')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete exception, Mon 14 Dec 2026' }))
    expect(screen.queryByText('Mon 14 Dec 2026')).not.toBeInTheDocument()
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument()
  })

  test('close the public holidays of Norway for a year, which stay ordinary exceptions to open again', async () => {
    renderSettings()
    await waitUntilLoaded()
    await user.click(screen.getByRole('button', { name: /^Close \d+ public holidays$/ }))
    const christmas = screen.getByText('Fri 25 Dec 2026').closest('li')
    expect(christmas).toHaveTextContent('Christmas Day')
    expect(christmas).toHaveTextContent('Closed')
    expect(screen.getByText('Good Friday')).toBeVisible()
    // 26 December 2026 is a Saturday, which is closed anyway.
    expect(screen.queryByText('Boxing Day')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Close \d+/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Delete exception, Fri 25 Dec 2026' }))
    expect(screen.getByRole('button', { name: 'Close 1 public holiday' })).toBeVisible()
  })

  test('cannot be in the past or after the year 9998, nor end before they begin', async () => {
    renderSettings()
    await waitUntilLoaded()
    await user.click(screen.getByRole('button', { name: 'Add exception' }))
    await fillField(screen.getByLabelText('From'), '2026-11-20')
    await user.click(screen.getByRole('button', { name: 'Add these dates' }))
    expect(screen.getByText('This date has passed.')).toBeVisible()
    await fillField(screen.getByLabelText('From'), '9999-12-30')
    await user.click(screen.getByRole('button', { name: 'Add these dates' }))
    expect(screen.getByText('Please enter a date within a reasonable range.')).toBeVisible()
    await fillField(screen.getByLabelText('From'), '2026-12-20')
    await fillField(screen.getByLabelText(/^To/), '2026-12-18')
    await user.click(screen.getByRole('button', { name: 'Add these dates' }))
    expect(screen.getByText('This is before the first date.')).toBeVisible()
  })
})

describe('Leaving the page', () => {
  test('asks for confirmation while there are unsaved changes, and proceeds once confirmed', async () => {
    renderSettings()
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Stay' }))
    expect(screen.queryByText('Another page')).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await user.click(within(question).getByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('Another page')).toBeVisible()
  })

  test('asks nothing if everything is saved', async () => {
    renderSettings()
    await waitUntilLoaded()
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    expect(await screen.findByText('Another page')).toBeVisible()
  })
})
