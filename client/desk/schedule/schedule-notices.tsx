import { useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { isNetworkError } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { scheduleCollection } from '#shared/schedule/schedule-records.ts'
import type { SavedSchedule } from './use-saved-schedule.ts'
import type { ScheduleEditor } from './use-schedule.ts'

/** The messages above the hours. */
export function ScheduleNotices({ editor }: { editor: ScheduleEditor }) {
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
