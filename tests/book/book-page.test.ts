import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientWindow } from '#client/book/index/client-window.ts'
import type { ClientPage, ClientQuery } from '#client/book/store/types.ts'
import { SyncTimer } from '#client/book/sync/sync-timer.ts'
import type { SyncOutcome } from '#client/book/sync/syncer.ts'

describe('the part of a list that is seen', () => {
  const all: ClientQuery = { text: '', sort: 'name' }
  const asked: { text: string; from: number; answer: (page: ClientPage) => void }[] = []
  const ask = (query: ClientQuery, from: number) =>
    new Promise<ClientPage>((answer) => void asked.push({ text: query.text, from, answer }))
  const page = (version: number, names: string[], total = 500): ClientPage => ({
    version,
    total,
    all: 500,
    loading: false,
    lines: names.map((name) => ({ id: name, name, location: '', lastContact: '' })),
  })
  const answer = async (given: ClientPage) => {
    asked.shift()?.answer(given)
    await new Promise((resolve) => setTimeout(resolve))
  }
  beforeEach(() => void asked.splice(0))

  it('keeps what it showed until the next answer is there', async () => {
    const part = new ClientWindow(ask)
    part.show(all)
    await answer(page(1, ['Anna', 'Bo']))
    part.show({ ...all, text: 'b' })
    expect(part.snapshot().lines.get(0)?.name).toBe('Anna')
    await answer(page(1, ['Bo'], 1))
    expect(part.snapshot()).toMatchObject({ total: 1 })
    expect(part.snapshot().lines.get(0)?.name).toBe('Bo')
    expect(part.snapshot().lines.has(1)).toBe(false)
  })

  it('asks one thing at a time, and shows no answer to a word that was typed over', async () => {
    const part = new ClientWindow(ask)
    for (const text of ['a', 'an', 'ann']) part.show({ ...all, text })
    expect(asked.map(({ text }) => text)).toEqual(['a'])
    await answer(page(1, ['Wrong']))
    expect(part.snapshot().lines.size).toBe(0)
    expect(asked.map(({ text }) => text)).toEqual(['ann'])
    await answer(page(1, ['Anna']))
    expect(part.snapshot().lines.get(0)?.name).toBe('Anna')
    expect(asked).toEqual([])
  })

  it('fetches lines that are scrolled to, and keeps those of the same version', async () => {
    const part = new ClientWindow(ask)
    part.show(all)
    await answer(page(1, ['Anna']))
    part.want(300, 320)
    expect(asked[0]?.from).toBeLessThanOrEqual(300)
    const { from = 0 } = asked[0] ?? {}
    await answer(page(1, ['Later']))
    expect(part.snapshot().lines.get(from)?.name).toBe('Later')
    expect(part.snapshot().lines.get(0)?.name).toBe('Anna')
    part.show(all)
    await answer(page(2, ['Newer']))
    expect([...part.snapshot().lines.values()].map(({ name }) => name)).toEqual(['Newer'])
  })
})

describe('an exchange with the server is tried', () => {
  let outcome: SyncOutcome
  let waits: boolean
  let tries: number
  let timer: SyncTimer
  /** Runs during a sync. */
  let meanwhile = () => {}
  beforeEach(() => {
    vi.useFakeTimers()
    meanwhile = () => {}
    outcome = 'done'
    waits = false
    tries = 0
    timer = new SyncTimer({
      run: async () => {
        tries++
        meanwhile()
        return outcome
      },
      waits: () => waits,
      random: () => 1,
    })
  })
  afterEach(() => {
    timer.stop()
    vi.useRealTimers()
  })

  it('each minute while somebody looks, and not after', async () => {
    timer.seen(true)
    await vi.advanceTimersByTimeAsync(60_000 * 3)
    expect(tries).toBe(4)
    timer.seen(false)
    await vi.advanceTimersByTimeAsync(60_000 * 60)
    expect(tries).toBe(4)
  })

  it('once after several edits', async () => {
    for (let i = 0; i < 5; i++) {
      timer.edited()
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(tries).toBe(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(tries).toBe(1)
  })

  it('a second after an edit that came while one was under way, and no sooner while that fails', async () => {
    waits = true
    meanwhile = () => {
      timer.edited()
      meanwhile = () => {
        waits = false
      }
    }
    await timer.now()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries).toBe(2)
    outcome = 'failed'
    waits = true
    meanwhile = () => timer.edited()
    await timer.now()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries).toBe(3)
  })

  it('ever more seldom while it fails and something waits, and never less than each quarter of an hour', async () => {
    outcome = 'failed'
    waits = true
    await timer.now()
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

  it('not while signed out, and at once after a sign-in', async () => {
    outcome = 'signed out'
    waits = true
    await timer.now()
    timer.edited()
    timer.seen(true)
    timer.occasion()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tries).toBe(1)
    outcome = 'done'
    timer.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(tries).toBe(2)
  })
})
