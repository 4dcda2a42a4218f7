import { useDeferredValue, useEffect, useId, useRef } from 'react'
import { Link, useBlocker } from 'react-router-dom'
import type { ScheduleWork } from '#client/book/schedule/work.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { SyncIcon } from '#client/desk/kit/icons.tsx'
import { useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { SettingsPage } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { copyAtHand } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { outsideHours } from '#shared/schedule/checks.ts'
import { getScheduleSettings, type KeptMeeting } from '#shared/schedule/desk-api.ts'
import { namesOf } from '#shared/schedule/drafts.ts'
import { BookingRules } from './booking-rules.tsx'
import styles from './calendar-settings-page.module.css'
import { soundOnly } from './edits.ts'
import { FeedBox } from './feed-box.tsx'
import { ExceptionsBox } from './hours/exceptions-box.tsx'
import { MarketCoverage } from './hours/market-coverage.tsx'
import { WeeklyAvailability } from './hours/weekly-availability.tsx'
import { Notices } from './notices.tsx'
import { ScheduleConflict } from './schedule-conflict.tsx'
import { type ScheduleEditor, useSchedule } from './use-schedule.ts'
import { meetingWords, outsideWords } from './words.ts'

interface SaveBarProps {
  dirty: boolean
  saving: boolean
  disabled: boolean
  onSave: () => void
}

/**
 * The bar at the foot of the window, with the warning about unsaved changes and the save button.
 */
function SaveBar({ dirty, saving, disabled, onSave }: SaveBarProps) {
  const id = useId()
  const words = useRef<HTMLParagraphElement>(null)
  const wasSaving = useRef(false)
  // After saving, the button is disabled and cannot take the focus back.
  useEffect(() => {
    if (wasSaving.current && !saving && document.activeElement === document.body)
      words.current?.focus({ preventScroll: true })
    wasSaving.current = saving
  }, [saving])
  return (
    <div
      className={`${styles.bar} ${dirty ? `${kit.warning} ${styles.dirty}` : ''}`}
      data-print="off"
    >
      <p role="status" id={id} ref={words} tabIndex={-1}>
        {dirty ? (
          <>
            <AlertIcon className={styles.icon} />
            <span>You have unsaved changes. Don't forget to save your changes before leaving.</span>
          </>
        ) : (
          <VisuallyHidden>There are no unsaved changes.</VisuallyHidden>
        )}
      </p>
      <Button
        small
        busy={saving}
        disabled={!dirty || disabled}
        aria-describedby={id}
        onClick={onSave}
      >
        {saving ? 'Saving...' : 'Save Changes'}
      </Button>
    </div>
  )
}

/** Asks before the owner leaves unsaved changes, inside the site or out of it. */
function LeaveQuestion({ dirty }: { dirty: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state } = blocker
  useEffect(() => {
    if (state === 'blocked') dialog.current?.showModal()
    else dialog.current?.close()
  }, [state])
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  return (
    <ConfirmDialog
      ref={dialog}
      title="Leave without saving?"
      confirm="Leave"
      keep="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Your changes are not on the website yet. They stay on this device, and are here when you come
      back.
    </ConfirmDialog>
  )
}

interface OutsideBoxProps {
  meetings: readonly KeptMeeting[]
  zone: string
  now: number
  /** Whether the hours have unsaved changes. */
  draft: boolean
}

/** Bookings outside the hours. They stay as they are until the owner acts. */
function OutsideBox({ meetings, zone, now, draft }: OutsideBoxProps) {
  if (meetings.length === 0) return null
  return (
    <Box title="Bookings outside these hours" lead={outsideWords(meetings.length, draft)} flush>
      <ul>
        {meetings.map((meeting) => (
          <li key={meeting.id} className={`${kit.inset} ${styles.row}`}>
            <b className={kit.entry}>{meeting.name}</b>
            <span>{catalogue[meeting.serviceType].title}</span>
            <span>{meetingWords(meeting.start, zone, now)}</span>
            <Link to={`/admin/bookings/${meeting.id}`} aria-label={`Open booking, ${meeting.name}`}>
              Open booking
            </Link>
          </li>
        ))}
      </ul>
    </Box>
  )
}

/**
 * The name of the device with the latest change to the drafts; a draft without a name is this
 * device's.
 */
function lastDevice(work: ScheduleWork | undefined): string {
  if (!work) return ''
  const drafts = namesOf(work.drafts).flatMap((part) => work.drafts[part] ?? [])
  return drafts.sort((a, b) => a.at.localeCompare(b.at)).at(-1)?.device || work.deviceName
}

/** Requests the stored schedule when the module loads, before the page renders. */
export const hours = copyAtHand(getScheduleSettings, {})

export function CalendarSettingsPage() {
  const editor = useSchedule()
  const { server, standing, dirty, busy, asking, save, settle, askLater } = editor
  useTypingLock(dirty)
  const now = systemClock()
  return (
    <SettingsPage title="Calendar Settings" aside={<SyncButton editor={editor} />}>
      <div className={`${kit.boxes} ${styles.stack}`}>
        <Notices editor={editor} />
        {asking && server && standing.draft ? (
          <ScheduleConflict
            draft={standing.draft}
            device={lastDevice(editor.work)}
            conflicts={standing.conflicts}
            server={server}
            now={now}
            busy={busy === 'saving'}
            onSave={(content) => void settle(content)}
            onKeepServer={() => void settle(undefined)}
            onLater={() => askLater(true)}
          />
        ) : (
          <Sheets editor={editor} now={now} />
        )}
      </div>
      {asking ? null : (
        <SaveBar
          dirty={dirty}
          saving={busy === 'saving'}
          disabled={busy !== undefined || !editor.ready}
          onSave={() => void save()}
        />
      )}
      <LeaveQuestion dirty={dirty} />
    </SettingsPage>
  )
}

function Sheets({ editor, now }: { editor: ScheduleEditor; now: number }) {
  const { content, server, standing, dirty, busy, ready, edit } = editor
  const disabled = busy !== undefined || !ready
  const coming = server?.meetings.filter(({ start }) => Date.parse(start) > now) ?? []
  const outside = outsideHours(soundOnly(content), coming)
  const shared = { content, disabled, onChange: edit }
  const saved = standing.base.content
  // The week fills a screen, so the boxes below it are rendered later.
  const below = useDeferredValue(true, false)
  return (
    <>
      <WeeklyAvailability {...shared} saved={saved} />
      {below ? (
        <>
          <OutsideBox meetings={outside} zone={content.timeZone} now={now} draft={dirty} />
          <ExceptionsBox
            {...shared}
            saved={saved}
            outside={outside}
            today={wallOf(now, content.timeZone).date}
          />
          <BookingRules {...shared} now={now} />
          <FeedBox
            disabled={busy !== undefined}
            syncing={busy === 'syncing'}
            onSync={editor.sync}
          />
          <MarketCoverage content={content} now={now} />
        </>
      ) : null}
    </>
  )
}

function SyncButton({ editor: { desk, busy, sync } }: { editor: ScheduleEditor }) {
  const cutOff = useIsCutOff(desk)
  return (
    <DeskButton
      variant="ghost"
      barred={cutOff ? 'Syncing needs a connection.' : undefined}
      busy={busy === 'syncing'}
      disabled={busy === 'saving'}
      onClick={() => void sync()}
    >
      <span className={kit.inlineWide}>
        <SyncIcon />
        {busy === 'syncing' ? 'Syncing...' : 'Sync Calendar'}
      </span>
    </DeskButton>
  )
}
