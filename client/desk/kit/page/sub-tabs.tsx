import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { centreTab } from './centre-tab.ts'
import styles from './sub-tabs.module.css'
import { TabLink } from './tab-link.tsx'

interface SubTab {
  to: string
  label: string
  /** The others' addresses begin with this one. */
  end?: boolean
  /** Shown beside the label where there are any. */
  count?: { number: number; meaning: string }
}

/** The parts of one tab, each with an address of its own; on a phone the row scrolls. */
export function SubTabs({ label, tabs }: { label: string; tabs: readonly SubTab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const counted = tabs.some(({ count }) => count && count.number > 0)
  // The address decides which tab is current, and counts widen the row.
  useEffectOn(`${pathname} ${counted}`, () => centreTab(nav.current))
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
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
