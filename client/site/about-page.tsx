import { useTitle } from '#client/lib/use-title.ts'
import layout from '#client/ui/layout.module.css'
import { Portrait, Signature } from '#client/ui/photographs/portrait.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import { fillInName, getBusiness, getTexts } from '#shared/content/site-content.ts'
import styles from './about-page.module.css'
import { CallToAction, Philosophy } from './sections.tsx'

export function AboutPage() {
  useTitle(pageTitles['/about'])
  const { story, facts, philosophy, creed } = getTexts('about')
  const paragraphs = story.paragraphs ?? [fillInName(story.lead)]
  const rows = facts.list?.filter(({ value }) => value !== '') ?? []
  return (
    <>
      <section className={styles.head} aria-labelledby="about-title">
        <Wrap className={`${styles.columns} ${story.paragraphs ? '' : styles.brief}`}>
          <h1 className={`${text.h1} ${styles.title}`} id="about-title" data-part="about.story">
            {story.title}
          </h1>
          <div className={styles.picture}>
            <Portrait first />
          </div>
          <div className={styles.story}>
            <div className={story.paragraphs ? text.prose : text.lead} data-part="about.story">
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <NameAndFounder />
          </div>
          {rows.length === 0 ? null : (
            <dl className={styles.facts} data-part="about.facts">
              {rows.map(({ term, value }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </Wrap>
      </section>
      <Philosophy part="about.philosophy" {...philosophy} />
      <section className={layout.section} aria-labelledby="creed-title" data-part="about.creed">
        <Wrap>
          <h2 className={`${text.h1} ${styles.creedTitle}`} id="creed-title">
            {creed.title}
          </h2>
          <dl className={styles.creed}>
            {creed.list.map(({ name, text: description }) => (
              <div key={name}>
                <dt className={text.h3}>{name}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </Wrap>
      </section>
      <CallToAction plate="harbour" />
    </>
  )
}

/** The founder's signature with the meaning of the business's name, or the latter alone. */
function NameAndFounder() {
  const { name, nameMeaning, founder } = getBusiness()
  const meaning = nameMeaning ? `${name}: ${nameMeaning}` : null
  if (founder === null)
    return meaning ? <p className={`${text.caption} ${styles.name}`}>{meaning}</p> : null
  return (
    <div className={styles.signature}>
      <Signature />
      {meaning ? <p className={`${text.caption} ${styles.name}`}>{meaning}</p> : null}
    </div>
  )
}
