import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answers } from '#tests/support/answers.ts'
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

const SAVED_HERE = 'Saved on this device. Will be published when you are online.'

describe('saved without a connection', () => {
  // Without `CompressionStream` pushes are not compressed, so the tests can read them.
  const packing = Reflect.get(globalThis, 'CompressionStream')
  beforeEach(() => {
    Reflect.deleteProperty(globalThis, 'CompressionStream')
  })
  afterEach(() => {
    Reflect.set(globalThis, 'CompressionStream', packing)
  })

  async function saveOffline() {
    show({ 'update-schedule': () => undefined })
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    fireEvent.click(saveButton())
    await screen.findByText(SAVED_HERE)
    cleanup()
  }

  test('the hours are kept, said to be so, and published at the next connection', async () => {
    show({ 'update-schedule': () => undefined })
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    fireEvent.click(saveButton())
    expect(await screen.findByText(SAVED_HERE)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
    await waitFor(() => expect(saveButton().hasAttribute('disabled')).toBe(true))
    expect(day('Friday').getByText('Not available')).toBeTruthy()
    cleanup()

    const asked = show({
      ...exchanging((update) => ({
        status: 'applied',
        published: { ...served(), ...update, version: 5, outside: [] },
      })),
    })
    expect(await screen.findByText('Schedule saved successfully')).toBeTruthy()
    expect(screen.queryByText(SAVED_HERE)).toBeNull()
    expect(day('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.queryByText(WARNING)).toBeNull()
    const pushes = asked.filter(({ name }) => name === 'sync-push')
    const [published] = pushes.flatMap(({ body }) =>
      (body as Sent).mutations.filter(({ op }) => op === 'publish'),
    )
    expect(published).toMatchObject({
      baseVersion: 4,
      update: { schedule: week({ 5: { ...open('09:00', '17:00'), enabled: false } }) },
    })
  })

  test('and changed again before it went, all of it is published', async () => {
    await saveOffline()
    const asked = show({ 'update-schedule': () => undefined })
    await loaded()
    expect(await screen.findByText(SAVED_HERE)).toBeTruthy()
    setTime('Monday, slot 1 end', '12:00')
    expect(screen.getByText('Your changes since then are not included yet.')).toBeTruthy()
    fireEvent.click(saveButton())
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
    expect(publishes(asked)).toEqual([])
    cleanup()
    const later = show({
      ...exchanging((update) => ({
        status: 'applied',
        published: { ...served(), ...update, version: 5, outside: [] },
      })),
    })
    const last = () =>
      later
        .filter(({ name }) => name === 'sync-push')
        .flatMap(({ body }) => (body as Sent).mutations.filter(({ op }) => op === 'publish'))
        .at(-1)
    const both = week({
      1: open('09:00', '12:00'),
      5: { ...open('09:00', '17:00'), enabled: false },
    })
    await waitFor(() => expect(last()).toMatchObject({ update: { schedule: both } }))
    await waitFor(() => {
      expect(screen.queryByText(SAVED_HERE)).toBeNull()
      expect(screen.queryByText(WARNING)).toBeNull()
    })
  })

  test('and changed elsewhere meanwhile, both are shown, and nothing is published', async () => {
    await saveOffline()
    const elsewhere = served({
      version: 5,
      schedule: week({ 5: open('08:00', '17:00') }),
      changedAt: { 'day:5': '2026-11-24T07:26:00.000Z' },
    })
    const changed = { code: 'changed', error: 'The schedule was changed on two devices' }
    show({
      'get-schedule-settings': () => [200, elsewhere],
      ...exchanging(() => ({ status: 'conflict', published: changed, reason: changed.error })),
    })
    expect(await screen.findByText('The schedule was changed on two devices')).toBeTruthy()
    const sides = within(screen.getByRole('row', { name: /^Friday/ }))
    expect(sides.getByText('Not available')).toBeTruthy()
    expect(screen.queryByText(SAVED_HERE)).toBeNull()
  })

  test('and refused at last, it says why and keeps what was changed', async () => {
    await saveOffline()
    show({
      ...exchanging(() => ({ status: 'refused', reason: 'Please check the highlighted times.' })),
    })
    expect(await screen.findByText('Please check the highlighted times.')).toBeTruthy()
    expect(day('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
  })

  test('fails, and says so, where the browser keeps nothing', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('No', 'InvalidStateError')
    })
    show({ 'update-schedule': () => undefined })
    await loaded()
    fireEvent.click(day('Friday').getByRole('switch'))
    fireEvent.click(saveButton())
    expect(await screen.findByText('Failed to save changes')).toBeTruthy()
    expect(screen.queryByText(SAVED_HERE)).toBeNull()
    expect(screen.getByText(WARNING)).toBeTruthy()
  })
})

describe('unpublished work', () => {
  const drafted = {
    rev: 1,
    data: {
      'draft.day:5': {
        value: closed,
        base: open('09:00', '17:00'),
        baseVersion: 4,
        baseEpoch: 'e',
        deviceId: 'another',
        device: 'Study computer',
        at: '2026-11-24T07:12:00.000Z',
      },
    },
  }

  test('of another device is named, stands in the hours, and can be let go', async () => {
    const asked = show({ ...exchanging(() => ({}), drafted) })
    expect(await screen.findByText('Unpublished changes from Study computer')).toBeTruthy()
    expect(day('Friday').getByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
    expect(screen.queryByText('Unpublished changes from Study computer')).toBeNull()
    await waitFor(() =>
      expect(asked.filter(({ name }) => name === 'sync-push').at(-1)).toMatchObject({
        body: { mutations: [{ op: 'patch', set: { 'draft.day:5': null } }] },
      }),
    )
  })
})

/** The part of a push that the tests read. */
interface Sent {
  mutations: { mid: number; op: string; update?: object; set?: object; baseVersion?: number }[]
}

/** A sync server that accepts all drafts and answers a publish with `said`. */
function exchanging(said: (update: object) => object, record = { rev: 0, data: {} }): Answers {
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
      return [200, { ...page, next: record.rev, more: false, changes }]
    },
    'sync-push': ({ body }) => {
      const { mutations } = body as Sent
      const results = mutations.map(({ mid, op, update = {}, set = {} }) => {
        const result = op === 'publish' ? said(update) : applied(set)
        return { mid, ...result, row: rowNow() }
      })
      return [200, { results, ackedThrough: mutations.at(-1)?.mid ?? 0 }]
    },
  }
}
