import { Suspense, useDeferredValue, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { SyncIcon } from '#client/desk/kit/icons.tsx'
import { useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { SettingsPage } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { preloadCached } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { isNetworkError } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useUnsavedGuard } from '#client/lib/router/site-routes.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { AlertIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getScheduleSettings } from '#shared/schedule/desk-api.ts'
import { scheduleCollection } from '#shared/schedule/schedule-records.ts'
import { findMeetingsOutsideHours } from '#shared/schedule/schedule-validation.ts'
import { BookingRules } from './booking-rules.tsx'
import { FeedBox } from './feed-box.tsx'
import { ExceptionsBox } from './hours/exceptions-box.tsx'
import { MarketCoverage } from './hours/market-coverage.tsx'
import { WeeklyAvailability } from './hours/weekly-availability.tsx'
import { removeInvalidSlots } from './schedule-edits.ts'
import styles from './schedule-page.module.css'
import { formatMeetingStart, formatOutsideHours } from './schedule-text.ts'
import type { SavedSchedule } from './use-saved-schedule.ts'
import { type ScheduleEditor, useSchedule } from './use-schedule.ts'

/** Loaded when the hours were changed on two devices. */
const ScheduleConflict = lazyNamed(
  () => import('./schedule-conflict.tsx'),
  (module) => module.ScheduleConflict,
)

interface SaveBarProps {
  isDirty: boolean
  isSaving: boolean
  disabled: boolean
  onSave: () => void
}

/**
 * The bar at the foot of the window, with the warning about unsaved changes and the save button.
 */
function SaveBar({ isDirty, isSaving, disabled, onSave }: SaveBarProps) {
  const id = useId()
  const message = useRef<HTMLParagraphElement>(null)
  const wasSaving = useRef(false)
  // After saving, the button is disabled and cannot take the focus back.
  useEffect(() => {
    if (wasSaving.current && !isSaving && document.activeElement === document.body)
      message.current?.focus({ preventScroll: true })
    wasSaving.current = isSaving
  }, [isSaving])
  return (
    <div
      className={`${styles.bar} ${isDirty ? `${kit.warning} ${styles.dirty}` : ''}`}
      data-print="off"
    >
      <p role="status" id={id} ref={message} tabIndex={-1}>
        {isDirty ? (
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
        busy={isSaving}
        disabled={!isDirty || disabled}
        aria-describedby={id}
        onClick={onSave}
      >
        {isSaving ? 'Saving...' : 'Save Changes'}
      </Button>
    </div>
  )
}

/** Asks before the owner leaves unsaved changes, inside the site or out of it. */
function UnsavedChangesDialog({ dirty }: { dirty: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { isAsking, leave, stay } = useUnsavedGuard(dirty)
  useEffect(() => {
    if (isAsking) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isAsking])
  useEffect(() => {
    if (!dirty) return
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warnBeforeUnload)
    return () => removeEventListener('beforeunload', warnBeforeUnload)
  }, [dirty])
  return (
    <ConfirmDialog
      ref={dialog}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={leave}
      onClose={stay}
    >
      Your changes are not on the website yet. They stay on this device, and are here when you come
      back.
    </ConfirmDialog>
  )
}

/** Requests the stored schedule when the module loads, before the page renders. */
export const preloadedSchedule = preloadCached(getScheduleSettings, {})

export function SchedulePage() {
  const editor = useSchedule()
  const { saved, isDirty, busy, isConflictOpen, save, resolve, postponeConflict } = editor
  useTypingLock(isDirty)
  const now = systemClock()
  const boxes = useRef<HTMLElement>(null)
  useRestoreFocus(boxes, isConflictOpen)
  return (
    <SettingsPage title="Calendar Settings" aside={<SyncButton editor={editor} />}>
      <section ref={boxes} tabIndex={-1} className={`stack gap-6 ${styles.stack}`}>
        <ScheduleNotices editor={editor} />
        {isConflictOpen && saved.view ? (
          <Suspense>
            <ScheduleConflict
              disputed={saved.view.disputed}
              content={saved.content}
              meetings={listUpcomingMeetings(editor, now)}
              now={now}
              busy={busy === 'saving'}
              save={resolve}
              onLater={postponeConflict}
            />
          </Suspense>
        ) : (
          <SettingsBoxes editor={editor} now={now} />
        )}
      </section>
      {isConflictOpen ? null : (
        <SaveBar
          isDirty={isDirty}
          isSaving={busy === 'saving'}
          disabled={busy !== undefined || !editor.isReady}
          onSave={() => void save()}
        />
      )}
      <UnsavedChangesDialog dirty={isDirty} />
    </SettingsPage>
  )
}

function listUpcomingMeetings({ saved }: ScheduleEditor, now: number) {
  return saved.meetings?.filter(({ start }) => Date.parse(start) > now)
}

function SettingsBoxes({ editor, now }: { editor: ScheduleEditor; now: number }) {
  const { content, isDirty, busy, isReady, edit } = editor
  const disabled = busy !== undefined || !isReady
  const coming = listUpcomingMeetings(editor, now) ?? []
  const outside = findMeetingsOutsideHours(removeInvalidSlots(content), coming)
  const shared = { content, disabled, onChange: edit }
  const { content: saved } = editor.saved
  // The week fills a screen, so the boxes below it are rendered later.
  const below = useDeferredValue(true, false)
  return (
    <>
      <WeeklyAvailability {...shared} saved={saved} />
      {below ? (
        <>
          {/* Bookings outside the hours. They stay as they are until the owner acts. */}
          {outside.length === 0 ? null : (
            <Box
              title="Bookings outside these hours"
              lead={formatOutsideHours(outside.length, isDirty)}
              flush
            >
              <ul>
                {outside.map((meeting) => (
                  <li key={meeting.id} className={`${kit.inset} ${styles.row}`}>
                    <b className={kit.rowTitle}>{meeting.name}</b>
                    <span>{meeting.serviceTitle}</span>
                    <span>{formatMeetingStart(meeting.start, content.timeZone, now)}</span>
                    <Link
                      to={`/admin/bookings/${meeting.id}`}
                      aria-label={`Open booking, ${meeting.name}`}
                    >
                      Open booking
                    </Link>
                  </li>
                ))}
              </ul>
            </Box>
          )}
          <ExceptionsBox
            {...shared}
            saved={saved}
            meetingsOutsideHours={outside}
            today={toWallTime(now, content.timeZone).date}
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

function SyncButton({ editor: { saved, busy, sync } }: { editor: ScheduleEditor }) {
  const cutOff = useIsDisconnected(saved.desk)
  return (
    <DeskButton
      variant="ghost"
      disabledReason={cutOff ? 'Syncing needs a connection.' : undefined}
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

/** The messages above the hours. */
function ScheduleNotices({ editor }: { editor: ScheduleEditor }) {
  const { saved, notice, isConflictOpen, openConflict, isNotStored, isDirty, isWaiting } = editor
  const { current } = notice
  const hasConflict = (saved.view?.disputed ?? []).length > 0
  return (
    <>
      <DisconnectedBanner saved={saved} />
      <ScheduleLoadError saved={saved} />
      {isNotStored && isDirty ? (
        <Banner tone="warn" title="This browser cannot store anything">
          Your changes are lost if you close this page before saving.
        </Banner>
      ) : null}
      {isWaiting ? (
        <Banner tone="info" title="Saved on this device. Will be published when you are online.">
          {isDirty ? 'Your changes since then are not included yet.' : null}
        </Banner>
      ) : null}
      {hasConflict && !isConflictOpen ? (
        <Banner
          tone="conflict"
          title={scheduleCollection.conflictText.title}
          action={<BannerButton onClick={openConflict}>Review</BannerButton>}
        >
          Both versions are kept until you have chosen.
        </Banner>
      ) : null}
      {current ? (
        <Banner tone={current.kind} title={current.title}>
          {current.detail}
        </Banner>
      ) : null}
    </>
  )
}

function DisconnectedBanner({ saved: { desk, asOf } }: { saved: SavedSchedule }) {
  if (!useIsDisconnected(desk)) return null
  return (
    <Banner tone="info" title="The backend is not connected">
      Schedule management needs the connection.{' '}
      {asOf === undefined
        ? 'Default schedule settings are used.'
        : `The hours are shown as of ${formatRelativeTime(asOf, systemClock())}.`}{' '}
      Your changes are kept on this device until they are saved.
    </Banner>
  )
}

/**
 * Reports a failed load. Only if nothing was ever loaded does the page show the default schedule.
 */
function ScheduleLoadError({ saved: { desk, asOf } }: { saved: SavedSchedule }) {
  const { refusal, reload } = desk
  const signedOut = refusal?.status === 401 || refusal?.code === 'not_owner'
  if (!refusal || signedOut) return null
  const retry = <BannerButton onClick={reload}>Try again</BannerButton>
  if (asOf === undefined)
    return (
      <Banner
        tone="error"
        title="Failed to load schedule. Using default settings."
        action={retry}
      />
    )
  // `DisconnectedBanner` reports it.
  if (isNetworkError(refusal)) return null
  return (
    <Banner tone="error" title="Failed to load schedule" action={retry}>
      The last known version is below.
    </Banner>
  )
}
