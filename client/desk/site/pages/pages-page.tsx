import { Link } from 'react-router-dom'
import { PencilIcon } from '#client/desk/kit/icons.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import { PagePicture } from '#client/desk/site/preview/page-preview.tsx'
import { PublishButton } from '#client/desk/site/publish/publish-button.tsx'
import { SitePage } from '#client/desk/site/site-page.tsx'
import {
  formatCount,
  type PageName,
  pageNames,
  pagePaths,
  pageTitles,
} from '#client/desk/site/site-text.ts'
import { type Site, useSite } from '#client/desk/site/use-site.ts'
import { getDisplayZone } from '#client/lib/data/device-zone.ts'
import { InfoIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import { formatDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import styles from './pages.module.css'

/** The pages of the site, with what is not published on each. */
export function PagesPage() {
  const site = useSite()
  return (
    <SitePage
      title="Pages"
      lead={site ? describeDrafts(site) : null}
      coll="page"
      site={site}
      aside={site ? <PublishButton site={site} subject="" changes={site.drafts} /> : null}
    >
      {site ? (
        <ul className={styles.list}>
          {pageNames.map((page) => (
            <PageItem key={page} site={site} page={page} />
          ))}
        </ul>
      ) : null}
      <p className={text.fine}>A public site shows no samples.</p>
    </SitePage>
  )
}

export function listDrafts({ drafts }: Site, page: PageName) {
  return drafts.filter(({ coll, id }) => coll === 'page' && id === page)
}

function describeDrafts(site: Site): string {
  const pages = pageNames.filter((page) => listDrafts(site, page).length > 0).length
  if (pages > 0)
    return `${pluralize(pages, 'page has', 'pages have')} changes that visitors do not see yet.`
  return site.drafts.length > 0
    ? 'Visitors see all of your texts, but not all of your services or of your business.'
    : 'Visitors see everything that you have written.'
}

function PageItem({ site, page }: { site: Site; page: PageName }) {
  const drafts = listDrafts(site, page)
  const samples = site.expected.samples.filter((address) => address.startsWith(`${page}.`))
  const isQueued = site.queued.some(({ changes = [] }) => changes.some(({ id }) => id === page))
  const version = site.versions.find(({ changes }) => changes.some(({ id }) => id === page))
  return (
    <li className={page === 'common' ? styles.last : undefined}>
      {page === 'common' ? null : (
        <PagePicture site={site} path={pagePaths[page]} title={pageTitles[page]} />
      )}
      <Link to={`/admin/site/pages/${page}`}>{pageTitles[page]}</Link>
      <span className="row wrap gap-2">
        {drafts.length > 0 ? (
          <StatusBadge tone="wait" icon={PencilIcon}>
            {`Draft: ${formatCount(drafts, site.expected)}`}
          </StatusBadge>
        ) : null}
        {isQueued ? <StatusBadge tone="wait">Waiting to publish</StatusBadge> : null}
        {version && drafts.length === 0 && !isQueued ? (
          <StatusBadge tone="ok">
            {`Published ${formatDate(toWallTime(version.publishedAt, getDisplayZone()).date, 'shortDay')}`}
          </StatusBadge>
        ) : null}
        {samples.length > 0 ? (
          <StatusBadge tone="mute" icon={InfoIcon}>
            {`Sample texts left: ${samples.length}`}
          </StatusBadge>
        ) : null}
      </span>
    </li>
  )
}
