import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import type { Availability } from '#shared/schedule/api.ts'
import type { Random } from '#tests/support/lib/random.ts'
import { getWeekdayAhead } from './forms.ts'
import { ServerProcess } from './server.ts'

/** Longest time that the servers may need until they take writes again, ms. */
const PATIENCE = 60_000

interface GroupOptions {
  count: number
  databaseUrl: string
  random: Random
  env?: Record<string, string>
}

/** An answer, read whole; `body` is the parsed JSON, if it is JSON. */
export interface GroupAnswer {
  status: number
  body: Record<string, unknown>
}

/** Several built servers on one PostgreSQL database, with the same keys. */
export class ServerGroup {
  /** Every status of an answer, in the order of arrival. */
  readonly statuses: number[] = []
  private ready: Promise<void> | undefined

  private constructor(
    readonly servers: readonly ServerProcess[],
    /** Settings of each server, for another process that joins them. */
    readonly env: Record<string, string>,
    private readonly keysDir: string,
    private readonly random: Random,
  ) {}

  /** Starts all servers at once. */
  static async start({ count, databaseUrl, random, env }: GroupOptions): Promise<ServerGroup> {
    const keysDir = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'))
    const all = { DATABASE_URL: databaseUrl, KEYS_DIR: keysDir, ...env }
    const servers = await Promise.all(
      Array.from({ length: count }, () => ServerProcess.start({ env: all })),
    )
    return new ServerGroup(servers, all, keysDir, random)
  }

  pick(): ServerProcess {
    return this.random.pick(this.servers)
  }

  /** Sends a request to any server; undefined if there was no answer, or one that says "later". */
  async send(request: (url: string) => Promise<Response>): Promise<GroupAnswer | undefined> {
    try {
      const response = await request(this.pick().url)
      const text = await response.text()
      this.statuses.push(response.status)
      if (response.status >= 500) return undefined
      return { status: response.status, body: parseBody(text) }
    } catch {
      return undefined
    }
  }

  /** Sends a request until it is answered, each time to any server, as devices do. */
  async sendUntilAnswered(request: (url: string) => Promise<Response>): Promise<GroupAnswer> {
    for (;;) {
      const answer = await this.send(request)
      if (answer) return answer
      await this.waitUntilReady()
    }
  }

  /** Resolves once one of the servers takes writes. */
  waitUntilReady(): Promise<void> {
    this.ready ??= vi
      .waitUntil(() => isReady(this.pick().url), { timeout: PATIENCE, interval: 50 })
      .then(() => undefined)
      .finally(() => {
        this.ready = undefined
      })
    return this.ready
  }

  /** Resolves once every server takes writes. */
  async waitUntilAllReady(): Promise<void> {
    for (const { url } of this.servers)
      await vi.waitUntil(() => isReady(url), { timeout: PATIENCE, interval: 50 })
  }

  /** The open starts of the next three months, as one of the servers offers them. */
  async listOpenStarts(server = this.pick()): Promise<string[]> {
    const query = new URLSearchParams({
      service: 'initial-consultation',
      from: getWeekdayAhead(3),
      to: getWeekdayAhead(85),
    })
    const response = await fetch(`${server.url}/functions/get-availability?${query}`)
    return ((await response.json()) as Availability).slots
  }

  async dispose(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.dispose()))
    fs.rmSync(this.keysDir, { recursive: true, force: true })
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.text()
  return answer?.status === 200
}

function parseBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
