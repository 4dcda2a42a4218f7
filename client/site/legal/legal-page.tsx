import { Fragment, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { keepTogether } from '#client/lib/data/keep-together.ts'
import { enableSmoothScroll, useCurrentSection } from '#client/lib/section-scroll.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import type { LegalPart } from '#shared/content/pages/legal-markup.ts'
import type { LegalPageName } from '#shared/content/pages/legal-sections.ts'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import { fillInName, getTexts, siteContent } from '#shared/content/site-content.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { type FilledSection, fillInSections } from '#shared/site/legal.ts'
import styles from './legal-page.module.css'

export function TermsPage() {
  useTitle(pageTitles['/terms'])
  return <LegalText page="terms" title={pageTitles['/terms']} />
}

export function PrivacyPage() {
  useTitle(pageTitles['/privacy-policy'])
  return <LegalText page="privacy" title={pageTitles['/privacy-policy']} />
}

/** A legal text with its table of contents. */
function LegalText({ page, title }: { page: LegalPageName; title: string }) {
  const { head, text: written } = getTexts(page)
  const sections = useMemo(() => fillInSections(written.sections), [written])
  // The same array at each render, as `useCurrentSection` requires.
  const ids = useMemo(() => sections.map(({ id }) => id), [sections])
  const current = useCurrentSection(ids)
  const updated = keepTogether(formatDate(siteContent().revised[page], 'long'))
  return (
    <>
      <PageHead
        title={title}
        lead={`${fillInName(head.lead)} Last updated ${updated}.`}
        part={`${page}.head`}
      />
      <Wrap className={`grid ${styles.columns}`}>
        <LegalContents sections={sections} current={current} />
        <div data-part={`${page}.text`}>
          {sections.map((section, index) => (
            <Section key={section.id} section={section} number={index + 1} />
          ))}
        </div>
      </Wrap>
    </>
  )
}

function Section({ section, number }: { section: FilledSection; number: number }) {
  const { id, title, paragraphs } = section
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`} className={styles.title}>
        <span>{number}</span>
        {title}
      </h2>
      <div className={`${text.prose} ${styles.prose}`}>
        {paragraphs.map((parts, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may repeat, and never moves.
          <p key={at}>
            {parts.map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <Fragment key={place}>
                <Part part={part} />
              </Fragment>
            ))}
          </p>
        ))}
      </div>
    </section>
  )
}

function Part({ part }: { part: LegalPart }) {
  if (typeof part === 'string') return keepTogether(part)
  return 'to' in part ? <Link to={part.to}>{part.text}</Link> : <a href={part.href}>{part.text}</a>
}

interface LegalContentsProps {
  sections: readonly FilledSection[]
  /** Id of the section being read. */
  current: string | undefined
}

/** Beside the text on wide screens, collapsed above it on narrow ones. */
function LegalContents(props: LegalContentsProps) {
  return (
    <nav aria-label="Contents" className={styles.contents} data-print="off">
      <div className={styles.open}>
        <ContentsList {...props} />
      </div>
      <details className={styles.folded}>
        <summary>
          Contents <ChevronDownIcon className={styles.icon} />
        </summary>
        <ContentsList {...props} />
      </details>
    </nav>
  )
}

function ContentsList({ sections, current }: LegalContentsProps) {
  return (
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            aria-current={id === current || undefined}
            onClick={enableSmoothScroll}
          >
            <i>{index + 1}</i>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
}
