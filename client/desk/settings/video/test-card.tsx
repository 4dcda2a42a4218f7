import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ElsewhereIcon } from '#client/desk/kit/icons.tsx'
import { Status } from '#client/desk/kit/page/status.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone, momentWords } from '#client/lib/data/device-zone.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { dateWords, timeOfDay } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { VideoTestResult } from '#shared/video/api.ts'
import styles from './video-testing-page.module.css'

export interface Test {
  testing: boolean
  result: VideoTestResult | undefined
  run: () => Promise<void>
}

interface TestCardProps {
  title: string
  test: Test
  barred: string | undefined
}

export function TestCard({ title, test: { testing, result, run }, barred }: TestCardProps) {
  return (
    <Box
      title={title}
      className={`${kit.column} ${styles.card}`}
      aside={
        <DeskButton variant="ghost" barred={barred} busy={testing} onClick={() => void run()}>
          {testing ? 'Testing…' : 'Test'}
          <VisuallyHidden>, {title}</VisuallyHidden>
        </DeskButton>
      }
      {...(result && {
        foot: <p className={type.fine}>Tested at {testedWords(result.timestamp)}</p>,
      })}
    >
      <div className={styles.body} role="status">
        {result ? <Findings result={result} /> : <p className={type.muted}>Not tested yet.</p>}
      </div>
    </Box>
  )
}

function Findings({ result }: { result: VideoTestResult }) {
  const { success, message, error, room, instructions, troubleshooting } = result
  return (
    <>
      <div className={styles.result}>
        {success ? <Status tone="ok">Success</Status> : <Status tone="problem">Failed</Status>}
        <p>{message}</p>
      </div>
      {error ? <p className={styles.error}>{error}</p> : null}
      {room ? <Room room={room} /> : null}
      {instructions.length > 0 ? <Steps title="Instructions" steps={instructions} /> : null}
      {troubleshooting ? (
        <div>
          <Steps title="Troubleshooting" steps={troubleshooting.steps} />
          <a
            className={styles.documentation}
            href={troubleshooting.documentation}
            target="_blank"
            rel="noreferrer"
          >
            Read the provider’s documentation
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </div>
      ) : null}
    </>
  )
}

function Room({ room }: { room: NonNullable<VideoTestResult['room']> }) {
  return (
    <>
      <dl className={`${kit.facts} ${styles.room}`}>
        <div>
          <dt>Room name</dt>
          <dd>{room.name}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>{expiryWords(room.expiresAt)}</dd>
        </div>
      </dl>
      <div>
        <ButtonLink small variant="ghost" href={room.url} target="_blank" rel="noreferrer">
          <span className={kit.inlineWide}>
            <ElsewhereIcon />
            Open Meeting
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </span>
        </ButtonLink>
      </div>
    </>
  )
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <div>
      <h3 className={styles.heading}>{title}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

/** `24 November 2026, 08:52:10`, in this device's time zone. */
export function testedWords(iso: string): string {
  const instant = Date.parse(iso)
  const { date, minute } = wallOf(instant, deviceZone())
  const seconds = String(Math.floor(instant / 1000) % 60).padStart(2, '0')
  return `${dateWords(date, 'long')}, ${timeOfDay(minute)}:${seconds}`
}

/** `Today at 08:57`; a test room expires 5 minutes after it is created. */
function expiryWords(iso: string): string {
  const words = momentWords(Date.parse(iso), systemClock())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
