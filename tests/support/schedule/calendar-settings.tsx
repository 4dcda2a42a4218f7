import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { closeData, getData, getDataSnapshot } from '#client/data/data-client.ts'
import { httpTransport } from '#client/data/sync/transport.ts'
import { wipeOwnerData } from '#client/data/wipe-owner-data.ts'
import { SchedulePage } from '#client/desk/schedule/schedule-page.tsx'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { type OwnerSchedule, toWireSchedule } from '#shared/schedule/desk-api.ts'
import {
  CALENDAR_FEED_ID,
  type CalendarFeedRecord,
  emptyFeedRecord,
  type FeedView,
  toFeedView,
} from '#shared/schedule/feed-api.ts'
import { defaultContent as defaults } from '#shared/schedule/merge-schedules.ts'
import type { DaySchedule } from '#shared/schedule/schema.ts'
import type { Change, MutationResult } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { fillField } from '#tests/support/components/user.ts'
import { FakeDataWorker } from '#tests/support/data/fake-data-worker.ts'

export const NOW = Date.parse('2026-11-24T07:32:00Z')

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
export const emptyFeed: FeedView = toFeedView(emptyFeedRecord, 0)

/** A mutation as a device sends it. */
export interface SentMutation {
  mid: number
  op: string
  id: string
  base?: object
  set?: object
  choice?: string
}

/** The schedule's records on a server that accepts every edit, and the mutations that were sent to it. */
export class FakeSync {
  readonly sent: SentMutation[] = []
  isOnline = true
  /** Answers a mutation in place of accepting it. */
  answer: (mutation: SentMutation) => Partial<MutationResult> | undefined = () => undefined
  /** Resolves before a push is answered. */
  pause: Promise<void> | undefined
  private readonly records = new Map<string, Change>()
  private readonly readOnly = new Map<string, ReadOnlyChange>()
  private seq = 0

  /** Changes the state of the owner's calendar. */
  setFeed(change: Partial<CalendarFeedRecord>): void {
    const data = { ...emptyFeedRecord, ...change }
    this.putReadOnly({ coll: 'calendar-feed', id: CALENDAR_FEED_ID, seq: 0, data })
  }

  putReadOnly(change: ReadOnlyChange): void {
    this.seq += 1
    this.readOnly.set(`${change.coll}/${change.id}`, { ...change, seq: this.seq })
  }

  put(id: string, data: Change['data'], over: Partial<Change> = {}): Change {
    const rev = (this.records.get(id)?.rev ?? 0) + 1
    this.seq += 1
    const times = { createdAt: NOW, updatedAt: NOW }
    const record = { coll: 'schedule' as const, id, rev, seq: this.seq, data, ...times, ...over }
    this.records.set(id, record)
    return record
  }

  readonly answers: StubAnswers = {
    'sync-pull': ({ query }) => {
      if (!this.isOnline) return undefined
      const changes = [...this.records.values()].filter(({ seq }) => seq > Number(query.cursor))
      const about = { epoch: 'e', schema: 1, serverTime: new Date(NOW).toISOString() }
      const state = { lastMid: 0, horizon: 0, nextCursor: this.seq, hasMore: false, remaining: 0 }
      const readOnly = [...this.readOnly.values()].filter(({ seq }) => seq > Number(query.cursor))
      return [200, { ...about, ...state, changes, readOnly }]
    },
    'sync-push': async ({ body }) => {
      await this.pause
      if (!this.isOnline) return undefined
      const fromSeq = this.seq
      const { mutations } = body as { mutations: SentMutation[] }
      this.sent.push(...mutations)
      const results = mutations.map((mutation) => ({
        mid: mutation.mid,
        ...(this.answer(mutation) ?? this.accept(mutation)),
      }))
      const ackedThrough = mutations.at(-1)?.mid ?? 0
      return [200, { results, ackedThrough, fromSeq, toSeq: this.seq }]
    },
  }

  private accept({ id, op, set }: SentMutation): Partial<MutationResult> {
    const { data } = this.records.get(id) ?? { data: {} }
    const record = this.put(id, { ...data, ...set }, op === 'delete' ? { deleted: true } : {})
    return { status: 'applied', record }
  }
}

/** Shows the page with these server answers; returns the log of requests. */
export function renderSettings(answers: StubAnswers = {}, sync = new FakeSync()) {
  const requests = stubServer({
    'get-schedule-settings': () => [200, buildOwnerSchedule()],
    'get-feed': () => [200, emptyFeed],
    ...sync.answers,
    ...answers,
  })
  const Page = () => (
    <main id="main">
      <Link to="/elsewhere">Elsewhere</Link>
      <SchedulePage />
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

// These two by their text, because to work out the role and name of everything on the page took a quarter of a test.

export function getDayGroup(name: string) {
  const legends = [...document.querySelectorAll('fieldset > legend')].filter(
    ({ textContent }) => textContent === name,
  )
  expect(legends).toHaveLength(1)
  return within(legends[0]?.parentElement as HTMLElement)
}
export const getSaveButton = () => {
  const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) =>
    /^(Save Changes|Saving)/.test(textContent),
  )
  expect(buttons).toHaveLength(1)
  return buttons[0] as HTMLButtonElement
}
export const WARNING = "You have unsaved changes. Don't forget to save your changes before leaving."
export const setTime = (name: string, value: string) =>
  fillField(screen.getByLabelText(name), value)

/** Closes the page and its book, as before a reload. */
export function leaveSettings(): void {
  cleanup()
  closeData()
}

export async function waitUntilLoaded() {
  await waitFor(() => expect(getDayGroup('Monday').getByRole('switch')).toBeEnabled())
}

/** Until rejected edits are drafts again; the state that the desk shows may still be older than they are. */
export async function waitUntilGivenBack() {
  await waitFor(async () => expect((await getData().schedule.get()).rejected).toEqual([]))
}

/** Until this device has everything from its first sync. */
export async function waitUntilSynced() {
  await vi.waitFor(() => expect(getDataSnapshot().state.syncedAt).toBeDefined())
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
    vi.stubGlobal('Worker', FakeDataWorker)
    FakeDataWorker.transport = httpTransport((address, init) => fetch(address, init))
  })

  afterEach(async () => {
    await wipeOwnerData()
  })
}
