import type { StreamListener } from '#client/lib/data/event-stream.ts'
import { type LastChanges, LONGEST_SILENCE } from '#shared/desk/changes.ts'

/** A stream without a first event after this time is probably buffered by a proxy, milliseconds. */
const FIRST_EVENT = 8000

/**
 * Milliseconds between two attempts while the server does not answer: doubles from the first value
 * to the second.
 */
const FIRST_PAUSE = 1500
const LONGEST_PAUSE = 15_000

/** Polling interval while no stream can be opened, milliseconds. */
const ASK_EVERY = 20_000

/**
 * After more than `MOST_FAILURES` failed streams in a row, polling replaces the stream. Every
 * `TRY_AGAIN`-th poll, one more stream is tried.
 */
const MOST_FAILURES = 3
const TRY_AGAIN = 15

export interface WatchParts {
  /** Opens the stream; returns a function that closes it. */
  listen(listener: StreamListener): () => void
  /** `undefined`: no answer. `refused`: the owner must sign in first. */
  ask(): Promise<LastChanges | 'refused' | undefined>
  /** Parses the data of an event; undefined if it is not valid. */
  read(data: unknown): LastChanges | undefined
  tell(changes: LastChanges): void
  /** From 0 up to 1: jitter for the pauses. */
  random(): number
}

/** Hears of changes by a stream of server-sent events, and polls while no stream can be opened. */
export class ChangeWatch {
  private readonly parts: WatchParts
  private close: (() => void) | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Streams lost in a row since the last event. */
  private failures = 0
  /** Polls in a row without an answer. */
  private unanswered = 0
  private turns = 0
  private stopped = true

  constructor(parts: WatchParts) {
    this.parts = parts
  }

  start(): void {
    this.stopped = false
    this.failures = 0
    this.unanswered = 0
    this.open()
  }

  stop(): void {
    this.stopped = true
    this.end()
  }

  private open(): void {
    const { listen, read, tell } = this.parts
    this.in(FIRST_EVENT, () => this.lost())
    this.close = listen({
      heard: (data) => {
        const changes = read(data)
        if (!changes) return this.lost()
        this.failures = 0
        this.in(LONGEST_SILENCE, () => this.lost())
        tell(changes)
      },
      lost: () => this.lost(),
    })
  }

  private lost(): void {
    if (this.stopped) return
    this.end()
    this.failures++
    this.turns = 0
    void this.ask()
  }

  private async ask(): Promise<void> {
    const answer = await this.parts.ask().catch(() => undefined)
    // The next sign-in starts a new watch.
    if (this.stopped || answer === 'refused') return
    const isBack = answer !== undefined && this.unanswered > 0
    this.unanswered = answer ? 0 : this.unanswered + 1
    if (answer) this.parts.tell(answer)
    this.turns++
    const asks = this.failures > MOST_FAILURES && !isBack && this.turns % TRY_AGAIN !== 0
    this.in(this.pause(), () => (asks || !answer ? void this.ask() : this.open()))
  }

  /** Random, so that devices do not all ask at once when the server comes back. */
  private pause(): number {
    if (this.unanswered === 0 && this.failures > MOST_FAILURES) return ASK_EVERY
    const whole = FIRST_PAUSE * 2 ** (Math.max(1, this.failures, this.unanswered) - 1)
    return Math.min(whole, LONGEST_PAUSE) * (0.5 + this.parts.random() / 2)
  }

  private end(): void {
    clearTimeout(this.timer)
    this.close?.()
    this.close = undefined
  }

  private in(ms: number, act: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(act, ms)
  }
}
