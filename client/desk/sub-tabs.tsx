import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './sub-tabs.module.css'
import { TabLink } from './tab-link.tsx'

export interface SubTab {
  to: string
  label: string
  /** The others' addresses begin with this one. */
  end?: boolean
  /** Shown beside the label where there are any. */
  count?: { number: number; meaning: string }
}

/** The parts of one tab, each with an address of its own. */
export function SubTabs({ label, tabs }: { label: string; tabs: readonly SubTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: text, count, end = false }) => (
        <TabLink key={to} to={to} end={end} className={styles.tab}>
          {text}
          {count && count.number > 0 ? (
            <span className={styles.count}>
              {count.number}
              <VisuallyHidden> {count.meaning}</VisuallyHidden>
            </span>
          ) : null}
        </TabLink>
      ))}
    </nav>
  )
}
