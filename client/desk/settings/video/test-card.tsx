import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ExternalLinkIcon } from '#client/desk/kit/icons.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { systemClock } from '#client/lib/clock.ts'
import { formatRelativeTime, getDisplayZone } from '#client/lib/data/device-zone.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatDate, formatTimeOfDay } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { VideoTestResult } from '#shared/video/desk-api.ts'
import styles from './video-testing-page.module.css'

export interface VideoTest {
  isTesting: boolean
  result: VideoTestResult | undefined
  run: () => Promise<void>
}

interface TestCardProps {
  title: string
  test: VideoTest
  disabledReason: string | undefined
}

export function TestCard({
  title,
  test: { isTesting, result, run },
  disabledReason,
}: TestCardProps) {
  return (
    <Box
      title={title}
      className={`${kit.column} ${styles.card}`}
      aside={
        <DeskButton
          variant="ghost"
          disabledReason={disabledReason}
          busy={isTesting}
          onClick={() => void run()}
        >
          {isTesting ? 'Testing…' : 'Test'}
          <VisuallyHidden>, {title}</VisuallyHidden>
        </DeskButton>
      }
      {...(result && {
        foot: <p className={type.fine}>Tested at {formatTestTime(result.timestamp)}</p>,
      })}
    >
      <div className={styles.body} role="status">
        {result ? <TestResult result={result} /> : <p className={type.muted}>Not tested yet.</p>}
      </div>
    </Box>
  )
}

function TestResult({ result }: { result: VideoTestResult }) {
  const { success, message, error, room, instructions, troubleshooting } = result
  return (
    <>
      <div className={styles.result}>
        {success ? (
          <StatusBadge tone="ok">Success</StatusBadge>
        ) : (
          <StatusBadge tone="problem">Failed</StatusBadge>
        )}
        <p>{message}</p>
      </div>
      {error ? <p className={styles.error}>{error}</p> : null}
      {room ? (
        <>
          <dl className={`${kit.facts} ${styles.room}`}>
            <div>
              <dt>Room name</dt>
              <dd>{room.name}</dd>
            </div>
            <div>
              <dt>Expires</dt>
              <dd>{formatExpiry(room.expiresAt)}</dd>
            </div>
          </dl>
          <div>
            <ButtonLink small variant="ghost" href={room.url} target="_blank" rel="noreferrer">
              <span className={kit.inlineWide}>
                <ExternalLinkIcon />
                Open Meeting
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </span>
            </ButtonLink>
          </div>
        </>
      ) : null}
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

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <div>
      <h3 className={styles.heading}>{title}</h3>
      <ol className={`stack gap-2 ${styles.steps}`}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

/** `24 November 2026, 08:52:10`, in this device's time zone. */
export function formatTestTime(iso: string): string {
  const instant = Date.parse(iso)
  const { date, minute } = toWallTime(instant, getDisplayZone())
  const seconds = String(Math.floor(instant / 1000) % 60).padStart(2, '0')
  return `${formatDate(date, 'long')}, ${formatTimeOfDay(minute)}:${seconds}`
}

/** `Today at 08:57`; a test room expires 5 minutes after it is created. */
function formatExpiry(iso: string): string {
  const text = formatRelativeTime(Date.parse(iso), systemClock())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
