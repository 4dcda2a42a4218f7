import { useMemo, useRef } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { PagePreview } from '#client/desk/site/preview/page-preview.tsx'
import preview from '#client/desk/site/preview/preview.module.css'
import { focusPart } from '#client/desk/site/preview/preview-frame.tsx'
import { DraftBar } from '#client/desk/site/publish/draft-bar.tsx'
import { SitePage } from '#client/desk/site/site-page.tsx'
import {
  formatCount,
  getPartTitle,
  isPageName,
  type PageName,
  pageNames,
  pagePaths,
  pageTitles,
} from '#client/desk/site/site-text.ts'
import { type Site, useSite } from '#client/desk/site/use-site.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { contentPages } from '#shared/content/registry.ts'
import { listDrafts } from './pages-page.tsx'
import { PartForm } from './part-form.tsx'

const LIST = { to: '/admin/site', label: 'Pages' }

/** The texts of a page, beside the page itself. */
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
      {site && page ? <Editor site={site} page={page} /> : null}
      {page ? null : (
        <EmptyState object="map" title="There is no page at this address">
          The list of pages shows all that there are.
        </EmptyState>
      )}
    </SitePage>
  )
}

/**
 * The page, and the form of one of its parts: the one that the address names, otherwise the first. On a phone the form is a sheet
 * over the page, open while the address names a part.
 */
function Editor({ site, page }: { site: Site; page: PageName }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const form = useRef<HTMLElement>(null)
  const isChosen = useRef(false)
  const { hash, key } = useLocation()
  const navigate = useNavigate()
  const parts = useMemo(() => listPartTitles(page), [page])
  const own = listParts(page)
  const named = own.find((part) => `${hash.slice(1)}.`.startsWith(`${part}.`))
  const selected = named ?? own[0] ?? ''
  const drafts = listDrafts(site, page)

  useEffectOn(`${key} ${selected}`, () => {
    if (!isChosen.current) return
    isChosen.current = false
    focusForm(form.current)
  })

  const choose = (part: string) => {
    isChosen.current = true
    const [of = page] = part.split('.')
    const to = of === page ? { hash: part } : `/admin/site/pages/${of}#${part}`
    void navigate(to, { replace: of === page, preventScrollReset: true })
  }
  const leave = () => {
    if (isSheet(form.current))
      void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
    focusPart(frame, selected)
  }
  return (
    <>
      <div className={preview.beside} data-open={named ? true : undefined}>
        <PagePreview
          {...{ site, frame, parts }}
          selected={named}
          path={pagePaths[page]}
          title={pageTitles[page]}
          onChoose={choose}
        />
        <PartForm ref={form} {...{ site, page, own, selected, drafts }} onLeave={leave} />
      </div>
      <DraftBar
        site={site}
        subject={pageTitles[page]}
        changes={drafts}
        start={
          <span className={preview.phoneOnly}>
            <DeskButton variant="ghost" onClick={() => choose(selected)}>
              Parts
            </DeskButton>
          </span>
        }
      />
    </>
  )
}

function listParts(page: PageName): string[] {
  return Object.keys(contentPages[page]).map((part) => `${page}.${part}`)
}

/** `Story` for a part of this page; a part of another one says where its form is: `On every page: You`. */
function listPartTitles(page: PageName): Record<string, string> {
  return Object.fromEntries(
    pageNames.flatMap((of) =>
      listParts(of).map((address) => {
        const title = getPartTitle(address.slice(of.length + 1))
        return [address, of === page ? title : `${pageTitles[of]}: ${title}`]
      }),
    ),
  )
}

/** Whether the form is a sheet over the page, as on a phone. */
function isSheet(form: HTMLElement | null): boolean {
  return form !== null && getComputedStyle(form).position === 'fixed'
}

/** In a sheet, the focus on a field would raise the keyboard over it. */
function focusForm(form: HTMLElement | null): void {
  // A list begins with the grip of its first row.
  const field =
    form?.querySelector<HTMLElement>('[data-field] :is(input, textarea, select)') ??
    form?.querySelector<HTMLElement>('[data-field] button')
  const heading = form?.querySelector('h2')
  const target = isSheet(form) ? heading : (field ?? heading)
  target?.focus()
}
