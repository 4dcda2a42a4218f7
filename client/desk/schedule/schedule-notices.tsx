import type { DraftConflict } from '#client/book/schedule/schedule-drafts.ts'
import { loadScheduleDrafts, syncBookSoon } from '#client/book/schedule/schedule-sync.ts'
import { useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { isNetworkError } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import type { PartName } from '#shared/schedule/merge-schedules.ts'
import { listDraftedParts } from '#shared/schedule/schedule-drafts.ts'
import { weekDays } from './schedule-edits.ts'
import { formatPartValue, getPartLabel } from './schedule-text.ts'
import type { ScheduleEditor } from './use-schedule.ts'

/**
 * The messages above the hours. There are two kinds of conflicts. `draftState.conflicts`: this
 * device has a draft of a part that another device has published. `unpublished.conflicts`: two
 * devices have unpublished drafts of the same part.
 */
export function ScheduleNotices({ editor }: { editor: ScheduleEditor }) {
  const {
    desk,
    notice,
    draftState,
    isConflictOpen,
    openConflict,
    isNotStored,
    isDirty,
    unpublished,
  } = editor
  const { current } = notice
  return (
    <>
      <DisconnectedBanner editor={editor} />
      <ScheduleLoadError desk={desk} />
      {isNotStored && isDirty ? (
        <Banner tone="warn" title="This browser cannot store anything">
          Your changes are lost if you close this page before saving.
        </Banner>
      ) : null}
      {unpublished?.queuedPublish ? (
        <Banner tone="info" title="Saved on this device. Will be published when you are online.">
          {isDirty ? 'Your changes since then are not included yet.' : null}
        </Banner>
      ) : null}
      <DraftBanners editor={editor} />
      {/* While a publish is queued: whether it conflicts is decided when it reaches the server. */}
      {draftState.conflicts.length > 0 && !isConflictOpen && !unpublished?.queuedPublish ? (
        <Banner
          tone="conflict"
          title="The schedule was changed on two devices"
          action={<BannerButton onClick={openConflict}>Review</BannerButton>}
        >
          Your changes are kept here; they can be saved once you have chosen.
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

function DisconnectedBanner({ editor: { desk, serverSchedule } }: { editor: ScheduleEditor }) {
  if (!useIsDisconnected(desk)) return null
  return (
    <Banner tone="info" title="The backend is not connected">
      Schedule management needs the connection.{' '}
      {serverSchedule
        ? `The hours are shown as of ${formatRelativeTime(desk.asOf ?? 0, systemClock())}.`
        : 'Default schedule settings are used.'}{' '}
      Your changes are kept on this device until they are saved.
    </Banner>
  )
}

/**
 * Reports a failed load. Only if nothing was ever loaded does the page show the default schedule.
 */
function ScheduleLoadError({ desk }: Pick<ScheduleEditor, 'desk'>) {
  const { refusal, state, data, reload } = desk
  const signedOut = refusal?.status === 401 || refusal?.code === 'not_owner'
  if (!refusal || signedOut) return null
  const retry = <BannerButton onClick={reload}>Try again</BannerButton>
  if (state === 'none')
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
      {data ? 'The last known version is below.' : null}
    </Banner>
  )
}

const listFormat = new Intl.ListFormat('en-GB')

/** Unpublished drafts from the owner's other devices. */
function DraftBanners({ editor }: { editor: ScheduleEditor }) {
  return (
    <>
      <OtherDeviceBanner editor={editor} />
      {editor.unpublished?.conflicts.map((alternative) => (
        <DraftConflictBanner
          key={alternative.conflict.cid}
          alternative={alternative}
          editor={editor}
        />
      ))}
    </>
  )
}

function OtherDeviceBanner({
  editor: { unpublished, draftState, discard },
}: {
  editor: ScheduleEditor
}) {
  const { drafts = {}, deviceId = '' } = unpublished ?? {}
  const editTimes = draftState.draft?.editedAt ?? {}
  const others = listDraftedParts(drafts).flatMap((part) => {
    const { [part]: draft } = drafts
    return draft && draft.deviceId !== deviceId && editTimes[part] !== undefined
      ? [{ part, draft }]
      : []
  })
  const [last] = others.sort((a, b) => b.draft.at.localeCompare(a.draft.at))
  if (!last) return null
  const { device, at } = last.draft
  return (
    <Banner
      tone="info"
      title={`Unpublished changes from ${device || 'another device'}`}
      action={
        <BannerButton onClick={() => discard(others.map(({ part }) => part))}>
          Discard changes
        </BannerButton>
      }
    >
      {listFormat.format(sortParts(others.map(({ part }) => part)).map(getPartLabel))}, changed{' '}
      {formatRelativeTime(Date.parse(at), systemClock())}. They are included below and will be
      published when you save.
    </Banner>
  )
}

/** Days in the order of the week, then dates and rules. */
function sortParts(parts: readonly PartName[]): PartName[] {
  const days = weekDays.map(({ index }) => `day:${index}`)
  const rank = (part: PartName) => (days.includes(part) ? days.indexOf(part) : days.length)
  return [...parts].sort((a, b) => rank(a) - rank(b))
}

/** Two devices drafted the same part. Both drafts are kept until the owner chooses one. */
function DraftConflictBanner({
  alternative,
  editor: { unpublished },
}: {
  alternative: DraftConflict
  editor: ScheduleEditor
}) {
  const { part, draft: otherDraft, conflict } = alternative
  const { drafts = {} } = unpublished ?? {}
  const choose = (choice: 'keep' | 'take') => {
    const userId = getStoredOwner()?.userId
    if (!userId) return
    // If the choice cannot be stored, both drafts stay and the question is asked again.
    loadScheduleDrafts()
      .then(({ resolveDraftConflict }) =>
        resolveDraftConflict(userId, alternative, { choice, drafts }),
      )
      .then(() => syncBookSoon())
      .catch(() => undefined)
  }
  const valueText = otherDraft
    ? formatPartValue(part, otherDraft.value ?? undefined)
    : 'as the website has it'
  return (
    <Banner
      tone="conflict"
      title={`${getPartLabel(part)} was changed on two devices`}
      action={
        <>
          <BannerButton onClick={() => choose('take')}>Use the other</BannerButton>
          <BannerButton onClick={() => choose('keep')}>Keep this</BannerButton>
        </>
      }
    >
      {conflict.deviceName || 'Another device'} has {valueText}. Below stands what is in use on all
      your devices; neither is published yet.
    </Banner>
  )
}
