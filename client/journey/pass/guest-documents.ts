import type { DocumentState } from '#client/journey/state.ts'
import { listDocuments } from '#client/journey/state.ts'
import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import { withExclusiveLock } from '#client/outbox/other-tabs.ts'
import { listDocumentKeys } from '#shared/journeys/api.ts'
import type { JourneyDocument } from '#shared/journeys/journey-fields.ts'
import type { FetchOutcome } from './document-files.ts'
import type { OpenPass } from './pass.ts'
import type { SavedJourneys } from './saved-journeys.ts'
import type { StoredDocument } from './saved-pass.ts'

/** Web Lock held while documents are fetched, so that two tabs do not fetch them twice. */
const LOCK = 'journey-documents'

const noDocuments: DocumentState = { stored: new Map(), isFetching: false, failed: new Map() }

const failures: Record<Exclude<FetchOutcome, 'whole' | 'stopped'> | 'unreadable', string> = {
  gone: 'This paper is not here yet, or no longer part of the journey. Please try again later.',
  offline: 'There is no connection, and this paper is not on this device yet.',
  trouble: 'This paper could not be fetched just now. Please try again later.',
  unreadable: 'This paper did not arrive as it was sent, so it is not opened. Please try again.',
}

/** Stores the documents of the shown journey on this device, and opens them. */
export class GuestDocuments {
  state: DocumentState = noDocuments
  private isRunning = false
  /** Number of calls of `load`; only the latest one sets the state. */
  private loads = 0
  /** The documents that have received bytes since the last call of `load`, by id. */
  private readonly arrived = new Map<string, StoredDocument>()

  constructor(
    private readonly journeys: SavedJourneys,
    private readonly changed: () => void,
  ) {}

  /** Finds out which documents are on this device, and removes those that are no longer part of the journey. */
  async load({ pass, copy }: OpenPass): Promise<void> {
    const load = ++this.loads
    this.arrived.clear()
    const store = await this.journeys.open().catch(() => undefined)
    const all = (await store?.listDocuments(pass.id).catch(() => undefined)) ?? []
    const listed = new Set(listDocuments(copy).map(({ id }) => id))
    for (const { document } of all)
      if (!listed.has(document)) await store?.removeDocument(pass.id, document)
    const found = all.flatMap((one) =>
      listed.has(one.document) ? [[one.document, one] as const] : [],
    )
    if (load !== this.loads) return
    // These arrived during the lookup, so they are newer than what it found.
    const arrived = [...this.arrived].filter(([id]) => listed.has(id))
    this.set({ stored: new Map([...found, ...arrived]) })
  }

  /** Fetches missing documents one after the other. A later call continues an interrupted one. */
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
    const [{ storeDocument }, store] = await Promise.all([
      import('./document-files.ts'),
      this.journeys.open(),
    ])
    for (const document of listDocuments(copy)) {
      const onPart = (stored: StoredDocument) => this.note(stored)
      const outcome = await storeDocument({ store, pass: pass.id, document, onPart })
      if (outcome !== 'whole') this.set({ problem: outcome === 'offline' ? outcome : 'trouble' })
      if (outcome === 'offline' || outcome === 'stopped') return
    }
  }

  /** Opens a document from this device, or over the network if it is not stored here. */
  async open({ pass, copy }: OpenPass, document: JourneyDocument): Promise<void> {
    const tab = openTab(document)
    this.set({ opening: document.id, failed: without(this.state.failed, document.id) })
    const failure = await this.show({
      pass: pass.id,
      keys: listDocumentKeys(copy),
      document,
      tab,
    }).catch(() => 'trouble' as const)
    if (failure) tab?.close()
    const failed = new Map(this.state.failed)
    if (failure) failed.set(document.id, failures[failure])
    this.set({ opening: undefined, failed })
  }

  private async show({ pass, keys, document, tab }: Opening) {
    const { fetchDocument, decryptDocument, showDocument } = await import('./document-files.ts')
    const isHere = this.state.stored.get(document.id)?.isWhole === true
    const store = isHere ? await this.journeys.open() : undefined
    const bytes = store
      ? await store.readDocument(pass, document.id)
      : await fetchDocument(pass, document)
    if (bytes === 'stopped') return 'trouble'
    if (typeof bytes === 'string') return bytes
    const blob = await decryptDocument(keys, document, bytes)
    if (blob) return showDocument(blob, document, tab)
    // The stored document is damaged; without it, the next attempt fetches it again.
    await store?.removeDocument(pass, document.id)
    this.set({ stored: without(this.state.stored, document.id) })
    return 'unreadable'
  }

  private note(stored: StoredDocument): void {
    this.arrived.set(stored.document, stored)
    this.set({ stored: new Map(this.state.stored).set(stored.document, stored) })
  }

  private set(changes: { [Name in keyof DocumentState]?: DocumentState[Name] | undefined }): void {
    this.state = { ...this.state, ...changes } as DocumentState
    this.changed()
  }
}

interface Opening {
  pass: string
  keys: readonly string[]
  document: JourneyDocument
  tab: Window | null
}

/**
 * Opened with the press, because browsers allow no tab a few seconds later; null if the document is
 * saved as a file.
 */
function openTab({ type }: JourneyDocument): Window | null {
  const isShown = type !== 'application/pdf' || navigator.pdfViewerEnabled
  if (!isShown || matchMedia('(display-mode: standalone)').matches) return null
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
