import { TextAction } from '#client/desk/kit/text-action.tsx'
import { removePublication } from '#client/desk/site/site-edits.ts'
import { describeChanges, nameUnready } from '#client/desk/site/site-text.ts'
import type { Publication, Site } from '#client/desk/site/use-site.ts'
import { useOnline } from '#client/lib/browser.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { ContentChange } from '#shared/content/collections.ts'
import { isSameField } from '#shared/content/drafts.ts'

/** The last publication that was made in this tab. */
const ownPublication = createStore<string | undefined>(undefined)

export function noteOwnPublication(id: string): void {
  ownPublication.set(id)
}

/** Notices about publications that are queued, published or refused, and about pages that could not be made. */
export function PublicationNotices({ site }: { site: Site }) {
  const { queued, refused, versions } = site
  const fault = versions[0]?.fault
  return (
    <>
      {queued.map((publication) => (
        <Queued key={publication.id} site={site} publication={publication} />
      ))}
      {refused ? <Refused site={site} publication={refused} /> : null}
      {fault ? (
        <Banner tone="error" title="Visitors do not see the last version">
          Its pages could not be made ({fault}), so they see the one before it. Please change what
          you published last, or bring back an earlier version.
        </Banner>
      ) : (
        <OwnSuccess site={site} />
      )}
    </>
  )
}

interface NoticeProps {
  site: Site
  publication: Publication
}

const describe = ({ changes = [] }: Publication, { published }: Site) =>
  describeChanges(changes as ContentChange[], published)

function Queued({ site, publication }: NoticeProps) {
  const isOnline = useOnline()
  const waiting = nameUnready(site, publication.changes as ContentChange[])
  const title = isOnline ? 'This is being published' : 'Will be published when you are online'
  return (
    <Banner
      tone="info"
      title={waiting ? 'Waiting for a photograph' : title}
      action={
        <TextAction onClick={() => void removePublication(publication.id)}>Take back</TextAction>
      }
    >
      {describe(publication, site)}.
      {waiting ? ` Visitors see this once it is uploaded and prepared: ${waiting}.` : ''}
    </Banner>
  )
}

function Refused({ site, publication }: NoticeProps) {
  const { changes = [] } = publication
  const isDraft = site.drafts.some((draft) =>
    (changes as ContentChange[]).some((change) => isSameField(change, draft)),
  )
  return (
    <Banner
      tone="error"
      title="Nothing was published"
      action={<TextAction onClick={() => void removePublication(publication.id)}>Close</TextAction>}
    >
      {publication.problem}{' '}
      {isDraft
        ? `${describe(publication, site)} is still a draft.`
        : `What you wrote waits for your decision (${describe(publication, site)}): press Review.`}
    </Banner>
  )
}

function OwnSuccess({ site: { versions, published, publishedIds } }: { site: Site }) {
  const id = useStore(ownPublication)
  const [latest] = versions
  if (!id || !publishedIds.has(id) || !latest) return null
  return (
    <Banner
      tone="ok"
      title="Published"
      action={<TextAction onClick={() => ownPublication.set(undefined)}>Close</TextAction>}
    >
      {describeChanges(latest.changes, published)}.
    </Banner>
  )
}
