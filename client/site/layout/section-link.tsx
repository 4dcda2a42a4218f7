import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { enableSmoothScroll } from '#client/lib/section-scroll.ts'

interface SectionLinkProps {
  section: 'services' | 'contact'
  className?: string | undefined
  onClick?: () => void
  children: ReactNode
}

/** Link to a section of Home: scrolls smoothly on Home, navigates from other pages. */
export function SectionLink({ section, className, onClick, children }: SectionLinkProps) {
  const { pathname } = useLocation()
  return (
    <Link
      to={`/#${section}`}
      className={className}
      onClick={() => {
        if (pathname === '/') enableSmoothScroll()
        onClick?.()
      }}
    >
      {children}
    </Link>
  )
}
