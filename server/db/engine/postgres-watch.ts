import type { DatabaseUnreachableError } from '#server/db/storage-faults.ts'
import { connectPostgres, toOpenError } from './postgres-connect.ts'

/** Between two attempts to reach a PostgreSQL that did not answer, ms; each may take seconds. */
const PROBE_INTERVAL = 1_000

/** As the driver words it: a connection, a statement, or a wait for a free connection took too long. */
const TIMEOUT_PATTERN = /timeout/i

/**
 * Whether PostgreSQL answers. A machine that is lost sends no error, so each request would wait for
 * its own timeout: after the first one, all others are refused at once until a connection succeeds.
 */
export class PostgresWatch {
  private silence: DatabaseUnreachableError | undefined
  private isClosed = false
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly url: string) {}

  /** Throws if PostgreSQL did not answer lately. */
  assertAnswering(): void {
    if (this.silence) throw this.silence
  }

  noteError(error: unknown): void {
    if (this.silence || this.isClosed) return
    if (!(error instanceof Error) || 'code' in error || !TIMEOUT_PATTERN.test(error.message)) return
    this.silence = toOpenError(error, this.url) as DatabaseUnreachableError
    this.probe()
    this.timer = setInterval(() => this.probe(), PROBE_INTERVAL).unref()
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.timer)
  }

  private probe(): void {
    connectPostgres(this.url).then(
      (client) => {
        this.silence = undefined
        clearInterval(this.timer)
        client.end().catch(() => undefined)
      },
      () => undefined,
    )
  }
}
