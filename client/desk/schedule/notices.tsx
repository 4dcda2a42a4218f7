import { exchangeSoon, scheduleWork } from '#client/book/schedule/sync.ts'
import type { Alternative } from '#client/book/schedule/work.ts'
import { useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { namesOf } from '#shared/schedule/drafts.ts'
import type { PartName } from '#shared/schedule/merge.ts'
import { weekDays } from './edits.ts'
import type { ScheduleEditor } from './use-schedule.ts'
import { partTitle, valueWords } from './words.ts'

/** The messages above the hours. */
export function Notices({ editor }: { editor: ScheduleEditor }) {
  const { desk, notice, standing, asking, askLater, unkept, dirty, work } = editor
  const { current } = notice
  return (
    <>
      <BackendBanner editor={editor} />
      <LoadFailure desk={desk} />
      {unkept && dirty ? (
        <Banner tone="warn" title="This browser cannot store anything">
          Your changes are lost if you close this page before saving.
        </Banner>
      ) : null}
      {work?.queued ? (
        <Banner tone="info" title="Saved on this device. Will be published when you are online.">
          {dirty ? 'Your changes since then are not included yet.' : null}
        </Banner>
      ) : null}
      <DraftNotes editor={editor} />
      {standing.conflicts.length > 0 && !asking && !work?.queued ? (
        <Banner
          tone="conflict"
          title="The schedule was changed on two devices"
          action={<BannerButton onClick={() => askLater(false)}>Review</BannerButton>}
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

function BackendBanner({ editor: { desk, server } }: { editor: ScheduleEditor }) {
  if (!useIsCutOff(desk)) return null
  return (
    <Banner tone="info" title="The backend is not connected">
      Schedule management needs the connection.{' '}
      {server
        ? `The hours are shown as of ${momentWords(desk.asOf ?? 0, systemClock())}.`
        : 'Default schedule settings are used.'}{' '}
      Your changes are kept on this device until they are saved.
    </Banner>
  )
}

/**
 * Reports a failed load. Only if nothing was ever loaded does the page show the default schedule.
 */
function LoadFailure({ desk }: Pick<ScheduleEditor, 'desk'>) {
  const { trouble, state, data, reload } = desk
  const signedOut = trouble?.status === 401 || trouble?.code === 'not_owner'
  if (!trouble || signedOut) return null
  const retry = <BannerButton onClick={reload}>Try again</BannerButton>
  if (state === 'none')
    return (
      <Banner
        tone="error"
        title="Failed to load schedule. Using default settings."
        action={retry}
      />
    )
  if (trouble.status === 0) return null
  return (
    <Banner tone="error" title="Failed to load schedule" action={retry}>
      {data ? 'The last known version is below.' : null}
    </Banner>
  )
}

const listed = new Intl.ListFormat('en-GB')

/** Unpublished drafts from the owner's other devices. */
function DraftNotes({ editor }: { editor: ScheduleEditor }) {
  return (
    <>
      <FromElsewhere editor={editor} />
      {editor.work?.alternatives.map((alternative) => (
        <DraftedTwice key={alternative.open.cid} alternative={alternative} editor={editor} />
      ))}
    </>
  )
}

function FromElsewhere({ editor: { work, standing, discard } }: { editor: ScheduleEditor }) {
  const { drafts = {}, deviceId = '' } = work ?? {}
  const shown = standing.draft?.editedAt ?? {}
  const others = namesOf(drafts).flatMap((part) => {
    const { [part]: draft } = drafts
    return draft && draft.deviceId !== deviceId && shown[part] !== undefined
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
      {listed.format(inOrder(others.map(({ part }) => part)).map(partTitle))}, changed{' '}
      {momentWords(Date.parse(at), systemClock())}. They are included below and will be published
      when you save.
    </Banner>
  )
}

/** Days in the order of the week, then dates and rules. */
function inOrder(parts: readonly PartName[]): PartName[] {
  const days = weekDays.map(({ index }) => `day:${index}`)
  const rank = (part: PartName) => (days.includes(part) ? days.indexOf(part) : days.length)
  return [...parts].sort((a, b) => rank(a) - rank(b))
}

/** Two devices drafted the same part. Both drafts are kept until the owner chooses one. */
function DraftedTwice({
  alternative,
  editor: { work },
}: {
  alternative: Alternative
  editor: ScheduleEditor
}) {
  const { part, draft, open } = alternative
  const { drafts = {} } = work ?? {}
  const choose = (choice: 'keep' | 'take') => {
    const userId = ownerHere()?.userId
    if (!userId) return
    // If the choice cannot be stored, both drafts stay and the question is asked again.
    scheduleWork()
      .then(({ chooseDraft }) => chooseDraft(userId, alternative, { choice, drafts }))
      .then(() => exchangeSoon())
      .catch(() => undefined)
  }
  const words = draft ? valueWords(part, draft.value ?? undefined) : 'as the website has it'
  return (
    <Banner
      tone="conflict"
      title={`${partTitle(part)} was changed on two devices`}
      action={
        <>
          <BannerButton onClick={() => choose('take')}>Use the other</BannerButton>
          <BannerButton onClick={() => choose('keep')}>Keep this</BannerButton>
        </>
      }
    >
      {open.deviceName || 'Another device'} has {words}. Below stands what is in use on all your
      devices; neither is published yet.
    </Banner>
  )
}
