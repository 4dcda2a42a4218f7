import { useParams } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { ContentInput } from '#client/desk/site/fields/content-input.tsx'
import { PagePreview } from '#client/desk/site/preview/page-preview.tsx'
import preview from '#client/desk/site/preview/preview.module.css'
import { DraftBar } from '#client/desk/site/publish/draft-bar.tsx'
import styles from '#client/desk/site/site.module.css'
import { SitePage } from '#client/desk/site/site-page.tsx'
import {
  formatCount,
  getPartTitle,
  isPageName,
  type PageName,
  pagePaths,
  pageTitles,
} from '#client/desk/site/site-text.ts'
import { type Site, useSite } from '#client/desk/site/use-site.ts'
import type { ContentPart } from '#shared/content/fields.ts'
import { contentPages } from '#shared/content/registry.ts'
import { listDrafts } from './pages-page.tsx'

const LIST = { to: '/admin/site', label: 'Pages' }

/** The texts of a page, by part. */
export function PageTextsPage() {
  const { id } = useParams()
  const site = useSite()
  const page = isPageName(id) ? id : undefined
  const drafts = site && page ? listDrafts(site, page) : []
  return (
    <SitePage
      title={page ? pageTitles[page] : 'Page'}
      lead={
        site && drafts.length > 0
          ? `Draft: ${formatCount(drafts, site.expected)}.`
          : 'Saved as you write; visitors see it once you publish.'
      }
      back={LIST}
      coll="page"
      site={site}
    >
      {site && page ? (
        <>
          <div className={preview.beside}>
            <PagePreview site={site} path={pagePaths[page]} title={pageTitles[page]} />
            <Parts key={page} site={site} page={page} />
          </div>
          <DraftBar site={site} subject={pageTitles[page]} changes={drafts} />
        </>
      ) : null}
      {page ? null : (
        <EmptyState object="map" title="There is no page at this address">
          The list of pages shows all that there are.
        </EmptyState>
      )}
    </SitePage>
  )
}

function Parts({ site, page }: { site: Site; page: PageName }) {
  const parts = Object.entries<ContentPart>(contentPages[page])
  return (
    <div className={styles.parts}>
      {parts.map(([part, fields]) => (
        <Box key={part} title={getPartTitle(part)}>
          <div className="stack gap-5">
            {Object.keys(fields).map((field) => (
              <ContentInput
                key={field}
                site={site}
                at={{ coll: 'page', id: page, field: `${page}.${part}.${field}` }}
              />
            ))}
          </div>
        </Box>
      ))}
    </div>
  )
}
