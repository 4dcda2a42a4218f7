import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

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
