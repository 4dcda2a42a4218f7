import * as v from 'valibot'
import type { Logger } from '#server/lib/log.ts'

const DEFAULT_BASE = 'https://api.daily.co/v1'
const TIMEOUT = 5_000
/** How long before the meeting its room opens, and how long after it the room closes; seconds. */
const OPENS_BEFORE_SECONDS = 15 * 60
const CLOSES_AFTER_SECONDS = 60 * 60
/**
 * How long after the meeting a meeting token expires, seconds. The room's own times decide when a
 * guest may enter; the token must stay valid if the meeting is rescheduled.
 */
const TOKEN_LIFETIME_SECONDS = 400 * 24 * 3600

const Room = v.object({ name: v.string(), url: v.pipe(v.string(), v.url()) })
const MeetingToken = v.object({ token: v.pipe(v.string(), v.nonEmpty()) })

interface RoomOptions {
  /** Cannot be guessed, and is always the same for one booking. */
  name: string
  /** UTC milliseconds. */
  start: number
  end: number
}

/** `status`: HTTP status of the last answer; 0 if there was none. */
interface TestRoom {
  url: string | undefined
  status: number
}

interface ApiResponse {
  status: number
  body: unknown
}

/**
 * Client of the Daily REST API: makes, changes and removes rooms by name. Every call may be
 * repeated. Failures are logged and returned, never thrown.
 */
export class DailyClient {
  private readonly base: string
  private readonly apiKey: string
  private readonly log: Logger

  constructor(parts: { apiKey: string; apiBase: string | undefined; log: Logger }) {
    this.base = (parts.apiBase ?? DEFAULT_BASE).replace(/\/$/, '')
    this.apiKey = parts.apiKey
    this.log = parts.log
  }

  /**
   * Creates or updates a booking's private room. Returns the link with a meeting token that admits
   * anyone who has it; undefined if the provider fails.
   */
  async ensureRoom(request: RoomOptions): Promise<string | undefined> {
    const room = await this.putRoom(request)
    if (!room) return undefined
    const exp = toSeconds(request.end) + TOKEN_LIFETIME_SECONDS
    return (await this.withMeetingToken(room.url, { room_name: request.name, exp })).url
  }

  /** Checks the API key; returns the HTTP status (200: accepted), or 0 if there was no answer. */
  async checkKey(): Promise<number> {
    const answer = await this.call('GET', '/')
    if (answer?.status !== 200) this.logFailure('GET /', answer)
    return answer?.status ?? 0
  }

  /** Creates a private room that is open at once, and ejects everybody at `end` (UTC ms). */
  async createTestRoom({ name, end }: Omit<RoomOptions, 'start'>): Promise<TestRoom> {
    const properties = { exp: toSeconds(end), eject_at_room_exp: true, enable_prejoin_ui: true }
    const created = await this.call('POST', '/rooms', { name, privacy: 'private', properties })
    const room = this.read(Room, 'POST /rooms', created)
    if (!room) return { url: undefined, status: created?.status ?? 0 }
    return this.withMeetingToken(room.url, { room_name: name, exp: toSeconds(end) })
  }

  private async withMeetingToken(url: string, properties: object): Promise<TestRoom> {
    const answer = await this.call('POST', '/meeting-tokens', { properties })
    const pass = this.read(MeetingToken, 'POST /meeting-tokens', answer)
    return {
      url: pass && `${url}?t=${encodeURIComponent(pass.token)}`,
      status: answer?.status ?? 0,
    }
  }

  /** True if the room does not exist any more, or never did. */
  async removeRoom(name: string): Promise<boolean> {
    const answer = await this.call('DELETE', `/rooms/${name}`)
    const isRemoved = answer?.status === 200 || answer?.status === 404
    if (!isRemoved) this.logFailure('DELETE /rooms', answer)
    return isRemoved
  }

  /** Creates the room, or updates the times of the existing one. */
  private async putRoom({ name, start, end }: RoomOptions) {
    const properties = {
      nbf: toSeconds(start) - OPENS_BEFORE_SECONDS,
      exp: toSeconds(end) + CLOSES_AFTER_SECONDS,
      enable_prejoin_ui: true,
    }
    const room = { privacy: 'private', properties }
    const created = await this.call('POST', '/rooms', { name, ...room })
    if (created?.status === 200) return this.read(Room, 'POST /rooms', created)
    if (created?.status !== 400 || !isNameTaken(created.body)) {
      this.logFailure('POST /rooms', created)
      return undefined
    }
    const changed = await this.call('POST', `/rooms/${name}`, room)
    return this.read(Room, 'POST /rooms/:name', changed)
  }

  private read<T>(
    schema: v.GenericSchema<unknown, T>,
    call: string,
    answer: ApiResponse | undefined,
  ): T | undefined {
    const parsed = answer?.status === 200 ? v.safeParse(schema, answer.body) : undefined
    if (parsed?.success) return parsed.output
    this.logFailure(call, answer)
    return undefined
  }

  private async call(
    method: string,
    path: string,
    body?: object,
  ): Promise<ApiResponse | undefined> {
    try {
      const response = await fetch(this.base + path, {
        method,
        headers: { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT),
        redirect: 'error',
      })
      return { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
  }

  private logFailure(call: string, answer: ApiResponse | undefined): void {
    this.log.warn({ call, status: answer?.status ?? 'no answer' }, 'video provider failed')
  }
}

/** The provider answers 400 to every bad request; only the text says that the name is taken. */
function isNameTaken(body: unknown): boolean {
  const info = (body as { info?: unknown } | null)?.info
  return typeof info === 'string' && /already exists/i.test(info)
}

function toSeconds(instant: number): number {
  return Math.floor(instant / 1000)
}
