import { useDeferredValue } from 'react'
import { useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { SyncIcon } from '#client/desk/kit/icons.tsx'
import { SettingsPage } from '#client/desk/kit/settings-page.tsx'
import { copyAtHand } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { useTypingLock } from '#client/lib/data/use-typing-lock.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { getScheduleSettings } from '#shared/schedule/desk-api.ts'
import { outsideHours } from '#shared/schedule/outside.ts'
import { BookingRules } from './booking-rules.tsx'
import styles from './calendar-settings-page.module.css'
import { soundOnly } from './edits.ts'
import { ExceptionsBox } from './exceptions-box.tsx'
import { FeedBox } from './feed-box.tsx'
import { lastDevice } from './last-device.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { MarketCoverage } from './market-coverage.tsx'
import { Notices } from './notices.tsx'
import { OutsideBox } from './outside-box.tsx'
import { SaveBar } from './save-bar.tsx'
import { ScheduleConflict } from './schedule-conflict.tsx'
import { type ScheduleEditor, useSchedule } from './use-schedule.ts'
import { WeeklyAvailability } from './weekly-availability.tsx'

/** Asked for before anything is drawn. */
export const hours = copyAtHand(getScheduleSettings, {})

export function CalendarSettingsPage() {
  const editor = useSchedule()
  const { server, standing, dirty, busy, asking, save, settle, askLater } = editor
  useTypingLock(dirty)
  const now = systemClock()
  return (
    <SettingsPage title="Calendar Settings" aside={<SyncButton editor={editor} />}>
      <div className={styles.stack}>
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
  // The week fills a screen, and does not wait for what lies below it.
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
      <span className={styles.sync}>
        <SyncIcon />
        {busy === 'syncing' ? 'Syncing...' : 'Sync Calendar'}
      </span>
    </DeskButton>
  )
}
