import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './tabs.module.css'

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

interface TabLinkProps {
  to: string
  className: string | undefined
  /** What it opens of what lies below it. */
  first?: string | undefined
  /** Others' addresses begin with this one. */
  end?: boolean
  children: ReactNode
}

/** Marked while one is there or below. The router's own would come to visitors with the router. */
export function TabLink({ to, first = '', className, end = false, children }: TabLinkProps) {
  const { pathname } = useLocation()
  const here = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <Link to={`${to}${first}`} className={className ?? ''} aria-current={here ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/**
 * Brings the tab one is on into the middle of its row, which scrolls on a phone. Only the row moves:
 * the page, which may have been scrolled down, stays where it is.
 */
export function centreTab(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-current]')
  if (!row || !tab) return
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
