import { useEffect, useRef, useState } from 'react'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import type { Site } from '#client/desk/site/use-site.ts'
import { showContent } from '#shared/content/registry.ts'
import { siteContent } from '#shared/content/site-content.ts'
import { PREVIEW_PATH, PREVIEW_READY } from '#shared/site/routes.ts'
import styles from './preview.module.css'

/** Widths of the page in the frame, px. */
const WIDTHS = { computer: 1280, phone: 390 }

/** Room for the frame, px, below which it has the width of a phone. */
const MIN_ROOM = 600

type Width = keyof typeof WIDTHS

interface PagePreviewProps {
  site: Site
  /** Address of the page. */
  path: string
  /** Name of the page, for people who cannot see the frame. */
  title: string
}

/** The page as visitors will see it once all drafts are published. It follows what is typed. */
export function PagePreview({ site, path, title }: PagePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<Width>('computer')
  const [isReady, setReady] = useState(false)
  const { wanted } = site

  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      const isOurs = source === frame.current?.contentWindow && origin === location.origin
      if (isOurs && data === PREVIEW_READY) setReady(true)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])

  useEffect(() => {
    if (!isReady) return
    const { isPublic, version } = siteContent()
    const content = showContent(wanted, { isPublic, version })
    frame.current?.contentWindow?.postMessage({ path, content }, location.origin)
  }, [isReady, wanted, path])

  useEffect(() => {
    const { current } = box
    if (!current) return
    const scale = () => {
      const room = current.clientWidth
      const shown = room < MIN_ROOM ? WIDTHS.phone : WIDTHS[width]
      current.style.setProperty('--scale', String(Math.min(1, room / shown)))
      current.style.setProperty('--width', `${shown}px`)
    }
    const watch = new ResizeObserver(scale)
    watch.observe(current)
    scale()
    return () => watch.disconnect()
  }, [width])

  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.widths}>
        <SegmentedControl
          label="Width of the preview"
          value={width}
          options={[
            { value: 'computer', label: 'Computer' },
            { value: 'phone', label: 'Phone' },
          ]}
          onChange={setWidth}
        />
      </div>
      <div ref={box} className={styles.box}>
        <iframe
          ref={frame}
          className={styles.frame}
          src={PREVIEW_PATH}
          title={`${title}, with your drafts`}
        />
      </div>
    </section>
  )
}
