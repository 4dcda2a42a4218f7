import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
import type { StubAnswers } from '#tests/support/stub-server.ts'

vi.mock(
  '#client/book/book-client.ts',
  async () => (await import('#tests/support/syncing-book-stub.ts')).syncingBookStub,
)

setUpDesk()

const SAVED_ON_DEVICE = 'Saved on this device. Will be published when you are online.'

describe('Saving hours without a connection', () => {
  // Without `CompressionStream` pushes are not compressed, so the tests can read them.
  const packing = Reflect.get(globalThis, 'CompressionStream')
  beforeEach(() => {
    Reflect.deleteProperty(globalThis, 'CompressionStream')
  })
  afterEach(() => {
    Reflect.set(globalThis, 'CompressionStream', packing)
  })

  async function saveOffline() {
    renderSettings({ 'update-schedule': () => undefined })
    await waitUntilLoaded()
    fireEvent.click(getDayGroup('Friday').getByRole('switch'))
    fireEvent.click(getSaveButton())
    await screen.findByText(SAVED_ON_DEVICE)
    cleanup()
  }

  test('stores them on the device, says so on the page, and publishes them at the next connection', async () => {
    renderSettings({ 'update-schedule': () => undefined })
    await waitUntilLoaded()
    fireEvent.click(getDayGroup('Friday').getByRole('switch'))
    fireEvent.click(getSaveButton())
    expect(await screen.findByText(SAVED_ON_DEVICE)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
    await waitFor(() => expect(getSaveButton().hasAttribute('disabled')).toBe(true))
    expect(getDayGroup('Friday').getByText('Not available')).toBeTruthy()
    cleanup()

    const requests = renderSettings({
      ...answerSync((update) => ({
        status: 'applied',
        published: { ...buildOwnerSchedule(), ...update, version: 5, meetingsOutsideHours: [] },
      })),
    })
    expect(await screen.findByText('Schedule saved successfully')).toBeTruthy()
    expect(screen.queryByText(SAVED_ON_DEVICE)).toBeNull()
    expect(getDayGroup('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.queryByText(WARNING)).toBeNull()
    const pushes = requests.filter(({ name }) => name === 'sync-push')
    const [published] = pushes.flatMap(({ body }) =>
      (body as SentMutations).mutations.filter(({ op }) => op === 'publish'),
    )
    expect(published).toMatchObject({
      baseVersion: 4,
      update: { schedule: buildWeek({ 5: { ...openDay('09:00', '17:00'), enabled: false } }) },
    })
  })

  test('and changing them again before they are published publishes all changes', async () => {
    await saveOffline()
    const requests = renderSettings({ 'update-schedule': () => undefined })
    await waitUntilLoaded()
    expect(await screen.findByText(SAVED_ON_DEVICE)).toBeTruthy()
    setTime('Monday, slot 1 end', '12:00')
    expect(screen.getByText('Your changes since then are not included yet.')).toBeTruthy()
    fireEvent.click(getSaveButton())
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
    expect(filterPublishes(requests)).toEqual([])
    cleanup()
    const later = renderSettings({
      ...answerSync((update) => ({
        status: 'applied',
        published: { ...buildOwnerSchedule(), ...update, version: 5, meetingsOutsideHours: [] },
      })),
    })
    const last = () =>
      later
        .filter(({ name }) => name === 'sync-push')
        .flatMap(({ body }) =>
          (body as SentMutations).mutations.filter(({ op }) => op === 'publish'),
        )
        .at(-1)
    const both = buildWeek({
      1: openDay('09:00', '12:00'),
      5: { ...openDay('09:00', '17:00'), enabled: false },
    })
    await waitFor(() => expect(last()).toMatchObject({ update: { schedule: both } }))
    await waitFor(() => {
      expect(screen.queryByText(SAVED_ON_DEVICE)).toBeNull()
      expect(screen.queryByText(WARNING)).toBeNull()
    })
  })

  test('shows both versions and publishes nothing if they were changed elsewhere meanwhile', async () => {
    await saveOffline()
    const elsewhere = buildOwnerSchedule({
      version: 5,
      schedule: buildWeek({ 5: openDay('08:00', '17:00') }),
      changedAt: { 'day:5': '2026-11-24T07:26:00.000Z' },
    })
    const changed = { code: 'changed', error: 'The schedule was changed on two devices' }
    renderSettings({
      'get-schedule-settings': () => [200, elsewhere],
      ...answerSync(() => ({ status: 'conflict', published: changed, reason: changed.error })),
    })
    expect(await screen.findByText('The schedule was changed on two devices')).toBeTruthy()
    const sides = within(screen.getByRole('row', { name: /^Friday/ }))
    expect(sides.getByText('Not available')).toBeTruthy()
    expect(screen.queryByText(SAVED_ON_DEVICE)).toBeNull()
  })

  test('shows the reason and preserves the changes if the server refuses them later', async () => {
    await saveOffline()
    renderSettings({
      ...answerSync(() => ({ status: 'refused', reason: 'Please check the highlighted times.' })),
    })
    expect(await screen.findByText('Please check the highlighted times.')).toBeTruthy()
    expect(getDayGroup('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
  })

  test('fails with an error if the browser cannot store anything', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('No', 'InvalidStateError')
    })
    renderSettings({ 'update-schedule': () => undefined })
    await waitUntilLoaded()
    fireEvent.click(getDayGroup('Friday').getByRole('switch'))
    fireEvent.click(getSaveButton())
    expect(await screen.findByText('Failed to save changes')).toBeTruthy()
    expect(screen.queryByText(SAVED_ON_DEVICE)).toBeNull()
    expect(screen.getByText(WARNING)).toBeTruthy()
  })
})

describe('Unpublished changes', () => {
  const drafted = {
    rev: 1,
    data: {
      'draft.day:5': {
        value: closedDay,
        base: openDay('09:00', '17:00'),
        baseVersion: 4,
        baseEpoch: 'e',
        deviceId: 'another',
        device: 'Study computer',
        at: '2026-11-24T07:12:00.000Z',
      },
    },
  }

  test('of another device are shown with its name, appear in the hours, and can be discarded', async () => {
    const requests = renderSettings({ ...answerSync(() => ({}), drafted) })
    expect(await screen.findByText('Unpublished changes from Study computer')).toBeTruthy()
    expect(getDayGroup('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
    expect(screen.queryByText('Unpublished changes from Study computer')).toBeNull()
    await waitFor(() =>
      expect(requests.filter(({ name }) => name === 'sync-push').at(-1)).toMatchObject({
        body: { mutations: [{ op: 'patch', set: { 'draft.day:5': null } }] },
      }),
    )
  })
})

/** The part of a push that the tests read. */
interface SentMutations {
  mutations: { mid: number; op: string; update?: object; set?: object; baseVersion?: number }[]
}

/** A sync server that accepts all drafts and answers a publish with `answerPublish`. */
function answerSync(
  answerPublish: (update: object) => object,
  record = { rev: 0, data: {} },
): StubAnswers {
  const page = {
    epoch: 'e',
    schema: 1,
    serverTime: '2026-11-24T07:32:00.000Z',
    lastMid: 0,
    horizon: 0,
  }
  const rowNow = () => {
    const { rev, data } = record
    return { coll: 'schedule', id: 'weekly', rev, seq: rev, data, createdAt: NOW, updatedAt: NOW }
  }
  const applied = (set: object) => {
    record = { rev: record.rev + 1, data: { ...record.data, ...set } }
    return { status: 'applied' }
  }
  return {
    'sync-pull': () => {
      const changes = record.rev > 0 ? [rowNow()] : []
      return [200, { ...page, nextCursor: record.rev, hasMore: false, changes }]
    },
    'sync-push': ({ body }) => {
      const { mutations } = body as SentMutations
      const results = mutations.map(({ mid, op, update = {}, set = {} }) => {
        const result = op === 'publish' ? answerPublish(update) : applied(set)
        return { mid, ...result, record: rowNow() }
      })
      return [200, { results, ackedThrough: mutations.at(-1)?.mid ?? 0 }]
    },
  }
}
