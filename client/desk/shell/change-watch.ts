import type { StreamListener } from '#client/lib/data/event-stream.ts'
import { type LatestSeqs, MAX_SILENCE } from '#shared/desk/changes.ts'

/** A stream without a first event after this time is probably buffered by a proxy, milliseconds. */
const FIRST_EVENT_TIMEOUT = 8000

/**
 * Milliseconds between two attempts while the server does not answer: doubles from the first value
 * to the second.
 */
const MIN_RETRY_DELAY = 1500
const MAX_RETRY_DELAY = 15_000

/** Polling interval while no stream can be opened, milliseconds. */
const POLL_INTERVAL = 20_000

/**
 * After more than `MAX_STREAM_FAILURES` failed streams in a row, polling replaces the stream. Every
 * `POLLS_PER_STREAM_RETRY`-th poll, one more stream is tried.
 */
const MAX_STREAM_FAILURES = 3
const POLLS_PER_STREAM_RETRY = 15

export interface ChangeWatchParts {
  /** Opens the stream; returns a function that closes it. */
  openStream(listener: StreamListener): () => void
  /** `undefined`: no answer. `refused`: the owner must sign in first. */
  poll(): Promise<LatestSeqs | 'refused' | undefined>
  /** Parses the data of an event; undefined if it is not valid. */
  parse(data: unknown): LatestSeqs | undefined
  onChange(changes: LatestSeqs): void
  /** From 0 up to 1: jitter for the pauses. */
  random(): number
}

/** Receives changes through a stream of server-sent events, and polls while no stream can be opened. */
export class ChangeWatch {
  private readonly parts: ChangeWatchParts
  private closeStream: (() => void) | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Streams lost in a row since the last event. */
  private streamFailures = 0
  /** Polls in a row without an answer. */
  private unansweredPolls = 0
  private pollCount = 0
  private isStopped = true

  constructor(parts: ChangeWatchParts) {
    this.parts = parts
  }

  start(): void {
    this.isStopped = false
    this.streamFailures = 0
    this.unansweredPolls = 0
    this.openStream()
  }

  stop(): void {
    this.isStopped = true
    this.disconnect()
  }

  private openStream(): void {
    const { openStream, parse, onChange } = this.parts
    this.startTimer(FIRST_EVENT_TIMEOUT, () => this.handleStreamLost())
    this.closeStream = openStream({
      onMessage: (data) => {
        const changes = parse(data)
        if (!changes) return this.handleStreamLost()
        this.streamFailures = 0
        this.startTimer(MAX_SILENCE, () => this.handleStreamLost())
        onChange(changes)
      },
      onClose: () => this.handleStreamLost(),
    })
  }

  private handleStreamLost(): void {
    if (this.isStopped) return
    this.disconnect()
    this.streamFailures++
    this.pollCount = 0
    void this.poll()
  }

  private async poll(): Promise<void> {
    const answer = await this.parts.poll().catch(() => undefined)
    // The next sign-in starts a new watch.
    if (this.isStopped || answer === 'refused') return
    const isBack = answer !== undefined && this.unansweredPolls > 0
    this.unansweredPolls = answer ? 0 : this.unansweredPolls + 1
    if (answer) this.parts.onChange(answer)
    this.pollCount++
    const shouldPoll =
      this.streamFailures > MAX_STREAM_FAILURES &&
      !isBack &&
      this.pollCount % POLLS_PER_STREAM_RETRY !== 0
    this.startTimer(this.getRetryDelay(), () =>
      shouldPoll || !answer ? void this.poll() : this.openStream(),
    )
  }

  /** Random, so that devices do not all ask at once when the server comes back. */
  private getRetryDelay(): number {
    if (this.unansweredPolls === 0 && this.streamFailures > MAX_STREAM_FAILURES)
      return POLL_INTERVAL
    const whole =
      MIN_RETRY_DELAY * 2 ** (Math.max(1, this.streamFailures, this.unansweredPolls) - 1)
    return Math.min(whole, MAX_RETRY_DELAY) * (0.5 + this.parts.random() / 2)
  }

  private disconnect(): void {
    clearTimeout(this.timer)
    this.closeStream?.()
    this.closeStream = undefined
  }

  private startTimer(ms: number, act: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(act, ms)
  }
}
