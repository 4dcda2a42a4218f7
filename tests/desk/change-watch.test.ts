import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChangeWatch } from '#client/desk/shell/change-watch.ts'
import type { StreamListener } from '#client/lib/data/event-stream.ts'
import type { LatestSeqs } from '#shared/desk/changes.ts'

const FIRST: LatestSeqs = { desk: 1, book: 1 }
const NEXT: LatestSeqs = { desk: 2, book: 1 }
const MINUTE = 60_000

/** A connection to the server, controlled by the test in every part. */
function createHarness() {
  const told: LatestSeqs[] = []
  const open = new Set<StreamListener>()
  const way = {
    told,
    open,
    streams: 0,
    asked: 0,
    answer: undefined as LatestSeqs | 'refused' | undefined,
    opens: (_listener: StreamListener): void => undefined,
  }
  const watch = new ChangeWatch({
    openStream(listener) {
      way.streams++
      open.add(listener)
      way.opens(listener)
      return () => open.delete(listener)
    },
    poll: async () => {
      way.asked++
      return way.answer
    },
    parse: (data) => (typeof data === 'object' ? (data as LatestSeqs) : undefined),
    onChange: (changes) => told.push(changes),
    random: () => 1,
  })
  return { ...way, way, watch, only: () => [...open][0] as StreamListener }
}

let harness: ReturnType<typeof createHarness>
beforeEach(() => {
  vi.useFakeTimers()
  harness = createHarness()
})
afterEach(() => {
  harness.watch.stop()
  vi.useRealTimers()
})

describe('The watch for changes', () => {
  it('reports what the stream sends, and does not poll while the stream continues', async () => {
    harness.watch.start()
    harness.only().onMessage(FIRST)
    await vi.advanceTimersByTimeAsync(30_000)
    harness.only().onMessage(NEXT)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(harness.told).toEqual([FIRST, NEXT])
    expect(harness.way.asked).toBe(0)
    expect(harness.way.streams).toBe(1)
  })

  it('polls at once when a stream ends, and opens another stream', async () => {
    harness.watch.start()
    harness.only().onMessage(FIRST)
    harness.way.answer = NEXT
    harness.only().onClose()
    await vi.advanceTimersByTimeAsync(0)
    expect(harness.told).toEqual([FIRST, NEXT])
    await vi.advanceTimersByTimeAsync(MINUTE / 10)
    expect(harness.way.streams).toBe(2)
    expect(harness.open.size).toBe(1)
  })

  it('treats a silent stream as dead, sooner at its start than later', async () => {
    harness.way.answer = FIRST
    harness.watch.start()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(harness.told).toEqual([FIRST])
    harness.only().onMessage(FIRST)
    harness.way.answer = NEXT
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(harness.told.at(-1)).toEqual(NEXT)
  })

  it('polls a few times a minute if streams bring nothing, and tries a stream every few minutes', async () => {
    harness.way.answer = FIRST
    harness.watch.start()
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    const { asked, streams } = harness.way
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(harness.way.asked - asked).toBeLessThanOrEqual(35)
    expect(harness.way.asked - asked).toBeGreaterThanOrEqual(20)
    expect(harness.way.streams - streams).toBeLessThanOrEqual(3)
    expect(harness.way.streams - streams).toBeGreaterThanOrEqual(1)
  })

  it('retries less and less often while the server does not answer, and opens a stream once it does', async () => {
    harness.way.opens = ({ onClose: lost }) => setTimeout(lost)
    harness.watch.start()
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    const { asked, streams } = harness.way
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(harness.way.asked - asked).toBeLessThanOrEqual(5)
    expect(harness.way.streams).toBe(streams)
    harness.way.opens = ({ onMessage: deliver }) => setTimeout(() => deliver(NEXT))
    harness.way.answer = NEXT
    await vi.advanceTimersByTimeAsync(MINUTE / 2)
    expect(harness.way.streams).toBe(streams + 1)
    expect(harness.open.size).toBe(1)
  })

  it('stops when a sign-in is required, and when the desk is closed', async () => {
    harness.way.answer = 'refused'
    harness.watch.start()
    harness.only().onClose()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(harness.way.asked).toBe(1)
    harness.watch.start()
    harness.watch.stop()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(harness.open.size).toBe(0)
    expect(harness.way.asked).toBe(1)
  })
})
