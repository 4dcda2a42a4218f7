import type { ItemView, JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import { joinEdits, layEdit, type Overlay } from '#client/data/store/overlay.ts'
import { emptyItem } from '#shared/journeys/journey-fields.ts'
import type { RecordData } from '#shared/sync/collections.ts'

/** Whether everything on the screen is stored on this device. */
export type SaveState = 'saved' | 'saving' | 'failed'

export interface SessionSnapshot {
  /** False until the local data has answered once. */
  isRead: boolean
  /** The stored journey with this page's edits on top; undefined if this device does not have it. */
  view: JourneyView | undefined
  saving: SaveState
}

interface Entry {
  edit: JourneyEdit
  /** `stored` entries are dropped once the local data's answer includes them. */
  stage: 'queued' | 'writing' | 'stored'
  /** The number of the write, from 1. */
  write: number
}

const INITIAL: SessionSnapshot = { isRead: false, view: undefined, saving: 'saved' }

/**
 * One journey while it is edited. An edit shows at once and is written in the background, one write at a
 * time. Edits during a write are joined, so that typing never waits. A failed write is kept, and repeated
 * with the next edit or by `retry`.
 */
export class JourneySession {
  private readonly write: (edits: JourneyEdit[]) => Promise<void>
  private stored: JourneyView | undefined
  /** `stored` with `entries` on top. */
  private view: JourneyView | undefined
  private entries: Entry[] = []
  private snapshot = INITIAL
  private isRead = false
  private hasFailed = false
  private writing: Promise<void> | undefined
  private writes = 0
  /** Items removed in this session, so that an undo shows them at once. */
  private readonly removed = new Map<string, ItemView>()
  private readonly listeners = new Set<() => void>()

  constructor(write: (edits: JourneyEdit[]) => Promise<void>) {
    this.write = write
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getSnapshot = (): SessionSnapshot => this.snapshot

  /** The number of completed writes, which later answers of the local data include. */
  get storedWrites(): number {
    return this.writes
  }

  /** Takes the local data's answer to a read that began after `writes` completed writes. */
  receive(view: JourneyView | undefined, writes: number): void {
    this.isRead = true
    this.stored = view && shareUnchanged(this.stored, view)
    this.entries = this.entries.filter(({ stage, write }) => stage !== 'stored' || write > writes)
    this.applyEntries()
    this.publish()
  }

  edit(edits: readonly JourneyEdit[]): void {
    for (const edit of edits) this.add(edit)
    this.applyEntries()
    this.publish()
    this.pump()
  }

  /** Repeats a failed write. */
  retry(): void {
    this.pump()
    this.publish()
  }

  /** Resolves when all edits so far are stored; to false if one failed. */
  async flush(): Promise<boolean> {
    while (this.writing) await this.writing
    return !this.hasFailed
  }

  private add(edit: JourneyEdit): void {
    if (edit.op === 'delete') this.rememberRemoved(edit.id)
    const last = this.entries.findLast(
      ({ edit: { id, coll } }) => id === edit.id && coll === edit.coll,
    )
    if (last?.stage === 'queued' && last.edit.op === 'set' && edit.op === 'set')
      last.edit = joinEdits(last.edit, edit)
    else this.entries.push({ edit, stage: 'queued', write: 0 })
  }

  private rememberRemoved(id: string): void {
    const found = this.view?.items.find(({ item }) => item.id === id)
    if (found) this.removed.set(id, found)
  }

  private pump(): void {
    if (this.writing) return
    const batch = this.entries.filter(({ stage }) => stage === 'queued')
    if (batch.length === 0) return
    for (const entry of batch) entry.stage = 'writing'
    this.hasFailed = false
    this.writing = this.write(batch.map(({ edit }) => edit)).then(
      () => this.end(batch, true),
      () => this.end(batch, false),
    )
  }

  private end(batch: readonly Entry[], isStored: boolean): void {
    this.writing = undefined
    this.hasFailed = !isStored
    if (isStored) this.writes += 1
    for (const entry of batch) {
      entry.stage = isStored ? 'stored' : 'queued'
      entry.write = this.writes
    }
    if (isStored) this.pump()
    this.publish()
  }

  private applyEntries(): void {
    const edits = this.entries.map(({ edit }) => edit)
    this.view = this.stored && applyEdits(this.stored, edits, this.removed)
  }

  private publish(): void {
    this.snapshot = { isRead: this.isRead, view: this.view, saving: this.saveState }
    for (const listener of this.listeners) listener()
  }

  private get saveState(): SaveState {
    if (this.hasFailed) return 'failed'
    return this.entries.some(({ stage }) => stage !== 'stored') ? 'saving' : 'saved'
  }
}

/** A journey with edits on top. `removed`: items that an edit may restore. */
function applyEdits(
  view: JourneyView,
  edits: readonly JourneyEdit[],
  removed: ReadonlyMap<string, ItemView>,
): JourneyView {
  if (edits.length === 0) return view
  const overlays = layEdits(edits)
  const items = new Map(view.items.map((one) => [one.item.id, one]))
  for (const [id, { set, deleted }] of overlays) {
    const isEdited = Object.keys(set).length > 0
    const before = items.get(id) ?? removed.get(id) ?? (isEdited && createItemView(id))
    if (deleted || id === view.id || !before) items.delete(id)
    else items.set(id, isEdited ? withFields(before, set) : before)
  }
  const journey = { ...view.journey, ...overlays.get(view.id)?.set }
  return { ...view, journey, items: [...items.values()] }
}

/** By id of the journey or item. */
function layEdits(edits: readonly JourneyEdit[]): Map<string, Overlay> {
  const overlays = new Map<string, Overlay>()
  for (const edit of edits)
    if (edit.coll === 'journey' || edit.coll === 'journey-item')
      overlays.set(edit.id, layEdit(overlays.get(edit.id) ?? { set: {}, deleted: false }, edit))
  return overlays
}

function withFields(view: ItemView, set: RecordData): ItemView {
  return { ...view, item: { ...view.item, ...set }, isPending: true }
}

function createItemView(id: string): ItemView {
  return { item: { ...emptyItem, id }, rev: 0, isPending: true, conflicts: [], updatedAt: 0 }
}

/**
 * Reuses the old objects where nothing has changed, so that React renders only what has.
 */
function shareUnchanged(before: JourneyView | undefined, after: JourneyView): JourneyView {
  if (!before) return after
  const known = new Map(before.items.map((one) => [one.item.id, one]))
  const { pass } = before
  const isSamePass =
    pass && after.pass && isSame({ ...pass, ...NO_COPIES }, { ...after.pass, ...NO_COPIES })
  return {
    ...after,
    journey: isSame(before.journey, after.journey) ? before.journey : after.journey,
    items: after.items.map((one) => {
      const old = known.get(one.item.id)
      return old && isSame(old, one) ? old : one
    }),
    pass: isSamePass ? pass : after.pass,
  }
}

/** The decrypted copies need no comparison: they change only with `data`. */
const NO_COPIES = { copy: undefined, sentCopy: undefined }

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
