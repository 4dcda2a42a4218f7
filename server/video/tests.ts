import type { Clock } from '#server/lib/clock.ts'
import { isoTime } from '#shared/lib/date.ts'
import { TEST_ROOM_LIFE, testFailures, type VideoTestResult } from '#shared/video/api.ts'
import type { DailyClient } from './daily.ts'

const DOCUMENTATION = 'https://docs.daily.co/reference/rest-api'

const NO_KEY = 'No API key was found, so the test was not run'

interface TestParts {
  /** Undefined if no video provider is set. */
  client: DailyClient | undefined
  clock: Clock
}

type Finding = Pick<VideoTestResult, 'success' | 'message'> & Partial<VideoTestResult>

/** The owner's tests of the video provider: whether it accepts the API key and creates rooms. */
export class VideoTests {
  constructor(private readonly parts: TestParts) {}

  get configured(): boolean {
    return this.parts.client !== undefined
  }

  async connection(): Promise<VideoTestResult> {
    const { client } = this.parts
    if (!client) return this.result(failed('connection', NO_KEY, keySteps))
    const status = await client.checkKey()
    if (status !== 200) return this.result(failed('connection', reasonOf(status), stepsFor(status)))
    return this.result({
      success: true,
      message: 'The provider answered and accepts the key.',
      instructions: [
        'Meeting rooms can be created for bookings.',
        'Run the room test to be sure that a room opens.',
      ],
    })
  }

  async room(): Promise<VideoTestResult> {
    const { client, clock } = this.parts
    if (!client) return this.result(failed('room', NO_KEY, roomSteps))
    const now = clock()
    const end = now + TEST_ROOM_LIFE * 60_000
    const name = testName(now)
    const { url, status } = await client.createTestRoom({ name, end })
    if (!url) return this.result(failed('room', reasonOf(status), roomSteps))
    return this.result({
      success: true,
      message: 'A test room was created.',
      room: { name, url, expiresAt: isoTime(end) },
      instructions: [
        'Open the meeting in a new tab.',
        'Allow camera and microphone.',
        'Check that you can see and hear yourself, then leave.',
      ],
    })
  }

  private result(finding: Finding): VideoTestResult {
    return {
      error: null,
      timestamp: isoTime(this.parts.clock()),
      room: null,
      instructions: [],
      troubleshooting: null,
      ...finding,
    }
  }
}

const keySteps = [
  'Set DAILY_API_KEY in the environment of the server.',
  'Start the server again; a new key is read only at start.',
  'Press Test again.',
]

const networkSteps = [
  'Check that the server can reach the internet.',
  'Check whether the provider reports an outage.',
  'Press Test again.',
]

const roomSteps = ['Start with the connection test.', 'Check that the plan allows new rooms.']

function stepsFor(status: number): string[] {
  return status === 401 || status === 403 ? keySteps : networkSteps
}

function reasonOf(status: number): string {
  if (status === 0) return 'The provider did not answer'
  if (status === 401 || status === 403) return 'The provider does not accept the API key'
  return `The provider answered with an error (${status})`
}

function failed(test: keyof typeof testFailures, error: string, steps: string[]): Finding {
  const troubleshooting = { steps, documentation: DOCUMENTATION }
  return { success: false, message: testFailures[test], error, troubleshooting }
}

/** `test-20261124-085210`, in UTC. */
function testName(now: number): string {
  const digits = new Date(now).toISOString().replace(/\D/g, '')
  return `test-${digits.slice(0, 8)}-${digits.slice(8, 14)}`
}
