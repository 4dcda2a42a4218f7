import { Link } from 'react-router-dom'
import { glideOnce } from '#client/lib/glide.ts'
import { DownIcon } from '#client/ui/icons.tsx'
import type { LegalSection } from '#shared/site/legal.ts'
import styles from './legal-contents.module.css'

interface LegalContentsProps {
  sections: readonly LegalSection[]
  /** The id of the section one is reading. */
  current: string | undefined
}

/** Beside the text where there is room, folded above it where there is not. */
export function LegalContents(props: LegalContentsProps) {
  return (
    <nav aria-label="Contents" className={styles.contents} data-print="off">
      <div className={styles.open}>
        <List {...props} />
      </div>
      <details className={styles.folded}>
        <summary>
          Contents <DownIcon className={styles.icon} />
        </summary>
        <List {...props} />
      </details>
    </nav>
  )
}

function List({ sections, current }: LegalContentsProps) {
  return (
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <Link to={`#${id}`} aria-current={id === current || undefined} onClick={glideOnce}>
            <i>{index + 1}</i>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
}
