import { useState } from 'react'
import box from '#client/desk/kit/box.module.css'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { VideoIcon } from '#client/desk/kit/icons.tsx'
import { DeskConnectionBar, useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { SettingsPage } from '#client/desk/kit/page/page.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import type from '#client/ui/type.module.css'
import { getSiteState } from '#shared/desk/site-state.ts'
import {
  testConnection,
  testFailures,
  testRoom,
  type VideoTestResult,
} from '#shared/video/desk-api.ts'
import { MeetingLocations } from './meeting-locations.tsx'
import { TestCard, type VideoTest } from './test-card.tsx'
import styles from './video-testing-page.module.css'

const OFFLINE_REASON = 'Testing needs a connection.'

export function VideoTestingPage() {
  const site = useDeskData(getSiteState, {})
  const canCreateRooms = site.data?.createsRooms
  const connection = useTest(async () =>
    toTestResult(await callEndpoint(testConnection, {}), 'connection'),
  )
  const room = useTest(async () => toTestResult(await callEndpoint(testRoom, {}), 'room'))
  const disabledReason = useIsDisconnected(site) ? OFFLINE_REASON : undefined
  const testing = connection.isTesting || room.isTesting
  const testAll = async () => {
    await connection.run()
    await room.run()
  }
  return (
    <>
      <DeskConnectionBar subject="Video settings are" desk={site} />
      <SettingsPage
        title="Video Meeting Testing"
        aside={
          <DeskButton disabledReason={disabledReason} busy={testing} onClick={() => void testAll()}>
            <span className={kit.inlineWide}>
              <VideoIcon />
              {testing ? 'Testing…' : 'Test All'}
            </span>
          </DeskButton>
        }
      >
        <div className="stack gap-6">
          <MeetingLocations canCreateRooms={canCreateRooms} />
          <section
            className={`${box.box} ${kit.spaced} ${kit.inset} ${styles.environment}`}
            aria-labelledby="video-environment"
          >
            <div>
              <h2 id="video-environment">Environment</h2>
              <p className={type.note}>API key of the video provider</p>
              {disabledReason ? (
                <p className={`${type.note} ${kit.warning}`}>{disabledReason}</p>
              ) : null}
            </div>
            <div role="status">
              {canCreateRooms === undefined ? null : canCreateRooms ? (
                <StatusBadge tone="ok">Configured</StatusBadge>
              ) : (
                <StatusBadge tone="problem">Not Set</StatusBadge>
              )}
            </div>
          </section>
          <div className={styles.tests}>
            <TestCard
              title="API Connection Test"
              test={connection}
              disabledReason={disabledReason}
            />
            <TestCard title="Room Creation Test" test={room} disabledReason={disabledReason} />
          </div>
          <Box title="Testing guide">
            <div className={styles.guide}>
              <div>
                <b>When to test</b>
                <p>After changing the API key, and on the morning of a day with calls.</p>
              </div>
              <div>
                <b>What is created</b>
                <p>
                  The room test creates one real room. It expires after 5 minutes and costs nothing.
                </p>
              </div>
              <div>
                <b>If a test fails</b>
                <p>
                  Bookings still succeed. The visitor learns that the meeting link will follow, and
                  your dashboard asks you for one.
                </p>
              </div>
            </div>
          </Box>
        </div>
      </SettingsPage>
    </>
  )
}

function useTest(runTest: () => Promise<VideoTestResult>): VideoTest {
  const { busy, run } = useOneAtATime()
  const [result, setResult] = useState<VideoTestResult>()
  return {
    isTesting: busy,
    result,
    run: () => run(async () => setResult(await runTest())),
  }
}

/** If our own server does not answer, that is reported as the result of the test. */
function toTestResult(
  answer: Awaited<ReturnType<typeof callEndpoint<object, VideoTestResult>>>,
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
