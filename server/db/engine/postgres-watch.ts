import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseUnreachableError } from '#server/db/storage-faults.ts'
import { connectPostgres, toOpenError } from './postgres-connect.ts'

/** Pause between two attempts to reach a PostgreSQL that did not answer, ms. */
const PROBE_PAUSE = 1_000

/** As the driver words it: a connection, a statement, or a wait for a free connection took too long. */
const TIMEOUT_PATTERN = /timeout/i

/**
 * Whether PostgreSQL answers. A machine that is lost sends no error, so each request would wait for
 * its own timeout: after the first one, all others are refused at once until a connection succeeds.
 */
export class PostgresWatch {
  private silence: DatabaseUnreachableError | undefined
  private isClosed = false

  constructor(private readonly url: string) {}

  /** Throws if PostgreSQL did not answer lately. */
  assertAnswering(): void {
    if (this.silence) throw this.silence
  }

  noteError(error: unknown): void {
    if (this.silence || this.isClosed) return
    if (!(error instanceof Error) || 'code' in error || !TIMEOUT_PATTERN.test(error.message)) return
    this.silence = toOpenError(error, this.url) as DatabaseUnreachableError
    void this.waitForAnswer()
  }

  close(): void {
    this.isClosed = true
  }

  /** Never rejects. */
  private async waitForAnswer(): Promise<void> {
    while (!this.isClosed) {
      const client = await connectPostgres(this.url).catch(() => undefined)
      if (client) {
        this.silence = undefined
        await client.end().catch(() => undefined)
        return
      }
      await pause(PROBE_PAUSE, undefined, { ref: false })
    }
  }
}
