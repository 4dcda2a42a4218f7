import type { Papers } from '#client/journey/view/state.ts'
import { listDocuments } from '#client/journey/view/view-text.ts'
import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import { withExclusiveLock } from '#client/outbox/other-tabs.ts'
import type { JourneyDocument } from '#shared/journeys/journey-fields.ts'
import type { Keeper } from './keeper.ts'
import type { FetchOutcome } from './papers.ts'
import type { OpenPass } from './pass.ts'
import type { StoredPaper } from './saved-pass.ts'

/** Web Lock while documents are fetched, so that two tabs do not fetch each twice. */
const LOCK = 'journey-papers'

const noPapers: Papers = { stored: new Map(), isFetching: false, failed: new Map() }

const failures: Record<Exclude<FetchOutcome, 'whole' | 'stopped'> | 'unreadable', string> = {
  gone: 'This paper is not here yet, or no longer part of the journey. Please try again later.',
  offline: 'There is no connection, and this paper is not on this device yet.',
  trouble: 'This paper could not be fetched just now. Please try again later.',
  unreadable: 'This paper did not arrive as it was sent, so it is not opened. Please try again.',
}

/** The documents of the journey that is shown: kept on this device, and opened. */
export class PaperKeeper {
  papers: Papers = noPapers
  private isRunning = false

  constructor(
    private readonly keeper: Keeper,
    private readonly changed: () => void,
  ) {}

  /** Reads what is on this device; removes documents that are no longer part of the journey. */
  async load({ pass, copy }: OpenPass): Promise<void> {
    const store = await this.keeper.open().catch(() => undefined)
    const all = (await store?.listPapers(pass.id).catch(() => undefined)) ?? []
    const listed = new Set(listDocuments(copy).map(({ id }) => id))
    for (const { document } of all)
      if (!listed.has(document)) await store?.removePaper(pass.id, document)
    this.set({
      stored: new Map(
        all.filter((one) => listed.has(one.document)).map((one) => [one.document, one]),
      ),
    })
  }

  /** Fetches what is missing, one document after the other; a later call continues. */
  async keepAll(open: OpenPass): Promise<void> {
    if (this.isRunning) return
    this.isRunning = true
    this.set({ isFetching: true, problem: undefined })
    try {
      await withExclusiveLock(LOCK, { locks: navigator.locks }, () => this.fetchMissing(open))
    } catch (error) {
      this.set({ problem: isQuotaExceeded(error) ? 'full' : 'trouble' })
    } finally {
      this.isRunning = false
      this.set({ isFetching: false })
    }
  }

  private async fetchMissing({ pass, copy }: OpenPass): Promise<void> {
    const [{ keepPaper }, store] = await Promise.all([import('./papers.ts'), this.keeper.open()])
    for (const document of listDocuments(copy)) {
      const onPart = (paper: StoredPaper) => this.note(paper)
      const outcome = await keepPaper({ store, pass: pass.id, document, onPart })
      if (outcome === 'stopped') return
      if (outcome === 'offline' || outcome === 'trouble') this.set({ problem: outcome })
      if (outcome === 'offline') return
    }
  }

  /** Opens a document: from this device, or over the network if it is not here. */
  async open({ pass, copy }: OpenPass, document: JourneyDocument): Promise<void> {
    this.set({ opening: document.id, failed: without(this.papers.failed, document.id) })
    const failure = await this.show(pass.id, copy.documentKey, document).catch(
      () => 'trouble' as const,
    )
    const failed = new Map(this.papers.failed)
    if (failure) failed.set(document.id, failures[failure])
    this.set({ opening: undefined, failed })
  }

  private async show(pass: string, key: string, document: JourneyDocument) {
    const { fetchPaper, decryptPaper, showPaper } = await import('./papers.ts')
    const isHere = this.papers.stored.get(document.id)?.isWhole === true
    const store = isHere ? await this.keeper.open() : undefined
    const bytes = store
      ? await store.readPaper(pass, document.id)
      : await fetchPaper(pass, document)
    if (bytes === 'stopped') return 'trouble'
    if (typeof bytes === 'string') return bytes
    const blob = await decryptPaper(key, document, bytes)
    if (blob) return showPaper(blob, document)
    // Not kept as it was sent: it is fetched again.
    await store?.removePaper(pass, document.id)
    this.set({ stored: without(this.papers.stored, document.id) })
    return 'unreadable'
  }

  private note(paper: StoredPaper): void {
    this.set({ stored: new Map(this.papers.stored).set(paper.document, paper) })
  }

  private set(changes: { [Name in keyof Papers]?: Papers[Name] | undefined }): void {
    this.papers = { ...this.papers, ...changes } as Papers
    this.changed()
  }
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
