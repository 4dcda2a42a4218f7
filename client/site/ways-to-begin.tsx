import { DownIcon } from '#client/ui/icons.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { waysToBegin } from '#shared/site/content-home.ts'
import styles from './ways-to-begin.module.css'

/** The three services by name, for those who already know; closed until asked for. */
export function WaysToBegin() {
  return (
    <details className={styles.ways}>
      <summary className={styles.summary}>
        <span>{waysToBegin.title}</span>
        <DownIcon />
      </summary>
      <ul className={styles.list}>
        {waysToBegin.teasers.map(({ slug, title, essence, description }) => (
          <li key={slug}>
            <h3 className={text.h3}>{title}</h3>
            <p className={`${text.label} ${styles.essence}`}>{essence}</p>
            <p className={styles.description}>{description}</p>
            <TextLink to={`/service/${slug}`} label={`Begin journey: ${title}`}>
              {waysToBegin.link}
            </TextLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
