import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useNavigateAtOnce } from '#client/desk/kit/navigate-at-once.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { BackIcon } from '#client/ui/icons.tsx'
import styles from './list-detail.module.css'
import { useRowKeys } from './row-keys.ts'

export const READING_PANE = '[data-reading-pane]'

interface ListDetailProps {
  /** Above the list: its heading, filters, search. */
  head: ReactNode
  list: ReactNode
  /** The content of the reading pane; undefined while nothing is chosen. */
  detail: ReactNode | undefined
  /** Shown in the reading pane while nothing is chosen; a phone shows only the list then. */
  emptyDetail?: ReactNode
  /** For a long list: its head stays in view, and the list is narrower. */
  hasStickyHead?: boolean
  /** Paper shows the list, and not the chosen item. */
  printsList?: boolean
  /** Identifies the content of the reading pane: when it changes, the pane scrolls to its top. */
  detailKey?: string | undefined
  /**
   * The address of the list without a chosen item, and its name: a phone shows one pane at a time.
   */
  backLink: { to: string; label: string }
}

/** A list and its chosen item side by side; a phone shows one of the two. */
export function ListDetail({
  head,
  list,
  detail,
  emptyDetail,
  hasStickyHead,
  printsList,
  detailKey,
  backLink,
}: ListDetailProps) {
  const pane = useRef<HTMLElement>(null)
  const read = useRef<HTMLElement>(null)
  const reads = detail !== undefined
  // On a phone the reading pane replaces the list, so the window scrolls to its top.
  useEffectOn(`${reads} ${detailKey}`, () => {
    if (read.current) read.current.scrollTop = 0
    if (reads && isHidden(pane.current)) scrollTo(0, 0)
  })
  const navigateAtOnce = useNavigateAtOnce()
  const open = (row: HTMLAnchorElement) => {
    if (isHidden(read.current) || row.hasAttribute('aria-current')) return
    navigateAtOnce(row.pathname + row.search, { state: { keepsFocus: true } })
  }
  useRowKeys({ list: pane, open })
  const goBack = useFocusOnOpened({ list: pane, detail: read, isOpen: reads })
  return (
    <div
      className={`${styles.panes} ${hasStickyHead ? styles.stickyHead : ''} ${printsList ? styles.printsList : ''} ${reads ? styles.hasDetail : ''}`}
    >
      <section ref={pane} tabIndex={-1} className={styles.list}>
        <div className={styles.head}>{head}</div>
        {list}
      </section>
      <section ref={read} tabIndex={-1} data-reading-pane className={styles.detail}>
        {detail ? (
          <Link to={backLink.to} className={styles.back} onClick={goBack}>
            <BackIcon />
            {backLink.label}
          </Link>
        ) : null}
        {detail ?? emptyDetail}
      </section>
    </div>
  )
}

/** The state of a navigation that has opened an item. */
interface Opening {
  /** The list opened the item by itself; the owner did not choose it. */
  isOpenedByList?: true
  /** A key that moves from row to row opened it, so the focus stays in the list. */
  keepsFocus?: true
}

/** Opens the first item where both panes fit, so that the second is not empty. */
export function useOpenFirst(path: string | undefined): void {
  const navigate = useNavigate()
  // Before another item can be pressed, which this would otherwise replace.
  useLayoutEffect(() => {
    if (
      path === undefined ||
      !matchMedia('(min-width: 45.0625rem) and (min-height: 30.0625rem)').matches
    )
      return
    const state: Opening = { isOpenedByList: true }
    void navigate(path, { replace: true, preventScrollReset: true, state })
  }, [path, navigate])
}

export function useIsOpenedByList(): boolean {
  return (useLocation().state as Opening | null)?.isOpenedByList === true
}

/** The heading of what the reading pane shows. It takes the focus if it is loaded after the pane was opened. */
export function useDetailHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const pane = heading.current?.closest(READING_PANE)
    if (pane && pane === document.activeElement) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

interface Panes {
  list: RefObject<HTMLElement | null>
  detail: RefObject<HTMLElement | null>
  isOpen: boolean
}

/**
 * Moves the focus to what is opened, and back to its row when it is left. Returns the press on the link that leads
 * back. In an effect after the layout, in which each new page gives the focus to its `main`.
 */
function useFocusOnOpened({ list, detail, isOpen }: Panes): () => void {
  const { pathname, state } = useLocation()
  const arrived = useNavigationType()
  const before = useRef({ pathname, isOpen: false })
  const isGoingBack = useRef(false)
  useEffectOn(pathname, () => {
    const { pathname: from, isOpen: wasOpen } = before.current
    const isBack = isGoingBack.current || (arrived === 'POP' && from !== pathname)
    before.current = { pathname, isOpen }
    isGoingBack.current = false
    if (isBack && wasOpen && focusRow(list.current, from, pathname)) return
    if (!isBack && (state as Opening | null)?.keepsFocus && focusRow(list.current, pathname)) return
    if (isOpen && (isBack || arrived === 'PUSH')) focusDetail(detail.current)
    else if (isBack && document.activeElement === document.body) list.current?.focus()
  })
  return () => {
    isGoingBack.current = true
  }
}

/** Focuses the link that had opened the page `from`, unless it is hidden or of the page that is shown. */
function focusRow(list: HTMLElement | null, from: string, shown = ''): boolean {
  if (!list || isHidden(list)) return false
  const isOf = (row: HTMLAnchorElement, page: string) => `${page}/`.startsWith(`${row.pathname}/`)
  const row = [...list.querySelectorAll('a')]
    .filter((link) => isOf(link, from) && !isOf(link, shown))
    .at(-1)
  row?.focus()
  return row !== undefined
}

export function focusDetail(detail: HTMLElement | null): void {
  if (!detail || (detail !== document.activeElement && detail.contains(document.activeElement)))
    return
  const heading = detail.querySelector<HTMLElement>('h2[tabindex="-1"]')
  ;(heading ?? detail).focus({ preventScroll: true })
}

function isHidden(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).display === 'none'
}
