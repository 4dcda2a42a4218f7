import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { SubTabs } from '#client/desk/kit/page/tabs.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useDataBarrier } from '#client/desk/records/data-unavailable.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { BackIcon } from '#client/ui/icons.tsx'
import type { ContentCollection } from '#shared/content/collections.ts'
import { PublicationNotices } from './publish/publication-notices.tsx'
import styles from './site.module.css'
import { type Site, useWriteState } from './use-site.ts'

/** Apart from the page, because it brings the definitions of all collections. */
const UnsettledNotices = lazyNamed(
  () => import('#client/desk/records/unsettled-notices.tsx'),
  (module) => module.UnsettledNotices,
)

const tabs = [
  { to: '/admin/site', label: 'Pages', end: true },
  { to: '/admin/site/services', label: 'Services and prices' },
  { to: '/admin/site/photographs', label: 'Photographs' },
  { to: '/admin/site/business', label: 'Business' },
  { to: '/admin/site/versions', label: 'Versions' },
] as const

interface SitePageProps {
  title: string
  lead?: ReactNode
  aside?: ReactNode
  /** The list that this page belongs to, in place of the tabs. */
  back?: { to: string; label: string }
  /** Whose conflicts are shown here. */
  coll: ContentCollection | 'photograph'
  /** What is different without a connection. */
  offline?: string
  /** Undefined until this device has everything. */
  site: Site | undefined
  children: ReactNode
}

/** A page of the tab Site. */
export function SitePage({
  title,
  lead,
  aside,
  back,
  coll,
  offline,
  site,
  children,
}: SitePageProps) {
  const barrier = useDataBarrier('site')
  useFocusOnField(site !== undefined)
  const above = back ? (
    <TextAction to={back.to}>
      <span className="row gap-3">
        <BackIcon />
        {back.label}
      </span>
    </TextAction>
  ) : (
    <SubTabs label="Site" tabs={tabs} />
  )
  return (
    <>
      <ConnectionBar offline={!useOnline()}>
        {offline ?? 'You are offline. Edits are saved on this device.'}
      </ConnectionBar>
      <DeskPage {...{ title, lead, above }} aside={site ? aside : undefined}>
        {barrier ?? (
          <div className={`stack gap-6 ${styles.page}`}>
            <Suspense fallback={null}>
              <UnsettledNotices coll={coll} />
            </Suspense>
            {site ? <PublicationNotices site={site} /> : null}
            {site ? <WriteFailure site={site} /> : null}
            {children}
          </div>
        )}
      </DeskPage>
    </>
  )
}

function WriteFailure({ site }: { site: Site }) {
  if (useWriteState(site) !== 'failed') return null
  return (
    <Banner
      tone="error"
      title="This could not be saved on this device"
      action={<TextAction onClick={() => site.writer.retry()}>Try again</TextAction>}
    >
      Free some room on the device. What you typed is still here.
    </Banner>
  )
}

/** Moves the focus to the field that the address names. */
function useFocusOnField(isShown: boolean): void {
  const { hash, key } = useLocation()
  useEffectOn(`${isShown} ${key}`, () => {
    const name = decodeURIComponent(hash.slice(1))
    const field = name && document.querySelector(`[data-field="${CSS.escape(name)}"]`)
    if (field) field.querySelector<HTMLElement>('input, textarea, select')?.focus()
  })
}
