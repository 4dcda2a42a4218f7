import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getData } from '#client/data/data-client.ts'
import { user } from '#tests/support/components/user.ts'
import {
  buildOwnerSchedule,
  FakeSync,
  getDayGroup,
  getSaveButton,
  leaveSettings,
  openDay,
  renderSettings,
  setTime,
  setUpDesk,
  WARNING,
  waitUntilLoaded,
} from '#tests/support/schedule/calendar-settings.tsx'

setUpDesk()

const SAVED_ON_DEVICE = 'Saved on this device. Will be published when you are online.'

const fridayOff = { ...openDay('09:00', '17:00'), enabled: false }

/** A page whose connection is lost once it has loaded, and Friday switched off and saved on it. */
async function saveOffline(sync: FakeSync): Promise<void> {
  renderSettings({}, sync)
  await waitUntilLoaded()
  sync.isOnline = false
  await user.click(getDayGroup('Friday').getByRole('switch'))
  await user.click(getSaveButton())
  await screen.findByText(SAVED_ON_DEVICE)
}

describe('Saving hours without a connection', () => {
  test('stores them on the device, says so, and sends them at the next connection', async () => {
    const sync = new FakeSync()
    await saveOffline(sync)
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument()
    await waitFor(() => expect(getSaveButton().hasAttribute('disabled')).toBe(true))
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    expect(sync.sent).toEqual([])
    sync.isOnline = true
    await getData().sync.run()
    expect(await screen.findByText('Schedule saved successfully')).toBeVisible()
    expect(screen.queryByText(SAVED_ON_DEVICE)).not.toBeInTheDocument()
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    expect(sync.sent).toMatchObject([{ op: 'patch', id: 'day-5', set: { day: fridayOff } }])
  })

  test('is still said after a reload, until they are sent', async () => {
    const sync = new FakeSync()
    await saveOffline(sync)
    leaveSettings()
    renderSettings({ 'get-schedule-settings': () => undefined }, sync)
    expect(await screen.findByText(SAVED_ON_DEVICE)).toBeVisible()
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    sync.isOnline = true
    await getData().sync.run()
    expect(await screen.findByText('Schedule saved successfully')).toBeVisible()
    expect(screen.queryByText(SAVED_ON_DEVICE)).not.toBeInTheDocument()
  })

  test('and changing them again before an answer sends both, so that they end as they were last saved', async () => {
    const sync = new FakeSync()
    await saveOffline(sync)
    await setTime('Monday, slot 1 end', '12:00')
    expect(screen.getByText('Your changes since then are not included yet.')).toBeVisible()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await setTime('Friday, slot 1 end', '11:00')
    await user.click(getSaveButton())
    await waitFor(() => expect(screen.queryByText(WARNING)).not.toBeInTheDocument())
    sync.isOnline = true
    await getData().sync.run()
    await waitFor(() => expect(screen.queryByText(SAVED_ON_DEVICE)).not.toBeInTheDocument())
    expect(sync.sent).toMatchObject([
      { id: 'day-5', set: { day: fridayOff } },
      { id: 'day-1', set: { day: openDay('09:00', '12:00') } },
      { id: 'day-5', base: { day: fridayOff }, set: { day: openDay('09:00', '11:00') } },
    ])
  })

  test('shows both versions if they were changed elsewhere meanwhile', async () => {
    const sync = new FakeSync()
    await saveOffline(sync)
    const open = openDay('08:00', '17:00')
    sync.answer = ({ id, set }) => {
      const { day: value } = set as { day: unknown }
      const by = { deviceId: 'x', deviceName: '', at: '2026-11-24T07:26:00.000Z' }
      const conflict = { cid: 'c', kind: 'field' as const, field: 'day', value, rev: 2, ...by }
      const record = sync.put(id, { day: open }, { conflicts: [conflict] })
      return { status: 'conflict', record }
    }
    sync.isOnline = true
    await getData().sync.run()
    expect(await screen.findByText('The schedule was changed on two devices')).toBeVisible()
    const sides = within(screen.getByRole('row', { name: /^Friday/ }))
    expect(sides.getByText('Not available')).toBeVisible()
    expect(screen.queryByText(SAVED_ON_DEVICE)).not.toBeInTheDocument()
  })

  test('shows the reason and gives the changes back if the server rejects them later', async () => {
    const sync = new FakeSync()
    await saveOffline(sync)
    sync.answer = () => ({ status: 'refused', reason: 'Please check the highlighted fields.' })
    sync.isOnline = true
    await getData().sync.run()
    expect(await screen.findByText('Please check the highlighted fields.')).toBeVisible()
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    expect(screen.getByText(WARNING)).toBeVisible()
    expect(screen.queryByText(SAVED_ON_DEVICE)).not.toBeInTheDocument()
  })
})

describe('In a browser that cannot store anything, saving', () => {
  const refuseStorage = () =>
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('No', 'InvalidStateError')
    })

  test('fails with an error without a connection', async () => {
    refuseStorage()
    renderSettings({ 'update-schedule': () => undefined })
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(getSaveButton())
    expect(await screen.findByText('Failed to save changes')).toBeVisible()
    expect(screen.queryByText(SAVED_ON_DEVICE)).not.toBeInTheDocument()
    expect(screen.getByText(WARNING)).toBeVisible()
  })

  test('works with a connection', async () => {
    refuseStorage()
    let schedule = buildOwnerSchedule()
    const requests = renderSettings({
      'get-schedule-settings': () => [200, schedule],
      'update-schedule': ({ body }) => {
        schedule = { ...schedule, ...(body as object), version: 5 }
        return [200, { ...schedule, meetingsOutsideHours: [] }]
      },
    })
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(getSaveButton())
    expect(await screen.findByText('Schedule saved successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(WARNING)).not.toBeInTheDocument())
    expect(requests.find(({ name }) => name === 'update-schedule')).toMatchObject({
      body: { version: 4 },
    })
  })

  test('is compared with what the server had when the change was typed, and adds to what it has now', async () => {
    refuseStorage()
    let schedule = buildOwnerSchedule()
    const requests = renderSettings({
      'get-schedule-settings': () => [200, schedule],
      'update-schedule': () => [409, { code: 'changed', error: 'Changed on two devices' }],
      'sync-ical': () => [200, {}],
    })
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    const week = schedule.schedule.map((day, index) =>
      index === 1 ? { ...day, ...openDay('08:00', '12:00') } : day,
    )
    schedule = { ...schedule, schedule: week, version: 5 }
    await user.click(screen.getByRole('button', { name: 'Sync Calendar' }))
    await screen.findByDisplayValue('08:00')
    for (let tries = 0; tries < 2; tries++) {
      await user.click(getSaveButton())
      expect(await screen.findByText('Changed on two devices')).toBeVisible()
      await waitFor(() => expect(getSaveButton()).toBeEnabled())
    }
    const sent = requests.filter(({ name }) => name === 'update-schedule')
    expect(sent).toMatchObject([{ body: { version: 4 } }, { body: { version: 5 } }])
    const [{ body } = { body: {} }] = sent
    expect(body).toMatchObject({
      schedule: { 1: openDay('08:00', '12:00'), 5: { enabled: false } },
    })
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
    refuseStorage()
    renderSettings({ 'update-schedule': () => answer as never })
    await waitUntilLoaded()
    await user.click(getDayGroup('Friday').getByRole('switch'))
    await user.click(getSaveButton())
    expect(await screen.findByText(text)).toBeVisible()
    expect(getDayGroup('Friday').getByText('Not available')).toBeVisible()
    expect(screen.getByText(WARNING)).toBeVisible()
  })
})
