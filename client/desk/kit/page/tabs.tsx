import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './tabs.module.css'

interface SubTab {
  to: string
  label: string
  /** Match this address only, because the addresses of the other tabs begin with it. */
  end?: boolean
  /** Shown beside the label if the number is above 0. */
  count?: { number: number; meaning: string }
}

/** The tabs within a section of the desk, each with its own address; on a phone the row scrolls. */
export function SubTabs({ label, tabs }: { label: string; tabs: readonly SubTab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const counted = tabs.some(({ count }) => count && count.number > 0)
  // The pathname decides which tab is current, and the counts widen the row.
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
  /** Appended to `to` for the link's target: `/booking`. */
  firstPath?: string | undefined
  /** Match this address only, because the addresses of other tabs begin with it. */
  end?: boolean
  children: ReactNode
}

/**
 * A link that is marked on its page and the pages below it.
 * Not the router's `NavLink`, which would add to the visitors' bundle.
 */
export function TabLink({ to, firstPath = '', className, end = false, children }: TabLinkProps) {
  const { pathname } = useLocation()
  const here = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <Link
      to={`${to}${firstPath}`}
      className={className ?? ''}
      aria-current={here ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}

/**
 * Scrolls the row so that the current tab is in its middle. Only the row moves: `scrollIntoView`
 * could scroll the page as well.
 */
export function centreTab(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-current]')
  if (!row || !tab) return
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
