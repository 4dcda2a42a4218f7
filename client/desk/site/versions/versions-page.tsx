import { useState } from 'react'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { ContentPreview } from '#client/desk/site/preview/page-preview.tsx'
import { ChangeList } from '#client/desk/site/publish/change-list.tsx'
import { bringBack } from '#client/desk/site/site-edits.ts'
import { SitePage } from '#client/desk/site/site-page.tsx'
import { describeChanges, formatCount } from '#client/desk/site/site-text.ts'
import { type Site, type SiteVersion, useSite } from '#client/desk/site/use-site.ts'
import { useOnline } from '#client/lib/browser.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { formatDayAndTime } from '#client/lib/data/device-zone.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import text from '#client/ui/type.module.css'
import type { ContentChange } from '#shared/content/collections.ts'
import { getSiteVersion } from '#shared/content/desk-api.ts'
import { applyChanges, isReadable, listDifferences, renewChanges } from '#shared/content/drafts.ts'
import type { StoredContent } from '#shared/content/registry.ts'
import styles from './versions.module.css'

/** A version or drafts that were kept, as changes of what is published now. */
interface Opened {
  title: string
  content: StoredContent
  changes: readonly ContentChange[]
}

/** Everything that was published, each of which can be brought back. */
export function VersionsPage() {
  const site = useSite()
  return (
    <SitePage
      title="Versions"
      lead="Each time you publish, what visitors saw before is kept here: look at it, and bring it back."
      coll="page"
      site={site}
    >
      {site ? <VersionList site={site} /> : null}
    </SitePage>
  )
}

function VersionList({ site }: { site: Site }) {
  const [opened, setOpened] = useState<Opened>()
  const [hasFailed, setFailed] = useState(false)
  const { busy, run } = useOneAtATime()
  const shown = site.versions.find(({ fault }) => fault === undefined)
  const open = (version: SiteVersion) =>
    void run(async () => {
      const content = await loadContent(version)
      setFailed(!content)
      if (content)
        setOpened({
          title: getTitle(version),
          content,
          changes: listDifferences(site.expected, content),
        })
    })
  return (
    <>
      {hasFailed ? (
        <Banner tone="error" title={getSiteVersion.failure}>
          Please try again later.
        </Banner>
      ) : null}
      <ol className={styles.list}>
        {site.kept.map(({ id, madeAt = '', changes = [] }) => {
          const title = `Drafts of ${formatDayAndTime(Date.parse(madeAt))}`
          const renewed = renewChanges(site.expected, changes as ContentChange[])
          return (
            <li key={id}>
              <div>
                <h2>{title}</h2>
                <p>{describeChanges(changes as ContentChange[], site.expected)}</p>
              </div>
              <StatusBadge tone="mute">Never published</StatusBadge>
              <OpenButton
                {...{ busy, title }}
                isHere
                onOpen={() =>
                  setOpened({
                    title,
                    content: applyChanges(site.expected, renewed.filter(isReadable)),
                    changes: renewed,
                  })
                }
              />
            </li>
          )
        })}
        {site.versions.map((version) => (
          <li key={version.version}>
            <div>
              <h2>{getTitle(version)}</h2>
              <p>{describeVersion(version, site)}</p>
            </div>
            {version.fault === undefined ? null : (
              <StatusBadge tone="problem">Could not be shown</StatusBadge>
            )}
            {version === shown ? (
              <StatusBadge tone="ok">On the site</StatusBadge>
            ) : (
              <OpenButton
                busy={busy}
                title={getTitle(version)}
                isHere={version.content !== undefined}
                onOpen={() => open(version)}
              />
            )}
          </li>
        ))}
      </ol>
      {opened ? (
        <VersionSheet site={site} opened={opened} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  )
}

async function loadContent({ version, content }: SiteVersion): Promise<StoredContent | undefined> {
  if (content) return content
  const result = await callEndpoint(getSiteVersion, { version })
  return result.ok ? result.value.content : undefined
}

function getTitle({ version, publishedAt }: SiteVersion): string {
  return version === 0 ? 'As it came' : formatDayAndTime(publishedAt)
}

function describeVersion(
  { version, publishedBy, changes }: SiteVersion,
  { published }: Site,
): string {
  if (version === 0) return 'Before you published anything.'
  return [publishedBy, describeChanges(changes, published)].filter(Boolean).join('. ')
}

interface OpenButtonProps {
  title: string
  /** Whether this device has the content. */
  isHere: boolean
  busy: boolean
  onOpen: () => void
}

function OpenButton({ title, isHere, busy, onOpen }: OpenButtonProps) {
  const isOnline = useOnline()
  const isBarred = !isHere && !isOnline
  return (
    <span className={styles.open}>
      {isBarred ? <span className={text.fine}>Needs a connection</span> : null}
      <DeskButton
        variant="ghost"
        aria-label={`Look at it, ${title}`}
        disabled={busy}
        disabledReason={isBarred ? 'This needs a connection.' : undefined}
        onClick={onOpen}
      >
        Look at it
      </DeskButton>
    </span>
  )
}

interface VersionSheetProps {
  site: Site
  opened: Opened
  onClose: () => void
}

/** A version, what bringing it back would change, and the button that makes it the draft. */
function VersionSheet({ site, opened: { title, content, changes }, onClose }: VersionSheetProps) {
  const { busy, run } = useOneAtATime()
  const [hasFailed, setFailed] = useState(false)
  const take = () =>
    run(async () => {
      try {
        await bringBack(site, changes, title)
        onClose()
      } catch {
        setFailed(true)
      }
    })
  return (
    <Sheet title={title} onClose={onClose}>
      <p className={kit.text}>
        {changes.length === 0
          ? 'Visitors see exactly this.'
          : `Bringing it back makes ${formatCount(changes, site.expected)} your draft. Other drafts are kept here for 30 days. Nothing changes for visitors until you publish.`}
      </p>
      {hasFailed ? (
        <Banner tone="error" title="This could not be saved on this device">
          Free some room on the device, then try again.
        </Banner>
      ) : null}
      <ContentPreview content={content} title={title} />
      {changes.length > 0 ? <h3 className={styles.differs}>What differs</h3> : null}
      <ChangeList site={site} changes={changes} />
      {changes.length > 0 ? (
        <div className={kit.rowEnd}>
          <DeskButton busy={busy} onClick={() => void take()}>
            Bring back as draft
          </DeskButton>
        </div>
      ) : null}
    </Sheet>
  )
}
