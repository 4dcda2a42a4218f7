import type { RecordEdit } from '#client/data/edits/types.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { StoredRecord } from '#client/data/store/schema.ts'
import type { ImportMark, ImportUndo } from '#shared/clients/imports.ts'
import type { DataOf, RecordData } from '#shared/sync/collections.ts'
import {
  cut,
  hashClient,
  hashValue,
  keepLatest,
  pickFields,
  readMarks,
  toImportRef,
} from './import-marks.ts'

interface UndoContext {
  id: string
  /** UTC milliseconds by the server's clock. */
  now: number
  /** Ids of the clients for whom something was made. */
  inUse: ReadonlySet<string>
}

interface ClientUndo {
  edit?: RecordEdit
  outcomes: (keyof ImportUndo)[]
}

const nothing: ImportUndo = { deleted: 0, restored: 0, changed: 0, shared: 0 }

/**
 * The edits that undo an import; what somebody has changed since stays, and what another import added too. `rows`: the
 * clients with its mark, and the import of each of their marks.
 */
export function planUndo(
  rows: readonly StoredRecord[],
  context: UndoContext,
): { edits: RecordEdit[]; undone: ImportUndo } {
  const isImport = ({ coll }: StoredRecord) => coll === 'import'
  const imports = new Map(rows.filter(isImport).map((row) => [row.id, row]))
  const plan = new UndoPlan(imports, context)
  const own = plan.readImport(context.id)
  if (own.undone) return { edits: [], undone: own.undone }
  const undone = { ...nothing }
  const edits = rows.flatMap((row) => {
    const { edit, outcomes } = isImport(row) ? { outcomes: [] } : plan.undoInClient(row)
    for (const outcome of outcomes) undone[outcome]++
    return edit ?? []
  })
  const set = { undone, salt: '' }
  const base = pickFields(own, set)
  return { edits: [...edits, { ...toImportRef(context.id), op: 'set', base, set }], undone }
}

class UndoPlan {
  constructor(
    private readonly imports: ReadonlyMap<string, StoredRecord>,
    private readonly context: UndoContext,
  ) {}

  readImport(id: string): DataOf<'import'> {
    const row = this.imports.get(id)
    return row ? getOptimistic(row).data : {}
  }

  undoInClient(row: StoredRecord): ClientUndo {
    const { id, now, inUse } = this.context
    const { data, deleted } = getOptimistic(row)
    const marks = readMarks(data)
    const mark = marks.find((one) => one.id === id)
    if (row.erased || deleted || !mark) return { outcomes: [] }
    const others = keepLatest(marks, now).filter((one) => one !== mark)
    const ref = { coll: 'client', id: row.id } as const
    if (mark.added === undefined) {
      const { set, outcomes } = this.takeOut(data, { mark, others })
      const isLeft = outcomes.every((outcome) => outcome === 'changed')
      const edit = { ...ref, op: 'set', base: pickFields(data, set), set } as const
      return isLeft ? { outcomes } : { edit, outcomes }
    }
    if (others.some((other) => this.isInForce(other))) {
      const [base, set] = [{ imports: marks }, { imports: others }]
      return { edit: { ...ref, op: 'set', base, set }, outcomes: ['shared'] }
    }
    const isSame =
      mark.added === hashClient(data, this.getSalt(mark) ?? '') && row.conflicts.length === 0
    return isSame && !inUse.has(row.id)
      ? { edit: { ...ref, op: 'delete' }, outcomes: ['deleted'] }
      : { outcomes: ['changed'] }
  }

  /**
   * Takes what an import added to a client out of those fields that have not been changed since, unless another import
   * added it too.
   */
  private takeOut(data: RecordData, { mark, others }: { mark: ImportMark; others: ImportMark[] }) {
    const set: RecordData = { imports: others }
    const outcomes = new Set<keyof ImportUndo>()
    for (const [field, { hash, kept }] of Object.entries(mark.completed ?? {})) {
      const value = typeof kept === 'string' ? data[kept] : cut(data[field], kept)
      const isRequired = field === 'name' && !value
      const isSame = hash === hashValue(data[field], this.getSalt(mark) ?? '')
      if (!isSame || isRequired) outcomes.add('changed')
      else if (others.some((other) => this.hasAdded(other, field, data[field])))
        outcomes.add('shared')
      else {
        outcomes.add('restored')
        set[field] = value
      }
    }
    return { set, outcomes: [...outcomes] }
  }

  private hasAdded(other: ImportMark, field: string, value: unknown): boolean {
    const completed = other.completed?.[field]
    if (!completed || !this.isInForce(other)) return false
    const salt = this.getSalt(other)
    // Its record may come later than the client.
    return salt === undefined || completed.hash === hashValue(value, salt)
  }

  /** Whether the import still counts: this device knows of no undo. */
  private isInForce({ id }: ImportMark): boolean {
    const row = this.imports.get(id)
    return !(row && getOptimistic(row).deleted) && !this.readImport(id).undone
  }

  private getSalt({ id }: ImportMark): string | undefined {
    return this.readImport(id).salt
  }
}
