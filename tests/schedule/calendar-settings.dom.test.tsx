import {
  act,
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import 'fake-indexeddb/auto'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetOwner } from '../../client/desk/owner-here.ts'
import { rememberAccount } from '../../client/lib/account-here.ts'
import { keepDraft, readDraft } from '../../client/offline/desk-copies.ts'
import { CalendarSettingsPage } from '../../client/schedule/calendar-settings-page.tsx'
import { defaultSchedule, defaultWeek } from '../../shared/schedule/default-schedule.ts'
import { type OwnerSchedule, wireOf } from '../../shared/schedule/desk-api.ts'
import type { DaySchedule } from '../../shared/schedule/schema.ts'
import { type Answer, type Answers, answerWith } from '../support/answers.ts'

vi.mock(
  '../../client/offline/crm/page-book.ts',
  async () => (await import('../support/exchanging-book.ts')).exchangingBook,
)

const NOW = Date.parse('2026-11-24T07:32:00Z')

const { version: _version, ...defaults } = defaultSchedule

function served(change: Partial<OwnerSchedule> = {}): OwnerSchedule {
  return { ...wireOf(defaults), version: 4, epoch: 'e', changedAt: {}, meetings: [], ...change }
}

const closed: DaySchedule = { enabled: false, timeSlots: [] }
const open = (start: string, end: string): DaySchedule => ({
  enabled: true,
  timeSlots: [{ start, end }],
})
const week = (days: Record<number, DaySchedule>) =>
  wireOf({ ...defaults, weekly: defaultWeek.map((day, index) => days[index] ?? day) }).schedule

const feed = {
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

function show(answers: Answers = {}) {
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

const day = (name: string) => within(screen.getByRole('group', { name }))
const saveButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Save Changes|Saving)/ })
const WARNING = "You have unsaved changes. Don't forget to save your changes before leaving."
const setTime = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const publishes = (asked: { name: string }[]) =>
  asked.filter(({ name }) => name === 'update-schedule')

async function loaded() {
  await waitFor(() =>
    expect(day('Monday').getByRole<HTMLInputElement>('switch').disabled).toBe(false),
  )
}

// An exchange is many turns of the database, each of which the simulated one puts off.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

let owners = 0

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  // Each has a database of their own: what one test leaves under way is not the next one's.
  rememberAccount({
    id: `owner-${owners++}`,
    role: 'owner',
    name: 'Astrid',
    email: 'astrid@example.com',
    secondFactor: false,
  })
  // jsdom lays nothing out, and opens no dialogs.
  Element.prototype.scrollIntoView ??= () => {}
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
})

afterEach(async () => {
  cleanup()
  await forgetOwner()
  vi.useRealTimers()
})

describe('the weekly hours', () => {
  test('cannot be saved until something differs, and no longer once it is as it was', async () => {
    show()
    await loaded()
    expect(saveButton().ariaDisabled).toBe('true')
    setTime('Wednesday, slot 1 end', '18:00')
    expect(screen.getByText(WARNING)).toBeTruthy()
    expect(saveButton().ariaDisabled).not.toBe('true')
    setTime('Wednesday, slot 1 end', '17:00')
    expect(screen.queryByText(WARNING)).toBeNull()
    expect(saveButton().ariaDisabled).toBe('true')
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
      [422, { code: 'fields', error: 'Please check the marked times.' }],
      'Please check the marked times.',
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

interface Sent {
  mutations: { mid: number; op: string; update?: object; set?: object; baseVersion?: number }[]
}

/** The server's half of an exchange: it takes all work, and says of a schedule what is given. */
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

const SAVED_HERE = 'Saved on this device. Will be published when you are online.'

describe('saved without a connection', () => {
  // Short pushes stay readable here.
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
    await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('true'))
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
    expect(screen.getByText('What you changed since is not in it yet.')).toBeTruthy()
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
    show({ ...exchanging(() => ({ status: 'refused', reason: 'Please check the marked times.' })) })
    expect(await screen.findByText('Please check the marked times.')).toBeTruthy()
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

  test('that an earlier version of the site kept on this device is taken over', async () => {
    const userId = `owner-${owners - 1}`
    const content = { ...defaults, weekly: defaultWeek.map((it, i) => (i === 5 ? closed : it)) }
    const old = { content, base: { content: defaults, version: 4 }, editedAt: { 'day:5': NOW } }
    await keepDraft(userId, 'schedule', old)
    show()
    expect(await day('Friday').findByText('Not available')).toBeTruthy()
    expect(screen.getByText(WARNING)).toBeTruthy()
    expect(await readDraft(userId, 'schedule')).toBeUndefined()
  })
})

describe('syncing', () => {
  test('asks, tells of success, and loads the schedule anew', async () => {
    const asked = show({ 'sync-ical': () => [200, feed] })
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Sync Calendar' }))
    expect(await screen.findByText('Calendar synced successfully')).toBeTruthy()
    await waitFor(() =>
      expect(asked.filter(({ name }) => name === 'get-schedule-settings')).toHaveLength(2),
    )
  })

  test('that fails says so', async () => {
    show({ 'sync-ical': () => [502, { code: 'failed', error: 'Failed to sync calendar' }] })
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Sync Calendar' }))
    expect(await screen.findByText('Failed to sync calendar')).toBeTruthy()
  })
})

describe('what was changed on two devices', () => {
  const elsewhere = served({
    version: 5,
    schedule: week({ 3: open('08:00', '17:00'), 5: closed }),
    changedAt: { 'day:3': '2026-11-24T07:26:00.000Z', 'day:5': '2026-11-24T07:26:00.000Z' },
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
    fireEvent.click(screen.getByRole('button', { name: 'Keep all from server' }))
    expect(screen.getByLabelText<HTMLInputElement>('Wednesday, slot 1 start').value).toBe('08:00')
    expect(screen.queryByText(WARNING)).toBeNull()
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
    expect(screen.getByText('This lies before the first date.')).toBeTruthy()
  })
})

describe('the owner’s own calendar', () => {
  const failing = {
    ...feed,
    shown: 'calendar.example/…basic.ics',
    state: 'stale',
    syncedAt: '2026-11-24T05:32:00.000Z',
    failure: 'no_calendar',
    failingSince: '2026-11-24T06:32:00.000Z',
    entries: 12,
  }

  test('tells its age, what is wrong with it, and what that means for bookings', async () => {
    show({ 'get-feed': () => [200, failing] })
    expect(await screen.findByText(/at \d\d:32, 2 hours ago/)).toBeTruthy()
    expect(screen.getByText('Not up to date')).toBeTruthy()
    expect(screen.getByText(/What came from the address is not a whole calendar/)).toBeTruthy()
    expect(
      screen.getByText('New bookings become requests until it can be read again.'),
    ).toBeTruthy()
  })

  test('takes a new address, and says at the field what is wrong with one', async () => {
    const wrong = 'Please enter an address such as https://example.com/calendar.ics.'
    const asked = show({
      'set-feed': () => [400, { code: 'fields', error: 'Failed', fields: { address: wrong } }],
    })
    const field = await screen.findByLabelText('Calendar address')
    fireEvent.change(field, { target: { value: 'calendar.ics' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save calendar' }))
    expect(await screen.findByText(wrong)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(asked.find(({ name }) => name === 'set-feed')).toMatchObject({
      body: { address: 'calendar.ics', staleMinutes: 60 },
    })
  })

  test('makes an address of the bookings, shown once, and asks before it ends the one before', async () => {
    const url = 'https://site.example/functions/bookings-feed?token=secret'
    const made = () => [200, { url, madeAt: '2026-11-24T07:32:00.000Z' }] as [number, unknown]
    const asked = show({
      'get-feed': () => [200, { ...feed, bookingsFeedMadeAt: '2026-11-20T07:32:00.000Z' }],
      'renew-bookings-feed': made,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Renew address' }))
    expect(asked.some(({ name }) => name === 'renew-bookings-feed')).toBe(false)
    const question = screen.getByRole('dialog', { name: 'Renew the address?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Renew address' }))
    expect((await screen.findByDisplayValue(url)).getAttribute('readonly')).not.toBeNull()
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
