import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getData, getDataSnapshot } from '#client/data/data-client.ts'
import { SchedulePart } from '#client/data/schedule/schedule-part.ts'
import { ScheduleConflict } from '#client/desk/schedule/schedule-conflict.tsx'
import { defaultContent } from '#shared/schedule/merge-schedules.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { buildBookingChange } from '#tests/support/booking/desk-booking.ts'
import { user } from '#tests/support/components/user.ts'
import {
  buildOwnerSchedule,
  closedDay,
  FakeSync,
  getDayGroup,
  getSaveButton,
  leaveSettings,
  NOW,
  openDay,
  renderSettings,
  setTime,
  setUpDesk,
  WARNING,
  waitUntilGivenBack,
  waitUntilLoaded,
  waitUntilSynced,
} from '#tests/support/schedule/calendar-settings.tsx'

setUpDesk()

const fridayOff = { enabled: false, timeSlots: [{ start: '09:00', end: '17:00' }] }

describe('Saving the weekly hours', () => {
  test('sends the changed days with what was shown before, disables the controls, and shows success for 3 seconds', async () => {
    const sync = new FakeSync()
    let respond = () => {}
    sync.pause = new Promise((resolve) => {
      respond = resolve
    })
    renderSettings({}, sync)
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(getSaveButton())
    expect(getSaveButton().textContent).toBe('Saving...')
    expect(getDayGroup('Monday').getByRole('switch')).toBeDisabled()
    expect(screen.getByLabelText('Monday, slot 1 start')).toBeDisabled()
    respond()
    await screen.findByText('Schedule saved successfully')
    expect(sync.sent).toMatchObject([
      {
        op: 'patch',
        id: 'day-5',
        base: { day: openDay('09:00', '17:00') },
        set: { day: fridayOff },
      },
    ])
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument()
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    await waitFor(
      () => expect(screen.queryByText('Schedule saved successfully')).not.toBeInTheDocument(),
      {
        timeout: 4000,
      },
    )
  })

  test('that the server rejects shows its message, and gives the changes back to be corrected', async () => {
    const sync = new FakeSync()
    sync.answer = () => ({
      status: 'refused',
      reason: 'Please check the highlighted fields.',
      fieldErrors: { day: 'Please add a time slot, or switch the day off.' },
    })
    renderSettings({}, sync)
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(getSaveButton())
    expect(await screen.findByText('Please add a time slot, or switch the day off.')).toBeVisible()
    expect(await getDayGroup('Friday').findByText('Not available')).toBeVisible()
    expect(await screen.findByText(WARNING)).toBeVisible()
    await waitUntilGivenBack()
    leaveSettings()
    renderSettings({}, sync)
    await waitUntilLoaded()
    expect(await getDayGroup('Friday').findByText('Not available')).toBeVisible()
    expect(await screen.findByText(WARNING)).toBeVisible()
    expect(
      screen.queryByText('Please add a time slot, or switch the day off.'),
    ).not.toBeInTheDocument()
  })
})

test('Hours that the server rejects before this page has read that they are queued are given back, too', async () => {
  const sync = new FakeSync()
  sync.answer = () => ({ status: 'refused', reason: 'The server cannot read this.' })
  renderSettings({}, sync)
  await waitUntilLoaded()
  const { get } = SchedulePart.prototype
  let isSent = false
  vi.spyOn(SchedulePart.prototype, 'get').mockImplementation(async function (this: SchedulePart) {
    const view = await get.call(this)
    if (!view.isPending || isSent) return view
    isSent = true
    await getData().sync.run()
    await screen.findByText('The server cannot read this.')
    return get.call(this)
  })
  await waitUntilSynced()
  let respond = () => {}
  sync.pause = new Promise((resolve) => {
    respond = resolve
  })
  await user.click(getDayGroup('Friday').getByRole('switch'))
  await user.click(getSaveButton())
  await waitFor(() => expect(getSaveButton()).toHaveTextContent('Saving...'))
  respond()
  await waitFor(() => expect(getSaveButton()).toHaveTextContent('Save Changes'))
  expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
  expect(screen.getByText(WARNING)).toBeVisible()
})

test('A deleted exception that the server rejects is reported, comes back as an unsaved deletion, and needs no attention', async () => {
  const sync = new FakeSync()
  sync.put('date-2026-12-14', { date: { timeSlots: [] } })
  sync.answer = ({ op }) =>
    op === 'delete' ? { status: 'refused', reason: 'The server cannot read this.' } : undefined
  renderSettings({}, sync)
  await waitUntilLoaded()
  const label = 'Delete exception, Mon 14 Dec 2026'
  await user.click(await screen.findByRole('button', { name: label }))
  await user.click(getSaveButton())
  expect(await screen.findByText('The server cannot read this.')).toBeVisible()
  expect(screen.getByText(WARNING)).toBeVisible()
  expect(screen.queryByRole('button', { name: label })).not.toBeInTheDocument()
  await waitUntilGivenBack()
  expect(await getData().sync.getState()).toMatchObject({ rejected: 0 })
})

describe('The settings page without a working server', () => {
  test('shows the default schedule and the specified messages, and cannot save, if nothing was ever loaded', async () => {
    const sync = new FakeSync()
    sync.isOnline = false
    renderSettings({ 'get-schedule-settings': () => undefined, 'get-feed': () => undefined }, sync)
    expect(await screen.findByText('The backend is not connected')).toBeVisible()
    expect(screen.getByText('Failed to load schedule. Using default settings.')).toBeVisible()
    expect(screen.getByText(/Default schedule settings are used/)).toBeVisible()
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(getSaveButton())
    expect(await screen.findByText('Failed to save changes')).toBeVisible()
    expect(screen.getByText(WARNING)).toBeVisible()
  })

  test('says so, and cannot save, if the hours are in a time zone that this browser does not know', async () => {
    const sync = new FakeSync()
    sync.put('rule-timeZone', { timeZone: 'Mars/Olympus_Mons' })
    const { settings, ...schedule } = buildOwnerSchedule()
    const elsewhere = { ...schedule, settings: { ...settings, timeZone: 'Mars/Olympus_Mons' } }
    renderSettings({ 'get-schedule-settings': () => [200, elsewhere] }, sync)
    expect(
      await screen.findByText('Failed to load schedule. Using default settings.'),
    ).toBeVisible()
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(getSaveButton())
    expect(await screen.findByText('Failed to save changes')).toBeVisible()
    expect(sync.sent).toEqual([])
  })

  test('stays usable while hours that it cannot read are read again', async () => {
    const sync = new FakeSync()
    sync.put('rule-timeZone', { timeZone: 'Mars/Olympus_Mons' })
    renderSettings({ 'get-schedule-settings': () => undefined }, sync)
    await waitUntilLoaded()
    await expect.poll(() => getDataSnapshot().state.sync).toBe('idle')
    const save = getSaveButton()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await waitFor(() => expect(save).toBeEnabled())
    const states: boolean[] = []
    const observer = new MutationObserver(() => states.push(save.disabled))
    observer.observe(save, { attributeFilter: ['disabled'] })
    sync.put('day-1', { day: closedDay })
    const { version } = getDataSnapshot()
    await getData().sync.run()
    await expect.poll(() => getDataSnapshot().version).toBeGreaterThan(version)
    await user.click(save)
    expect(await screen.findByText('Failed to save changes')).toBeVisible()
    observer.disconnect()
    expect(states).toEqual([])
  })

  test('shows the hours of the last sync, even if this page was never opened before', async () => {
    const sync = new FakeSync()
    sync.put('day-5', { day: closedDay })
    const failing = { 'get-schedule-settings': () => undefined }
    renderSettings(failing, sync)
    await waitUntilLoaded()
    await waitUntilSynced()
    leaveSettings()
    sync.isOnline = false
    renderSettings(failing, sync)
    expect(await screen.findByText('The backend is not connected')).toBeVisible()
    await waitUntilLoaded()
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    expect(screen.queryByText(/[Dd]efault/)).not.toBeInTheDocument()
  })

  test('restores the draft after a reload, on top of the last known hours', async () => {
    const sync = new FakeSync()
    renderSettings({}, sync)
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    expect(screen.getByText(WARNING)).toBeVisible()
    await waitFor(async () => expect(await getData().drafts.get('schedule')).toBeTruthy())
    leaveSettings()
    sync.isOnline = false
    renderSettings({ 'get-schedule-settings': () => undefined }, sync)
    expect(await screen.findByText('The backend is not connected')).toBeVisible()
    expect(await getDayGroup('Friday').findByText('Not available')).toBeVisible()
    expect(screen.getByText(WARNING)).toBeVisible()
    expect(screen.queryByText(/Using default settings/)).not.toBeInTheDocument()
    expect(sync.sent).toEqual([])
  })

  test('reports a server error as a failed load, not as a missing connection', async () => {
    const failing: [number, unknown] = [500, 'trouble']
    renderSettings({ 'get-schedule-settings': () => failing, 'sync-pull': () => failing })
    expect(
      await screen.findByText('Failed to load schedule. Using default settings.'),
    ).toBeVisible()
    expect(screen.queryByText('The backend is not connected')).not.toBeInTheDocument()
  })
})

describe('A day that was changed on two devices', () => {
  const meeting = buildBookingChange({
    clientName: 'Kenji Arai',
    start: '2026-11-27T12:30:00.000Z',
    end: '2026-11-27T13:00:00.000Z',
  })

  const buildConflict = (day: unknown): OpenConflict => ({
    ...{ cid: 'c1', kind: 'field', field: 'day', value: day, rev: 2 },
    ...{ deviceId: 'x', deviceName: 'Laptop', at: '2026-11-24T07:32:00.000Z' },
    currentBy: { deviceId: 't', deviceName: 'Telephone', at: '2026-11-24T07:26:00.000Z' },
  })

  /** Saves Tuesday and Friday; another device has switched Friday off meanwhile. */
  async function meet() {
    const sync = new FakeSync()
    sync.putReadOnly(meeting)
    sync.answer = ({ op, id, set }) => {
      if (op === 'resolve') return { status: 'applied', record: sync.put(id, { day: closedDay }) }
      if (id !== 'day-5') return undefined
      const { day } = set as { day: unknown }
      const record = sync.put(id, { day: closedDay }, { conflicts: [buildConflict(day)] })
      return { status: 'conflict', record }
    }
    renderSettings({}, sync)
    await waitUntilLoaded()
    await setTime('Tuesday, slot 1 end', '12:00')
    await setTime('Friday, slot 1 end', '18:00')
    await user.click(getSaveButton())
    await screen.findByText('The schedule was changed on two devices')
    // The button says so while the first save is under way.
    await screen.findByRole('button', { name: 'Save this version' })
    return sync
  }

  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))

  test('is shown with both values and their times; the one in use is preselected, and the effect on bookings named', async () => {
    await meet()
    expect(screen.queryByRole('row', { name: /^Tuesday/ })).not.toBeInTheDocument()
    const [mine, theirs] = row('Friday').getAllByRole<HTMLInputElement>('radio')
    expect([mine?.checked, theirs?.checked]).toEqual([false, true])
    const head = (name: RegExp) => screen.getByRole('columnheader', { name }).textContent
    expect(head(/^On Laptop/)).toMatch(/Edited today, \d\d:32$/)
    expect(head(/^In use now/)).toMatch(/On Telephone, edited today, \d\d:26$/)
    // The bookings are read on their own.
    const effect =
      'With this choice Friday closes. Kenji Arai, Friday 27 November at 13:30, would need a new time.'
    await waitFor(() => expect(document.body).toHaveTextContent(effect))
  })

  test('says nothing of the bookings before they are read', () => {
    const conflict = buildConflict(openDay('09:00', '18:00'))
    const props = {
      disputed: [
        { coll: 'schedule', id: 'day-5', data: { day: closedDay }, rev: 2, conflicts: [conflict] },
      ],
      ...{ content: defaultContent, now: NOW, busy: false },
      ...{ save: async () => undefined, onLater: () => undefined },
    } as const
    const shown = render(<ScheduleConflict {...props} meetings={undefined} />)
    expect(document.body).toHaveTextContent('Looking at the bookings…')
    expect(document.body).not.toHaveTextContent('No booking would need a new time.')
    shown.rerender(<ScheduleConflict {...props} meetings={[]} />)
    expect(document.body).toHaveTextContent('No booking would need a new time.')
  })

  test('is resolved as the owner chose; the other days are saved already', async () => {
    const sync = await meet()
    await user.click(row('Friday').getAllByRole('radio')[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Save this version' }))
    expect(await screen.findByText('Schedule saved successfully')).toBeVisible()
    expect(sync.sent).toMatchObject([
      { id: 'day-2', set: { day: openDay('09:00', '12:00') } },
      { id: 'day-5', set: { day: openDay('09:00', '18:00') } },
      { op: 'resolve', id: 'day-5', cid: 'c1', choice: 'take', seen: closedDay },
    ])
  })

  test('stays open if decided later, and ends with the server’s version if that is chosen', async () => {
    const sync = await meet()
    await user.click(screen.getByRole('button', { name: 'Decide later' }))
    // The button is gone; keyboards go on where it was.
    expect(document.activeElement?.tagName).toBe('SECTION')
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    expect(screen.getByLabelText('Tuesday, slot 1 end')).toHaveValue('12:00')
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Review' }))
    await user.click(screen.getByRole('button', { name: 'Keep the server’s version' }))
    await waitFor(() => expect(sync.sent.at(-1)).toMatchObject({ op: 'resolve', choice: 'keep' }))
    await waitFor(() => expect(screen.queryByText('Review')).not.toBeInTheDocument())
    expect(screen.queryByText('The schedule was changed on two devices')).not.toBeInTheDocument()
  })
})
