import { Fragment, useState } from 'react'
import { Link } from 'react-router-dom'
import { keepTogether } from '#client/lib/data/keep-together.ts'
import { enableSmoothScroll, useCurrentSection } from '#client/lib/section-scroll.ts'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import {
  fillInLegalText,
  type LegalPart,
  type LegalSection,
  type LegalText,
} from '#shared/site/legal.ts'
import styles from './legal-page.module.css'

/** A legal text with its table of contents. */
export function LegalPage({ content }: { content: LegalText }) {
  const [{ title, lead, updated, sections }] = useState(() => fillInLegalText(content))
  // The same array at each render, as `useCurrentSection` requires.
  const [ids] = useState(() => sections.map(({ id }) => id))
  const current = useCurrentSection(ids)
  return (
    <>
      <PageHead title={title} lead={`${lead} Last updated ${keepTogether(updated)}.`} />
      <Wrap className={`grid ${styles.columns}`}>
        <LegalContents sections={sections} current={current} />
        <div>
          {sections.map((section, index) => (
            <Section key={section.id} section={section} number={index + 1} />
          ))}
        </div>
      </Wrap>
    </>
  )
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  const { id, title, paragraphs } = section
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`} className={styles.title}>
        <span>{number}</span>
        {title}
      </h2>
      <div className={`${text.prose} ${styles.prose}`}>
        {paragraphs.map((parts) => (
          <p key={getPartKey(parts[0])}>
            {parts.map((part) => (
              <Fragment key={getPartKey(part)}>
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

/** Texts can be React keys: none repeats within its paragraph or section. */
function getPartKey(part: LegalPart | undefined): string {
  return typeof part === 'string' ? part : (part?.text ?? '')
}

interface LegalContentsProps {
  sections: readonly LegalSection[]
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
