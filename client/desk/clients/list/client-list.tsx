import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { ClientListItem, ClientQuery } from '#client/data/store/types.ts'
import type { ClientListData } from '#client/data/use-data.ts'
import { getInitials } from '#client/desk/clients/clients-text.ts'
import { ClientMarkTag } from '#client/desk/clients/detail/client-tags.tsx'
import listRow from '#client/desk/kit/lists/list-row.module.css'
import { DetailLink } from '#client/desk/kit/lists/list-row.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type from '#client/ui/type.module.css'
import styles from './client-list.module.css'
import { getListLength } from './list-memory.ts'

/** The height of a row, the same as in the style sheet; rem. */
const ROW_HEIGHT = 3.5
/** How many rows outside the window are rendered as well. */
const OVERSCAN = 12

interface VirtualRowsOptions {
  list: RefObject<HTMLElement | null>
  count: number
  /** The row that is rendered even outside the window, because it may have the focus. */
  pinnedIndex: number
  clients: ClientListData
}

/** The rows within the window; `to` is exclusive. */
interface VisibleRange {
  from: number
  to: number
  /** The height of a row, pixels. */
  rowHeight: number
}

/** Which rows are rendered, and their positions in the list. */
function useVirtualRows({ list, count, pinnedIndex, clients }: VirtualRowsOptions) {
  const [{ from, to, rowHeight }, setSight] = useState(() => getVisibleRange(0))
  const look = useCallback(
    () => setSight((before) => reuseIfEqual(before, getVisibleRange(getListTop(list)))),
    [list],
  )
  // The list moves when the offline strip above it appears or goes. Measured in an animation frame,
  // because measuring in the effect would force a second layout.
  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  })
  useEffect(() => {
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [look])
  // `clients` is a new object after each answer. A new query has only its first rows, while the
  // window may show later ones, so they are requested again.
  useEffect(() => {
    clients.setVisibleRange(Math.max(0, from - OVERSCAN), to + OVERSCAN)
  }, [from, to, clients])
  const reveal = (index: number) => {
    const top = getListTop(list) + index * rowHeight
    // The sticky head covers the first rows while the list is scrolled.
    const above = list.current?.previousElementSibling?.getBoundingClientRect().bottom ?? 0
    const by = top < above ? top - above : Math.max(0, top + rowHeight - innerHeight)
    // `instant`: rows that are rendered on the way would interrupt a smooth scroll.
    scrollBy({ top: by, behavior: 'instant' })
  }
  const drawn = range(Math.max(0, from - OVERSCAN), Math.min(count, to + OVERSCAN))
  if (!drawn.includes(pinnedIndex) && pinnedIndex < count) drawn.push(pinnedIndex)
  drawn.sort((a, b) => a - b)
  return {
    rows: drawn.map((index) => ({ index, start: index * rowHeight })),
    height: count * rowHeight,
    reveal,
  }
}

function getVisibleRange(top: number): VisibleRange {
  const row = ROW_HEIGHT * getRemInPixels()
  const from = Math.max(0, Math.floor(-top / row))
  return { from, to: Math.max(from, Math.ceil((innerHeight - top) / row)), rowHeight: row }
}

function reuseIfEqual(before: VisibleRange, next: VisibleRange): VisibleRange {
  const same =
    before.from === next.from && before.to === next.to && before.rowHeight === next.rowHeight
  return same ? before : next
}

/** The distance from the window's upper edge to the list, pixels. */
function getListTop(list: RefObject<HTMLElement | null>): number {
  return list.current?.getBoundingClientRect().top ?? 0
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}

function getRemInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}

interface ClientRowProps {
  /** Undefined until the row is loaded. */
  item: ClientListItem | undefined
  index: number
  count: number
  /** The position in the list, pixels. */
  top: number
  openId: string | undefined
  /** Whether this is the one row that Tab reaches. */
  isTabStop: boolean
  onFocus: (index: number) => void
}

type RowLinkProps = Pick<ClientRowProps, 'index' | 'isTabStop' | 'onFocus'> & {
  item: ClientListItem
  isOpen: boolean
}

/**
 * Memoised: during a sync the list renders at each message from the local data, most rows
 * unchanged.
 */
const RowLink = memo(function RowLink({ item, index, isOpen, isTabStop, onFocus }: RowLinkProps) {
  return (
    <DetailLink
      to={`/admin/crm/${item.id}`}
      className={`${listRow.selectable} ${styles.row}`}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      onFocus={() => onFocus(index)}
    >
      <span className={`${kit.disc} ${styles.monogram}`} aria-hidden="true">
        {getInitials(item.name)}
      </span>
      <b title={item.name}>{item.name}</b>
      <span className={`${type.fine} ${styles.location}`} title={item.location}>
        {item.location}
      </span>
      <ClientMarkTag mark={item.mark} />
    </DetailLink>
  )
})

interface RevealSavedOptions {
  list: RefObject<HTMLElement | null>
  query: ClientQuery
  openId: string | undefined
  /** The number of rows in the list, rendered or not. */
  count: number
  reveal: (index: number) => void
}

/** Scrolls the list to the client that was just saved, whose new name may have moved the row. */
function useRevealSaved({ list, query, openId, count, reveal }: RevealSavedOptions): void {
  const { state, key } = useLocation()
  const isSaved = (state as { saved?: true } | null)?.saved === true
  const [targetIndex, setTargetIndex] = useState<number>()
  useEffectOn(`${isSaved} ${key}`, () => {
    if (!isSaved || !openId) return
    let isCancelled = false
    // If the local data fails, `useDataState` already shows it.
    getData()
      .clients.findIndex(query, openId)
      .then((index) => {
        if (!isCancelled) setTargetIndex(index)
      })
      .catch(() => undefined)
    return () => {
      isCancelled = true
    }
  })
  // A new client is in the list only after `count` has grown.
  useEffect(() => {
    if (targetIndex === undefined || targetIndex >= count) return
    setTargetIndex(undefined)
    // A phone shows the client and hides the list.
    if (list.current?.offsetParent) reveal(targetIndex)
  }, [targetIndex, count, list, reveal])
}

interface ClientListProps {
  query: ClientQuery
  clients: ClientListData
  openId: string | undefined
}

/**
 * A virtual list: renders only the rows near the window. One row is in the tab order, and the arrow
 * keys move the focus from there.
 */
export function ClientList({ query, clients, openId }: ClientListProps) {
  const { getItem, loading } = clients
  const list = useRef<HTMLUListElement>(null)
  const count = getListLength(clients)
  const keys = useListKeys(list, count)
  const { rows, height, reveal } = useVirtualRows({
    list,
    count,
    pinnedIndex: keys.active,
    clients,
  })
  useRevealSaved({ list, query, openId, count, reveal })
  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ height }}
      aria-label="Clients"
      aria-busy={loading || undefined}
      onKeyDown={(event) => keys.move(event, reveal)}
    >
      {rows.map(({ index, start }) => {
        const item = getItem(index)
        return (
          <li
            key={index}
            className={styles.item}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {item ? (
              <RowLink
                {...{ item, index, isTabStop: index === keys.active, onFocus: keys.setActive }}
                isOpen={item.id === openId}
              />
            ) : (
              <span className={styles.row} aria-hidden="true">
                <span className={`${kit.disc} ${styles.monogram}`} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const PAGE_STEP = 8

const steps: Record<string, (from: number, count: number) => number> = {
  ArrowDown: (from) => from + 1,
  ArrowUp: (from) => from - 1,
  PageDown: (from) => from + PAGE_STEP,
  PageUp: (from) => from - PAGE_STEP,
  Home: () => 0,
  End: (_from, count) => count - 1,
}

/** Moves the focus between rows, also to rows that are not rendered yet. */
function useListKeys(list: RefObject<HTMLElement | null>, count: number) {
  const [chosen, setActive] = useState(0)
  const [goal, setGoal] = useState<number>()
  const active = Math.min(chosen, Math.max(0, count - 1))
  // A row outside the window is rendered only after a later render.
  useEffect(() => {
    if (goal === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[aria-posinset="${goal + 1}"] a`)
    if (!row) return
    row.focus()
    setGoal(undefined)
  })
  const move = (event: KeyboardEvent, reveal: (index: number) => void) => {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const next = Math.min(Math.max(step(active, count), 0), count - 1)
    setActive(next)
    setGoal(next)
    reveal(next)
  }
  return { active, setActive, move }
}
