import { type RefObject, useEffect, useRef, useState } from 'react'
import { PencilIcon } from '#client/desk/kit/icons.tsx'
import type { ChosenMessage, PartsMessage } from '#client/desk/site/preview/messages.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import styles from './part-frames.module.css'

/** Between a part and its frame, px. */
const MARGIN = 12
/** Room that the name needs above a frame, px. */
const NAME_ROOM = 32
/** Distance from the top of the frame at which a part stops when it is scrolled to: the page's own header is above it, px. */
const BELOW_HEADER = 112

interface PartFramesProps extends PartsMessage {
  page: RefObject<HTMLElement | null>
  /** A new object moves the focus to a part. */
  focus: { part: string } | undefined
}

/** A button around every part of the page, which opens its form in the desk. The page itself stays out of reach. */
export function PartFrames({ page, parts, selected, focus }: PartFramesProps) {
  const list = useRef<HTMLUListElement>(null)
  const places = usePlaces(page)
  const known = places.filter(({ part }) => parts[part])
  const find = (part: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-of="${CSS.escape(part ?? '')}"]`)
  const isFound = known.some(({ part }) => part === selected)
  useEffectOn(`${selected} ${isFound}`, () => reveal(find(selected)))
  useEffect(() => {
    const { current } = list
    if (!focus) return
    const frame = current?.querySelector<HTMLElement>(`[data-of="${CSS.escape(focus.part)}"]`)
    window.focus()
    frame?.focus({ preventScroll: true })
    reveal(frame)
  }, [focus])
  return (
    <ul ref={list} className={styles.frames}>
      {known.map(({ part, isFirst, ...box }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part may stand in several places.
        <li key={`${part} ${at}`}>
          <button
            type="button"
            className={styles.frame}
            // A part in several places is one stop for the keyboard.
            {...(isFirst ? { 'data-of': part } : { tabIndex: -1, 'aria-hidden': true })}
            aria-current={part === selected || undefined}
            data-inside={box.top < NAME_ROOM || undefined}
            style={box}
            onClick={() => {
              const message: ChosenMessage = { chosen: part }
              parent.postMessage(message, location.origin)
            }}
          >
            <span className={styles.name}>
              <PencilIcon />
              {parts[part]}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Not by `scrollIntoView`, which would scroll the desk as well. */
function reveal(frame: HTMLElement | null | undefined): void {
  if (!frame) return
  const { top, bottom } = frame.getBoundingClientRect()
  if (top < BELOW_HEADER || bottom > innerHeight) scrollBy({ top: top - BELOW_HEADER })
}

interface Place {
  part: string
  /** Whether the part stands in no place before. */
  isFirst: boolean
  left: number
  top: number
  width: number
  height: number
  /** Smaller ones lie above the larger ones around them. */
  zIndex: number
}

/** Where the parts of the page are, in its own order; follows its layout. */
function usePlaces(page: RefObject<HTMLElement | null>): readonly Place[] {
  const [places, setPlaces] = useState<readonly Place[]>([])
  useEffect(() => {
    const { current } = page
    if (!current) return
    const measure = () => setPlaces(findPlaces(current))
    const sizes = new ResizeObserver(measure)
    const observe = () => {
      sizes.disconnect()
      sizes.observe(current)
      for (const element of listParts(current)) sizes.observe(element)
    }
    const changes = new MutationObserver(observe)
    changes.observe(current, { childList: true, subtree: true, characterData: true })
    observe()
    return () => {
      changes.disconnect()
      sizes.disconnect()
    }
  }, [page])
  return places
}

function listParts(page: HTMLElement): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-part]')]
}

function findPlaces(page: HTMLElement): Place[] {
  const room = document.documentElement.clientWidth
  const seen = new Set<string>()
  const places = listParts(page).flatMap((element): Place[] => {
    const { dataset } = element
    const { part = '' } = dataset
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return []
    const left = Math.max(4, box.left - MARGIN)
    const top = Math.max(4, box.top + scrollY - MARGIN)
    const width = Math.min(room - 4, box.right + MARGIN) - left
    const height = box.bottom + scrollY + MARGIN - top
    const isFirst = !seen.has(part)
    seen.add(part)
    return [{ part, isFirst, left, top, width, height, zIndex: 0 }]
  })
  const bySize = places.toSorted((a, b) => b.width * b.height - a.width * a.height)
  return places.map((place) => ({ ...place, zIndex: bySize.indexOf(place) + 1 }))
}
