import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { UnsentPhotograph } from '#client/data/photographs/photograph-files.ts'
import { useUnsentPhotographs } from '#client/desk/site/photographs/use-photographs.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import {
  contentFields,
  type SiteContent,
  type StoredContent,
  showContent,
} from '#shared/content/registry.ts'
import { siteContent } from '#shared/content/site-content.ts'
import type { PublishedPhotograph } from '#shared/photographs/photographs.ts'
import { PREVIEW_PATH, PREVIEW_READY } from '#shared/site/routes.ts'
import type {
  CardMessage,
  ChosenMessage,
  HeightMessage,
  PageMessage,
  PartsMessage,
  PreviewMessage,
} from './messages.ts'
import styles from './preview.module.css'

interface PreviewFrameProps {
  frame?: RefObject<HTMLIFrameElement | null>
  className?: string | undefined
  /** What is in it, for people who cannot see it. */
  title: string
  /** What is shown of it, px, in a room of this width; it is made smaller to fit. */
  getWidth: (room: number) => number
  /** Of its window, px, if that is wider than what is shown. */
  windowWidth?: number | undefined
  show: PageMessage | CardMessage
  parts?: PartsMessage
  /** The owner has chosen this part in the page. */
  onChoose?: (part: string) => void
}

/** A frame with the site as visitors will see it once all drafts are published. It follows what is typed. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { className = '', title, getWidth, windowWidth, show, parts, onChoose } = props
  const own = useRef<HTMLIFrameElement>(null)
  const { frame = own } = props
  const box = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)

  const hear = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    const isOurs = source === frame.current?.contentWindow && origin === location.origin
    if (!isOurs) return
    if (data === PREVIEW_READY) setReady(true)
    else if (isChoice(data)) onChoose?.(data.chosen)
    else if (isHeight(data)) box.current?.style.setProperty('--height', `${data.height}px`)
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hear(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    if (isReady) tell(frame, show)
  }, [isReady, show, frame])

  useEffect(() => {
    if (isReady && parts) tell(frame, parts)
  }, [isReady, parts, frame])

  useEffect(() => {
    const { current } = box
    if (!current) return
    const scale = () => {
      const room = current.clientWidth
      const shown = getWidth(room)
      current.style.setProperty('--scale', String(Math.min(1, room / shown)))
      current.style.setProperty('--width', `${windowWidth ?? shown}px`)
    }
    const watch = new ResizeObserver(scale)
    watch.observe(current)
    scale()
    return () => watch.disconnect()
  }, [getWidth, windowWidth])

  return (
    <div ref={box} className={`${styles.box} ${className}`}>
      <iframe
        ref={frame}
        className={styles.frame}
        src={PREVIEW_PATH}
        title={title}
        loading="lazy"
      />
    </div>
  )
}

/** The content of the site once all drafts are published. */
export function usePreviewContent({ wanted }: Site): SiteContent {
  return useSiteContentOf(wanted)
}

/** What this site would show of a content. */
export function useSiteContentOf(stored: StoredContent): SiteContent {
  const [drawCharts, setDrawCharts] = useState<DrawCharts>()
  const unsent = useUnsentPhotographs()
  const content = useMemo(() => {
    const { isPublic, version } = siteContent()
    return showUnready(showContent(stored, { isPublic, version }), unsent)
  }, [stored, unsent])
  const isDrawn = content.texts.artistry.journeys.list?.some(({ places = [] }) => places.length > 0)
  useEffect(() => {
    if (isDrawn) void loadDrawCharts().then((draw) => setDrawCharts(() => draw))
  }, [isDrawn])
  return useMemo(() => drawCharts?.(content) ?? content, [drawCharts, content])
}

/** Photographs without files are shown as they wait on this device; on another one the drawings stay in their places. */
function showUnready(content: SiteContent, unsent: readonly UnsentPhotograph[]): SiteContent {
  const previews = new Map(unsent.map(({ id, preview }) => [id, preview]))
  const show = (photograph: PublishedPhotograph): PublishedPhotograph[] => {
    if (photograph.sizes.length > 0) return [photograph]
    const placeholder = previews.get(photograph.id)
    return placeholder ? [{ ...photograph, placeholder }] : []
  }
  const texts = { ...content.texts } as unknown as Record<string, Record<string, object>>
  for (const { address, field } of contentFields) {
    const [page = '', part = '', name = ''] = address.split('.')
    const { [part]: values = {} } = texts[page] ?? {}
    const value = (values as Record<string, unknown>)[name]
    if (!value || !['photograph', 'photographs'].includes(field.kind)) continue
    const shown = ([value].flat() as PublishedPhotograph[]).flatMap(show)
    const next = field.kind === 'photograph' ? (shown[0] ?? null) : shown
    texts[page] = { ...texts[page], [part]: { ...values, [name]: next } }
  }
  return { ...content, texts: texts as unknown as SiteContent['texts'] }
}

type DrawCharts = (content: SiteContent) => SiteContent

// The shores are a download of their own. A preview without it shows the drawn charts.
const loadDrawCharts = () =>
  import('#shared/site/route-charts.ts').then(
    (module): DrawCharts => module.drawCharts,
    () => undefined,
  )

function tell({ current }: RefObject<HTMLIFrameElement | null>, message: PreviewMessage): void {
  current?.contentWindow?.postMessage(message, location.origin)
}

function isChoice(data: unknown): data is ChosenMessage {
  return typeof data === 'object' && data !== null && 'chosen' in data
}

function isHeight(data: unknown): data is HeightMessage {
  return typeof data === 'object' && data !== null && 'height' in data
}

/** Moves the focus to a part of the page in the frame. */
export function focusPart(frame: RefObject<HTMLIFrameElement | null>, part: string): void {
  frame.current?.focus()
  tell(frame, { focus: part })
}
