import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'react-router-dom'
import { findRoutes, loadRoute } from '#client/lib/router/site-router.ts'
import { MatchedRoutes } from '#client/lib/router/site-routes.tsx'
import type { SiteContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { PREVIEW_READY } from '#shared/site/routes.ts'
import { siteRoutes } from './routes.tsx'

/** The message by which the desk shows a page in the preview. */
export interface PreviewedPage {
  path: string
  content: SiteContent
}

/** Links lead nowhere. */
const still = { createHref: () => '#', push() {}, replace() {}, go() {} }

/**
 * A page of the site with the texts of a draft, for a frame of the desk: nothing in it can be used. The frame has a copy of the
 * program to itself, so the draft is not in what the desk or a visitor sees.
 */
export function Preview() {
  const mount = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mount.current || parent === window) return
    // A root of its own, because React Router allows no router within another.
    const root = createRoot(mount.current)
    let shown = 0
    const show = async ({ source, origin, data }: MessageEvent<PreviewedPage>) => {
      // Tools that test pages send messages to frames, too.
      const isOurs = source === parent && origin === location.origin
      if (!isOurs || typeof data?.path !== 'string') return
      await Promise.all(findRoutes(siteRoutes, data.path).map(loadRoute))
      setSiteContent(data.content)
      shown += 1
      root.render(
        <Router key={shown} location={data.path} navigator={still} static>
          <MatchedRoutes routes={siteRoutes} />
        </Router>,
      )
    }
    addEventListener('message', show)
    parent.postMessage(PREVIEW_READY, location.origin)
    return () => {
      removeEventListener('message', show)
      root.unmount()
    }
  }, [])
  return <div ref={mount} inert />
}
