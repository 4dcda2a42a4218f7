import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientWindow } from '#client/data/index/client-window.ts'
import type { ClientListPage, ClientQuery } from '#client/data/store/types.ts'
import type { SyncOutcome } from '#client/data/sync/sync-engine.ts'
import { SyncScheduler } from '#client/data/sync/sync-scheduler.ts'

describe('The visible part of the client list', () => {
  const all: ClientQuery = { text: '', sort: 'name' }
  const requests: { text: string; from: number; answer: (page: ClientListPage) => void }[] = []
  const fetchPage = (query: ClientQuery, from: number) =>
    new Promise<ClientListPage>((answer) => void requests.push({ text: query.text, from, answer }))
  const page = (version: number, names: string[], total = 500): ClientListPage => ({
    version,
    matchCount: total,
    clientCount: 500,
    loading: false,
    items: names.map((name) => ({ id: name, name, location: '', lastContact: '' })),
  })
  const answer = async (given: ClientListPage) => {
    requests.shift()?.answer(given)
    await new Promise((resolve) => setTimeout(resolve))
  }
  beforeEach(() => void requests.splice(0))

  it('shows the previous lines until the next answer arrives', async () => {
    const part = new ClientWindow(fetchPage)
    part.setQuery(all)
    await answer(page(1, ['Anna', 'Bo']))
    part.setQuery({ ...all, text: 'b' })
    expect(part.getSnapshot().items.get(0)?.name).toBe('Anna')
    await answer(page(1, ['Bo'], 1))
    expect(part.getSnapshot()).toMatchObject({ matchCount: 1 })
    expect(part.getSnapshot().items.get(0)?.name).toBe('Bo')
    expect(part.getSnapshot().items.has(1)).toBe(false)
  })

  it('sends one query at a time, and ignores the answer to a search text that has since changed', async () => {
    const part = new ClientWindow(fetchPage)
    for (const text of ['a', 'an', 'ann']) part.setQuery({ ...all, text })
    expect(requests.map(({ text }) => text)).toEqual(['a'])
    await answer(page(1, ['Wrong']))
    expect(part.getSnapshot().items.size).toBe(0)
    expect(requests.map(({ text }) => text)).toEqual(['ann'])
    await answer(page(1, ['Anna']))
    expect(part.getSnapshot().items.get(0)?.name).toBe('Anna')
    expect(requests).toEqual([])
  })

  it('loads lines that are scrolled into view, and reuses loaded lines until the version changes', async () => {
    const part = new ClientWindow(fetchPage)
    part.setQuery(all)
    await answer(page(1, ['Anna']))
    part.setVisibleRange(300, 320)
    expect(requests[0]?.from).toBeLessThanOrEqual(300)
    const { from = 0 } = requests[0] ?? {}
    await answer(page(1, ['Later']))
    expect(part.getSnapshot().items.get(from)?.name).toBe('Later')
    expect(part.getSnapshot().items.get(0)?.name).toBe('Anna')
    part.setQuery(all)
    await answer(page(2, ['Newer']))
    expect([...part.getSnapshot().items.values()].map(({ name }) => name)).toEqual(['Newer'])
  })
})

describe('The sync scheduler', () => {
  let outcome: SyncOutcome
  let hasPending: boolean
  let tries: number
  let timer: SyncScheduler
  /** Runs during a sync. */
  let meanwhile = () => {}
  beforeEach(() => {
    vi.useFakeTimers()
    meanwhile = () => {}
    outcome = 'done'
    hasPending = false
    tries = 0
    timer = new SyncScheduler({
      run: async () => {
        tries++
        meanwhile()
        return outcome
      },
      hasPending: () => hasPending,
      random: () => 1,
    })
  })
  afterEach(() => {
    timer.stop()
    vi.useRealTimers()
  })

  it('syncs every minute while the page is visible, and stops when it is hidden', async () => {
    timer.setVisible(true)
    await vi.advanceTimersByTimeAsync(60_000 * 3)
    expect(tries).toBe(4)
    timer.setVisible(false)
    await vi.advanceTimersByTimeAsync(60_000 * 60)
    expect(tries).toBe(4)
  })

  it('syncs once after several edits in quick succession', async () => {
    for (let i = 0; i < 5; i++) {
      timer.syncAfterEdit()
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(tries).toBe(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(tries).toBe(1)
  })

  it('syncs one second after an edit made during a sync, but not before the retry delay if that sync fails', async () => {
    hasPending = true
    meanwhile = () => {
      timer.syncAfterEdit()
      meanwhile = () => {
        hasPending = false
      }
    }
    await timer.syncNow()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries).toBe(2)
    outcome = 'failed'
    hasPending = true
    meanwhile = () => timer.syncAfterEdit()
    await timer.syncNow()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries).toBe(3)
  })

  it('retries ever less often while syncs fail with edits pending, but at least every quarter of an hour', async () => {
    outcome = 'failed'
    hasPending = true
    await timer.syncNow()
    const times: number[] = []
    for (let minute = 0; minute < 120; minute++) {
      const before = tries
      await vi.advanceTimersByTimeAsync(60_000)
      times.push(tries - before)
    }
    expect(times[0]).toBeGreaterThan(2)
    expect(Math.max(...times.slice(30))).toBe(1)
    expect(times.slice(-16).some((count) => count > 0)).toBe(true)
  })

  it('does not sync while signed out, and syncs at once after a sign-in', async () => {
    outcome = 'signed out'
    hasPending = true
    await timer.syncNow()
    timer.syncAfterEdit()
    timer.setVisible(true)
    timer.syncUnlessPaused()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tries).toBe(1)
    outcome = 'done'
    timer.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(tries).toBe(2)
  })
})
