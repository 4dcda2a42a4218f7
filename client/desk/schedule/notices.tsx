import { useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { DraftNotes } from './draft-notes.tsx'
import type { ScheduleEditor } from './use-schedule.ts'

/** What there is to be told above the hours. */
export function Notices({ editor }: { editor: ScheduleEditor }) {
  const { desk, notice, standing, asking, askLater, unkept, dirty, work } = editor
  const { current } = notice
  return (
    <>
      <BackendBanner editor={editor} />
      <LoadFailure desk={desk} />
      {unkept && dirty ? (
        <Banner tone="warn" title="This browser keeps nothing">
          Your changes are lost when this page is closed before they are saved.
        </Banner>
      ) : null}
      {work?.queued ? (
        <Banner tone="info" title="Saved on this device. Will be published when you are online.">
          {dirty ? 'What you changed since is not in it yet.' : null}
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

/** The default schedule stands below only where nothing was ever loaded. */
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
      {data ? 'What was last known stands below.' : null}
    </Banner>
  )
}
