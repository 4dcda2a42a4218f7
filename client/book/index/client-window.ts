import type { ClientLine, ClientPage, ClientQuery } from '#client/book/store/types.ts'

/** So many lines before and after those that are seen are at hand too. */
const MARGIN = 60
/** Lines far from what is seen are forgotten beyond this many. */
const MOST_LINES = 3000

interface ShownClients {
  /** The words that these were found by. */
  searched: string
  total: number
  all: number
  loading: boolean
  lines: ReadonlyMap<number, ClientLine>
}

type Ask = (query: ClientQuery, from: number, count: number) => Promise<ClientPage>

/** The part of a list that somebody looks at: what was shown stays until the next answer is there. */
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

  /** Another question, or the same one after the book has changed. */
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

  /** Lines `from` to before `to` are seen. */
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

  /** One question at a time; what came up meanwhile is asked for at once after it. */
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

/** What says the same is the same object, so that nobody draws it anew. */
function sameOr(before: ClientLine | undefined, next: ClientLine): ClientLine {
  return before && JSON.stringify(before) === JSON.stringify(next) ? before : next
}
