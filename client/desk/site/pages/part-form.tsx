import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import kit from '#client/desk/kit/primitives.module.css'
import { ContentInput } from '#client/desk/site/fields/content-input.tsx'
import { PutBack } from '#client/desk/site/publish/draft-bar.tsx'
import { getPartTitle, type PageName, pageTitles } from '#client/desk/site/site-text.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { CloseIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { ContentChange } from '#shared/content/collections.ts'
import type { ContentPart } from '#shared/content/fields.ts'
import { contentPages } from '#shared/content/registry.ts'
import styles from './part-form.module.css'

interface PartFormProps {
  ref: Ref<HTMLElement>
  site: Site
  page: PageName
  /** The addresses of the page's parts. */
  own: readonly string[]
  selected: string
  drafts: readonly ContentChange[]
  /** Back to the part in the page: Escape, or the sheet is closed. */
  onLeave: () => void
}

/** The form of one part of a page, below a tab for each. */
export function PartForm({ ref, site, page, own, selected, drafts, onLeave }: PartFormProps) {
  const toName = (part: string) => part.slice(page.length + 1)
  const changed = new Set(drafts.map(({ field }) => field.split('.').slice(0, 2).join('.')))
  const fields = (contentPages[page] as Readonly<Record<string, ContentPart>>)[toName(selected)]
  return (
    <section
      ref={ref}
      className={styles.form}
      aria-label={`Parts of ${pageTitles[page]}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
      }}
    >
      <div className={styles.head}>
        <nav className={styles.tabs} aria-label="Parts">
          {own.map((part) => (
            <Link
              key={part}
              to={{ hash: part }}
              replace
              preventScrollReset
              className={styles.tab}
              aria-current={part === selected ? 'true' : undefined}
            >
              {getPartTitle(toName(part))}
              {changed.has(part) ? (
                <i className={styles.dot}>
                  <VisuallyHidden>, changed</VisuallyHidden>
                </i>
              ) : null}
            </Link>
          ))}
        </nav>
        <button type="button" className={`${kit.iconButton} ${styles.close}`} onClick={onLeave}>
          <CloseIcon />
          <VisuallyHidden>Close</VisuallyHidden>
        </button>
      </div>
      <div key={selected} className={`stack gap-5 ${styles.body}`}>
        <h2 tabIndex={-1}>{getPartTitle(toName(selected))}</h2>
        {Object.keys(fields ?? {}).map((field) => (
          <ContentInput
            key={field}
            site={site}
            at={{ coll: 'page', id: page, field: `${selected}.${field}` }}
          />
        ))}
        {drafts.length > 0 ? (
          <div className={styles.back}>
            <PutBack site={site} subject={pageTitles[page]} changes={drafts} />
          </div>
        ) : null}
      </div>
    </section>
  )
}
