import { useState } from 'react'
import box from '#client/desk/kit/box.module.css'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { VideoIcon } from '#client/desk/kit/icons.tsx'
import { DeskNetBar, useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { SettingsPage } from '#client/desk/kit/page/page.tsx'
import { Status } from '#client/desk/kit/page/status.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import type from '#client/ui/type.module.css'
import {
  getVideoSettings,
  testConnection,
  testFailures,
  testRoom,
  type VideoTestResult,
} from '#shared/video/api.ts'
import { MeetingPlaces } from './meeting-places.tsx'
import { type Test, TestCard } from './test-card.tsx'
import styles from './video-testing-page.module.css'

const NEEDS_CONNECTION = 'Testing needs a connection.'

export function VideoTestingPage() {
  const settings = useDeskData(getVideoSettings, {})
  const connection = useTest(async () => resultOf(await call(testConnection, {}), 'connection'))
  const room = useTest(async () => resultOf(await call(testRoom, {}), 'room'))
  const barred = useIsCutOff(settings) ? NEEDS_CONNECTION : undefined
  const testing = connection.testing || room.testing
  const testAll = async () => {
    await connection.run()
    await room.run()
  }
  return (
    <>
      <DeskNetBar what="Video settings are" desk={settings} />
      <SettingsPage
        title="Video Meeting Testing"
        aside={
          <DeskButton barred={barred} busy={testing} onClick={() => void testAll()}>
            <span className={kit.inlineWide}>
              <VideoIcon />
              {testing ? 'Testing…' : 'Test All'}
            </span>
          </DeskButton>
        }
      >
        <div className={kit.boxes}>
          <MeetingPlaces />
          <Environment configured={settings.data?.configured} barred={barred} />
          <div className={styles.tests}>
            <TestCard title="API Connection Test" test={connection} barred={barred} />
            <TestCard title="Room Creation Test" test={room} barred={barred} />
          </div>
          <Guide />
        </div>
      </SettingsPage>
    </>
  )
}

function useTest(ask: () => Promise<VideoTestResult>): Test {
  const [testing, setTesting] = useState(false)
  const [result, setResult] = useState<VideoTestResult>()
  const run = async () => {
    setTesting(true)
    setResult(await ask())
    setTesting(false)
  }
  return { testing, result, run }
}

/** If our own server does not answer, that is reported as the result of the test. */
function resultOf(
  answer: Awaited<ReturnType<typeof call<object, VideoTestResult>>>,
  test: keyof typeof testFailures,
): VideoTestResult {
  if (answer.ok) return answer.value
  const { status, error } = answer.refusal
  return {
    success: false,
    message: testFailures[test],
    error: status === 0 ? 'This site’s server did not answer' : error,
    timestamp: new Date(systemClock()).toISOString(),
    room: null,
    instructions: [],
    troubleshooting: null,
  }
}

function Guide() {
  return (
    <Box title="Testing guide">
      <div className={styles.guide}>
        <div>
          <b>When to test</b>
          <p>After changing the API key, and on the morning of a day with calls.</p>
        </div>
        <div>
          <b>What is created</b>
          <p>The room test creates one real room. It expires after 5 minutes and costs nothing.</p>
        </div>
        <div>
          <b>If a test fails</b>
          <p>
            Bookings still succeed. The visitor learns that the meeting link will follow by email,
            and your dashboard asks you for one.
          </p>
        </div>
      </div>
    </Box>
  )
}

interface EnvironmentProps {
  /** Undefined until the server has answered. */
  configured: boolean | undefined
  /** Why testing is unavailable now. */
  barred: string | undefined
}

function Environment({ configured, barred }: EnvironmentProps) {
  return (
    <section
      className={`${box.box} ${kit.spaced} ${kit.inset} ${styles.environment}`}
      aria-labelledby="video-environment"
    >
      <div>
        <h2 id="video-environment">Environment</h2>
        <p className={type.note}>API key of the video provider</p>
        {barred ? <p className={`${type.note} ${kit.warning}`}>{barred}</p> : null}
      </div>
      <div role="status">
        {configured === undefined ? null : configured ? (
          <Status tone="ok">Configured</Status>
        ) : (
          <Status tone="problem">Not Set</Status>
        )}
      </div>
    </section>
  )
}
