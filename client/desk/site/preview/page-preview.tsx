import { type RefObject, useCallback, useMemo, useState } from 'react'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import { type PageName, pageNames, pagePaths, pageTitles } from '#client/desk/site/site-text.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { Field, Select } from '#client/ui/controls/field.tsx'
import type { StoredContent } from '#shared/content/registry.ts'
import type { PartsMessage } from './messages.ts'
import styles from './preview.module.css'
import { PreviewFrame, usePreviewContent, useSiteContentOf } from './preview-frame.tsx'

/** Widths of the page in the frame, px. */
const WIDTHS = { computer: 1280, phone: 390 }

/** Room for the frame, px, below which it has the width of a phone. */
const MIN_ROOM = 600

type Width = keyof typeof WIDTHS

interface PagePreviewProps extends PartsMessage {
  site: Site
  frame: RefObject<HTMLIFrameElement | null>
  /** Address of the page. */
  path: string
  title: string
  /** The owner has chosen this part in the page. */
  onChoose: (part: string) => void
}

/** The page beside its form, at the width of a computer or of a phone. */
export function PagePreview(props: PagePreviewProps) {
  const { site, frame, path, title, parts, selected, onChoose } = props
  const [width, setWidth] = useState<Width>('computer')
  const content = usePreviewContent(site)
  const show = useMemo(() => ({ path, content }), [path, content])
  const choice = useMemo(() => ({ parts, selected }), [parts, selected])
  const getWidth = useCallback(
    (room: number) => (room < MIN_ROOM ? WIDTHS.phone : WIDTHS[width]),
    [width],
  )
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
      <PreviewFrame
        {...{ frame, show, getWidth, onChoose }}
        className={styles.page}
        parts={choice}
        title={`${title}, with your drafts`}
      />
    </section>
  )
}

interface PagePictureProps {
  site: Site
  path: string
  title: string
}

const getPictureWidth = () => WIDTHS.computer

/** The page as a small picture. */
export function PagePicture({ site, path, title }: PagePictureProps) {
  const content = usePreviewContent(site)
  const show = useMemo(() => ({ path, content }), [path, content])
  return (
    <div className={styles.picture} inert>
      <PreviewFrame show={show} getWidth={getPictureWidth} title={`Picture of ${title}`} />
    </div>
  )
}

interface ContentPreviewProps {
  content: StoredContent
  /** What this content is: `2 November, 11:20`. */
  title: string
}

/** The pages of a content that visitors do not see, of which one is chosen. */
export function ContentPreview({ content: stored, title }: ContentPreviewProps) {
  const [page, setPage] = useState<PageName>('home')
  const content = useSiteContentOf(stored)
  const path = pagePaths[page]
  const show = useMemo(() => ({ path, content }), [path, content])
  return (
    <section className={styles.content} aria-label="Preview">
      <Field label="Page">
        {(control) => (
          <Select
            {...control}
            value={page}
            onChange={({ target }) => setPage(target.value as PageName)}
          >
            {pageNames
              .filter((name) => name !== 'common')
              .map((name) => (
                <option key={name} value={name}>
                  {pageTitles[name]}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <PreviewFrame
        show={show}
        getWidth={getPictureWidth}
        title={`${pageTitles[page]}, ${title}`}
      />
    </section>
  )
}

interface CardPreviewProps {
  site: Site
  /** The id of the service. */
  id: string
}

/** A card for travellers, px: on a computer it has a column of its own. One for houses is shown as on a phone. */
const CARD_WIDTH = 608
const HOUSE_WIDTH = 480

const getCardWidth = () => CARD_WIDTH
const getHouseWidth = () => HOUSE_WIDTH

/** The card of a service as it is on the page of its side. */
export function CardPreview({ site, id }: CardPreviewProps) {
  const content = usePreviewContent(site)
  const show = useMemo(() => ({ card: id, content }), [id, content])
  const isForHouses = content.services.find((service) => service.id === id)?.side === 'mastery'
  return (
    <div className={styles.card} inert>
      <PreviewFrame
        show={show}
        title="The card, with your drafts"
        getWidth={isForHouses ? getHouseWidth : getCardWidth}
        windowWidth={isForHouses ? undefined : WIDTHS.computer}
      />
    </div>
  )
}
