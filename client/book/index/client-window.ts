import type { ClientLine, ClientPage, ClientQuery } from '#client/book/store/types.ts'

/** Number of lines loaded before and after the visible ones. */
const MARGIN = 60
/** Once this many lines are loaded, the next answer discards all earlier lines. */
const MOST_LINES = 3000

interface ShownClients {
  /** The search text that these lines are the result of. */
  searched: string
  total: number
  all: number
  loading: boolean
  lines: ReadonlyMap<number, ClientLine>
}

type Ask = (query: ClientQuery, from: number, count: number) => Promise<ClientPage>

/**
 * The visible part of a long client list. Lines of the previous query stay until the next answer.
 */
export class ClientWindow {
  private readonly ask: Ask
  private readonly listeners = new Set<() => void>()
  private shown: ShownClients = {
    searched: '',
    total: 0,
    all: 0,
    loading: true,
    lines: new Map(),
  }
  private shownFor: { query: ClientQuery; version: number } | undefined
  private query: ClientQuery | undefined
  private from = 0
  private to = MARGIN
  private due = false
  private asking = false

  constructor(ask: Ask) {
    this.ask = ask
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  readonly snapshot = (): ShownClients => this.shown

  /** Loads another query, or the same one again after the book has changed. */
  show(query: ClientQuery): void {
    const same = this.query?.text === query.text && this.query.sort === query.sort
    if (!same) {
      this.query = query
      this.from = 0
      this.to = MARGIN
    }
    this.due = true
    void this.next()
  }

  /** Sets the visible lines, from `from` up to but not including `to`. */
  want(from: number, to: number): void {
    this.from = Math.max(0, from - MARGIN)
    this.to = to + MARGIN
    const { lines, total } = this.shown
    const end = Math.min(to, total)
    for (let i = Math.max(0, from); i < end; i++)
      if (!lines.has(i)) {
        this.due = true
        break
      }
    void this.next()
  }

  /** Runs one query at a time; a request made meanwhile follows at once. */
  private async next(): Promise<void> {
    if (this.asking || !this.due || !this.query) return
    const { query, from, to } = this
    this.asking = true
    this.due = false
    const page = await this.ask(query, from, to - from).catch(() => undefined)
    this.asking = false
    if (page && query === this.query) this.take(query, from, page)
    void this.next()
  }

  private take(query: ClientQuery, from: number, page: ClientPage): void {
    const { version, total, all, loading } = page
    const before = this.shownFor
    const goesOn = before?.query === query && before.version === version
    const lines = new Map(goesOn && this.shown.lines.size < MOST_LINES ? this.shown.lines : [])
    for (const [i, line] of page.lines.entries())
      lines.set(from + i, sameOr(this.shown.lines.get(from + i), line))
    this.shown = { searched: query.text, total, all, loading, lines }
    this.shownFor = { query, version }
    for (const changed of this.listeners) changed()
  }
}

/** Keeps the object of an unchanged line, so that React does not render it again. */
function sameOr(before: ClientLine | undefined, next: ClientLine): ClientLine {
  return before && JSON.stringify(before) === JSON.stringify(next) ? before : next
}
