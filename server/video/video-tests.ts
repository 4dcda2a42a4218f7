import type { Clock } from '#server/lib/clock.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { TEST_ROOM_MINUTES, testFailures, type VideoTestResult } from '#shared/video/desk-api.ts'
import type { DailyClient } from './daily-client.ts'

const DOCUMENTATION = 'https://docs.daily.co/reference/rest-api'

const NO_KEY_TEXT = 'No API key was found, so the test was not run'

interface TestParts {
  /** Undefined if no video provider is set. */
  client: DailyClient | undefined
  clock: Clock
}

type TestOutcome = Pick<VideoTestResult, 'success' | 'message'> & Partial<VideoTestResult>

/** The owner's tests of the video provider: whether it accepts the API key and creates rooms. */
export class VideoTests {
  constructor(private readonly parts: TestParts) {}

  async testConnection(): Promise<VideoTestResult> {
    const { client } = this.parts
    if (!client) return this.toResult(createFailure('connection', NO_KEY_TEXT, keySteps))
    const status = await client.checkKey()
    if (status !== 200)
      return this.toResult(createFailure('connection', formatReason(status), getSteps(status)))
    return this.toResult({
      success: true,
      message: 'The provider answered and accepts the key.',
      instructions: [
        'Meeting rooms can be created for bookings.',
        'Run the room test to be sure that a room opens.',
      ],
    })
  }

  async testRoom(): Promise<VideoTestResult> {
    const { client, clock } = this.parts
    if (!client) return this.toResult(createFailure('room', NO_KEY_TEXT, roomSteps))
    const now = clock()
    const end = now + TEST_ROOM_MINUTES * 60_000
    const name = createTestRoomName(now)
    const { url, status } = await client.createTestRoom({ name, end })
    if (!url) return this.toResult(createFailure('room', formatReason(status), roomSteps))
    return this.toResult({
      success: true,
      message: 'A test room was created.',
      room: { name, url, expiresAt: toIsoTime(end) },
      instructions: [
        'Open the meeting in a new tab.',
        'Allow camera and microphone.',
        'Check that you can see and hear yourself, then leave.',
      ],
    })
  }

  private toResult(finding: TestOutcome): VideoTestResult {
    return {
      error: null,
      timestamp: toIsoTime(this.parts.clock()),
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

function getSteps(status: number): string[] {
  return status === 401 || status === 403 ? keySteps : networkSteps
}

function formatReason(status: number): string {
  if (status === 0) return 'The provider did not answer'
  if (status === 401 || status === 403) return 'The provider does not accept the API key'
  return `The provider answered with an error (${status})`
}

function createFailure(
  test: keyof typeof testFailures,
  error: string,
  steps: string[],
): TestOutcome {
  const troubleshooting = { steps, documentation: DOCUMENTATION }
  return { success: false, message: testFailures[test], error, troubleshooting }
}

/** `test-20261124-085210`, in UTC. */
function createTestRoomName(now: number): string {
  const digits = new Date(now).toISOString().replace(/\D/g, '')
  return `test-${digits.slice(0, 8)}-${digits.slice(8, 14)}`
}
