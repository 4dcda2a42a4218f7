import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChangeWatch } from '#client/desk/shell/sync-watch.ts'
import type { StreamListener } from '#client/lib/data/event-stream.ts'
import type { LastChanges } from '#shared/desk/changes.ts'

const FIRST: LastChanges = { desk: 1, book: 1 }
const NEXT: LastChanges = { desk: 2, book: 1 }
const MINUTE = 60_000

/** A connection to the server, controlled by the test in every part. */
function world() {
  const told: LastChanges[] = []
  const open = new Set<StreamListener>()
  const way = {
    told,
    open,
    streams: 0,
    asked: 0,
    answer: undefined as LastChanges | 'refused' | undefined,
    /** Runs when a stream is opened. */
    opens: (_listener: StreamListener): void => undefined,
  }
  const watch = new ChangeWatch({
    listen(listener) {
      way.streams++
      open.add(listener)
      way.opens(listener)
      return () => open.delete(listener)
    },
    ask: async () => {
      way.asked++
      return way.answer
    },
    read: (data) => (typeof data === 'object' ? (data as LastChanges) : undefined),
    tell: (changes) => told.push(changes),
    random: () => 1,
  })
  return { ...way, way, watch, only: () => [...open][0] as StreamListener }
}

let at: ReturnType<typeof world>
beforeEach(() => {
  vi.useFakeTimers()
  at = world()
})
afterEach(() => {
  at.watch.stop()
  vi.useRealTimers()
})

describe('the watch over changes', () => {
  it('tells what the stream says, and asks nothing while it goes on', async () => {
    at.watch.start()
    at.only().heard(FIRST)
    await vi.advanceTimersByTimeAsync(30_000)
    at.only().heard(NEXT)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(at.told).toEqual([FIRST, NEXT])
    expect(at.way.asked).toBe(0)
    expect(at.way.streams).toBe(1)
  })

  it('asks at once where a stream ends, and opens another', async () => {
    at.watch.start()
    at.only().heard(FIRST)
    at.way.answer = NEXT
    at.only().lost()
    await vi.advanceTimersByTimeAsync(0)
    expect(at.told).toEqual([FIRST, NEXT])
    await vi.advanceTimersByTimeAsync(MINUTE / 10)
    expect(at.way.streams).toBe(2)
    expect(at.open.size).toBe(1)
  })

  it('takes a stream that says nothing for dead, at its beginning sooner than later', async () => {
    at.way.answer = FIRST
    at.watch.start()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(at.told).toEqual([FIRST])
    at.only().heard(FIRST)
    at.way.answer = NEXT
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(at.told.at(-1)).toEqual(NEXT)
  })

  it('where no stream brings anything, asks a few times a minute and tries a stream every few minutes', async () => {
    at.way.answer = FIRST
    at.watch.start()
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    const { asked, streams } = at.way
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(at.way.asked - asked).toBeLessThanOrEqual(35)
    expect(at.way.asked - asked).toBeGreaterThanOrEqual(20)
    expect(at.way.streams - streams).toBeLessThanOrEqual(3)
    expect(at.way.streams - streams).toBeGreaterThanOrEqual(1)
  })

  it('tries ever more seldom while nobody answers, and opens a stream as soon as somebody does', async () => {
    at.way.opens = ({ lost }) => setTimeout(lost)
    at.watch.start()
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    const { asked, streams } = at.way
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(at.way.asked - asked).toBeLessThanOrEqual(5)
    expect(at.way.streams).toBe(streams)
    at.way.opens = ({ heard }) => setTimeout(() => heard(NEXT))
    at.way.answer = NEXT
    await vi.advanceTimersByTimeAsync(MINUTE / 2)
    expect(at.way.streams).toBe(streams + 1)
    expect(at.open.size).toBe(1)
  })

  it('stops where somebody has to sign in, and once it is left', async () => {
    at.way.answer = 'refused'
    at.watch.start()
    at.only().lost()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(at.way.asked).toBe(1)
    at.watch.start()
    at.watch.stop()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(at.open.size).toBe(0)
    expect(at.way.asked).toBe(1)
  })
})
