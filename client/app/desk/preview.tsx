import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'react-router-dom'
import { siteRoutes } from '#client/app/routes.tsx'
import type {
  CardMessage,
  HeightMessage,
  PageMessage,
  PartsMessage,
  PreviewMessage,
} from '#client/desk/site/preview/messages.ts'
import { findRoutes, loadRoute } from '#client/lib/router/site-router.ts'
import { MatchedRoutes } from '#client/lib/router/site-routes.tsx'
import { setSiteContent } from '#shared/content/site-content.ts'
import { PREVIEW_READY } from '#shared/site/routes.ts'
import { PartFrames } from './part-frames.tsx'
import styles from './preview.module.css'

/** Links lead nowhere. */
const still = { createHref: () => '#', push() {}, replace() {}, go() {} }

/**
 * A page of the site with the texts of a draft, for a frame of the desk: nothing in it can be used, but its parts can be chosen.
 * The frame has a copy of the program to itself, so the draft is not in what the desk or a visitor sees.
 */
export function Preview() {
  const mount = useRef<HTMLDivElement>(null)
  const { parts, focus } = useMessages(mount)
  return (
    <>
      <div ref={mount} inert />
      {parts ? <PartFrames page={mount} {...parts} focus={focus} /> : null}
    </>
  )
}

/** Listens to the desk's messages, and renders the page that they name into `mount`. */
function useMessages(mount: RefObject<HTMLElement | null>) {
  const [parts, setParts] = useState<PartsMessage>()
  const [focus, setFocus] = useState<{ part: string }>()
  useEffect(() => {
    const element = mount.current
    if (!element || parent === window) return
    // The page is shown as visitors with a connection see it, whatever connection the owner has.
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true })
    // A root of its own, because React Router allows no router within another.
    const root = createRoot(element)
    let shown = 0
    const show = async (message: PageMessage | CardMessage) => {
      const isCard = 'card' in message
      if (isCard) size.observe(element)
      const page = await (isCard ? loadCard(message) : loadPage(message))
      setSiteContent(message.content)
      shown += 1
      root.render(
        <Router key={shown} location={isCard ? '/' : message.path} navigator={still} static>
          {page}
        </Router>,
      )
    }
    const size = new ResizeObserver(([entry]) => {
      const message: HeightMessage = { height: Math.ceil(entry?.contentRect.height ?? 0) }
      parent.postMessage(message, location.origin)
    })
    const hear = ({ source, origin, data }: MessageEvent<PreviewMessage>) => {
      // Tools that test pages send messages to frames, too.
      const isOurs = source === parent && origin === location.origin
      if (!isOurs || typeof data !== 'object') return
      if ('content' in data) void show(data)
      else if ('parts' in data) setParts(data)
      else if ('focus' in data) setFocus({ part: data.focus })
    }
    addEventListener('message', hear)
    parent.postMessage(PREVIEW_READY, location.origin)
    return () => {
      removeEventListener('message', hear)
      size.disconnect()
      root.unmount()
    }
  }, [mount])
  return { parts, focus }
}

async function loadPage({ path }: PageMessage): Promise<ReactNode> {
  await Promise.all(findRoutes(siteRoutes, path).map(loadRoute))
  return <MatchedRoutes routes={siteRoutes} />
}

async function loadCard({ card, content }: CardMessage): Promise<ReactNode> {
  const { ServiceCard } = await import('#client/site/services/service-card.tsx')
  const service = content.services.find(({ id }) => id === card)
  return service ? (
    <div className={styles[service.side]}>
      <ServiceCard service={service} />
    </div>
  ) : null
}
