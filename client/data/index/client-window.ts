import type { ClientListItem, ClientListPage, ClientQuery } from '#client/data/store/types.ts'

/** Number of lines loaded before and after the visible ones. */
const MARGIN = 60
/** Once this many lines are loaded, the next answer discards all earlier lines. */
const MAX_ITEMS = 3000

interface ClientWindowState {
  /** The search text that these lines are the result of. */
  searchedText: string
  matchCount: number
  clientCount: number
  loading: boolean
  items: ReadonlyMap<number, ClientListItem>
}

type FetchPage = (query: ClientQuery, from: number, count: number) => Promise<ClientListPage>

/**
 * The visible part of a long client list. Lines of the previous query stay until the next answer.
 */
export class ClientWindow {
  private readonly fetchPage: FetchPage
  private readonly listeners = new Set<() => void>()
  private state: ClientWindowState = {
    searchedText: '',
    matchCount: 0,
    clientCount: 0,
    loading: true,
    items: new Map(),
  }
  private stateSource: { query: ClientQuery; version: number } | undefined
  private query: ClientQuery | undefined
  private from = 0
  private to = MARGIN
  private needsFetch = false
  private isFetching = false

  constructor(fetchPage: FetchPage) {
    this.fetchPage = fetchPage
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  readonly getSnapshot = (): ClientWindowState => this.state

  /** Loads another query, or the same one again after the local data has changed. */
  setQuery(query: ClientQuery): void {
    const same = this.query?.text === query.text && this.query.sort === query.sort
    if (!same) {
      this.query = query
      this.from = 0
      this.to = MARGIN
    }
    this.needsFetch = true
    void this.fetchNext()
  }

  /** Sets the visible lines, from `from` up to but not including `to`. */
  setVisibleRange(from: number, to: number): void {
    this.from = Math.max(0, from - MARGIN)
    this.to = to + MARGIN
    const { items, matchCount } = this.state
    const end = Math.min(to, matchCount)
    for (let i = Math.max(0, from); i < end; i++)
      if (!items.has(i)) {
        this.needsFetch = true
        break
      }
    void this.fetchNext()
  }

  /** Runs one query at a time; a request made meanwhile follows at once. */
  private async fetchNext(): Promise<void> {
    if (this.isFetching || !this.needsFetch || !this.query) return
    const { query, from, to } = this
    this.isFetching = true
    this.needsFetch = false
    const page = await this.fetchPage(query, from, to - from).catch(() => undefined)
    this.isFetching = false
    if (page && query === this.query) this.applyPage(query, from, page)
    void this.fetchNext()
  }

  private applyPage(query: ClientQuery, from: number, page: ClientListPage): void {
    const { version, matchCount, clientCount, loading } = page
    const before = this.stateSource
    const goesOn = before?.query === query && before.version === version
    const lines = new Map(goesOn && this.state.items.size < MAX_ITEMS ? this.state.items : [])
    for (const [i, line] of page.items.entries())
      lines.set(from + i, reuseIfEqual(this.state.items.get(from + i), line))
    this.state = {
      searchedText: query.text,
      matchCount,
      clientCount,
      loading,
      items: lines,
    }
    this.stateSource = { query, version }
    for (const changed of this.listeners) changed()
  }
}

/** Keeps the object of an unchanged line, so that React does not render it again. */
function reuseIfEqual(before: ClientListItem | undefined, next: ClientListItem): ClientListItem {
  return before && JSON.stringify(before) === JSON.stringify(next) ? before : next
}
