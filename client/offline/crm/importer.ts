import type { ExportedClient } from '../../../shared/crm/export.ts'
import type { ImportedRow } from '../../../shared/crm/import.ts'
import { type ImportFile, readImportFile } from './import-file.ts'
import { KnownPeople } from './import-people.ts'
import type {
  DuplicateChoice,
  ImportChoices,
  ImportCount,
  ImportDone,
  ImportDuplicate,
  ImportItem,
  ImportPlan,
  ImportProgress,
  ImportReading,
  ImportSample,
  ImportView,
} from './import-types.ts'

/** So few rows at a time that a search in between is answered at once. */
const BATCH = 500
/** Of duplicates and of problems. */
const MOST_LISTED = 200
const SAMPLES = 5

export interface ImportStore {
  /** Every client that this device shows, in batches. */
  everyone(): AsyncIterable<readonly ExportedClient[]>
  /** On the disk when it resolves; a client that is there already is not added again. */
  write(items: readonly ImportItem[]): Promise<ImportCount>
}

interface PlannedRow {
  at: number
  id: string
  /** What the file itself calls it by is somebody's already. */
  ownId: string
  duplicateOf: string | undefined
}

/** Reads a file of clients into the book: shown first, then done. */
export class Importer {
  private readonly store: ImportStore
  private file: ImportFile | undefined
  private reading: ImportReading = { targets: {}, nameFromEmail: false }
  private planned: PlannedRow[] = []
  private plan: ImportPlan | undefined
  private done: ImportProgress = { done: 0, of: 0 }

  constructor(store: ImportStore) {
    this.store = store
  }

  open(bytes: Uint8Array, name: string): ImportView {
    this.file = readImportFile(bytes, name)
    return this.file.view
  }

  progress(): ImportProgress {
    return this.done
  }

  /** What would become of each row; nothing is written. */
  async look(reading: ImportReading): Promise<ImportPlan> {
    const { file } = this
    if (!file) throw new Error('No file is open.')
    const people = await this.peopleOfBook()
    const plan = emptyPlan(file.view.rows)
    const planned: PlannedRow[] = []
    for (let at = 0; at < file.view.rows; at++) {
      if (at % BATCH === 0) await this.breathe(at, file.view.rows)
      const row = planRow({ file, people, plan }, at, file.row(at, reading))
      if (row) planned.push(row)
    }
    Object.assign(this, { reading, planned, plan })
    return plan
  }

  async run(choices: ImportChoices): Promise<ImportDone> {
    const { file, plan, planned } = this
    if (!file || !plan) throw new Error('No file is open.')
    const counts = { added: 0, filled: 0 }
    for (let from = 0; from < planned.length; from += BATCH) {
      await this.breathe(from, planned.length)
      const items = planned
        .slice(from, from + BATCH)
        .flatMap((row) => this.item(file, row, choices) ?? [])
      const { added, filled } = await this.store.write(items)
      counts.added += added
      counts.filled += filled
    }
    await this.breathe(planned.length, planned.length)
    const skipped = planned.length - counts.added - counts.filled
    return { ...counts, skipped, known: plan.known, problems: plan.problemCount }
  }

  close(): void {
    Object.assign(this, { file: undefined, plan: undefined, planned: [] })
  }

  private item(file: ImportFile, row: PlannedRow, choices: ImportChoices): ImportItem | undefined {
    const { set } = file.row(row.at, this.reading)
    if (row.duplicateOf === undefined) return { id: row.id, mode: 'add', set }
    const choice: DuplicateChoice = choices.rows[file.number(row.at)] ?? choices.duplicates
    if (choice === 'skip') return undefined
    if (choice === 'fill') return { id: row.duplicateOf, mode: 'fill', set }
    return { id: row.ownId, mode: 'add', set }
  }

  private async peopleOfBook(): Promise<KnownPeople> {
    const people = new KnownPeople()
    for await (const clients of this.store.everyone())
      for (const { id, ...client } of clients)
        people.add(client, { id, name: String(client.name ?? ''), row: undefined })
    return people
  }

  private async breathe(done: number, of: number): Promise<void> {
    this.done = { done, of }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

interface Planning {
  file: ImportFile
  people: KnownPeople
  plan: ImportPlan
}

/** Notes in the plan what a row is; undefined where there is nothing to do about it. */
function planRow(
  { file, people, plan }: Planning,
  at: number,
  { id: given, set, problem }: ImportedRow,
): PlannedRow | undefined {
  const row = file.number(at)
  if (plan.samples.length < SAMPLES) plan.samples.push(sampleOf(row, set))
  if (problem !== undefined) {
    plan.problemCount++
    if (plan.problems.length < MOST_LISTED)
      plan.problems.push({ row, text: file.text(at), reason: problem })
    return undefined
  }
  const ownId = file.id(at)
  if (people.has(ownId)) {
    plan.known++
    return undefined
  }
  const name = String(set.name)
  const like = people.find(given, set)
  if (!like) {
    plan.fresh++
    people.add(set, { id: given ?? ownId, name, row })
    return { at, id: given ?? ownId, ownId, duplicateOf: undefined }
  }
  people.add(set, like.of)
  plan.duplicateCount++
  if (plan.duplicates.length < MOST_LISTED) plan.duplicates.push(listed({ row, name }, set, like))
  return { at, id: ownId, ownId, duplicateOf: like.of.id }
}

function listed(
  { row, name }: { row: number; name: string },
  set: ImportedRow['set'],
  { of, why }: NonNullable<ReturnType<KnownPeople['find']>>,
): ImportDuplicate {
  return { row, name, email: textOf(set.email), why, of: { name: of.name, row: of.row } }
}

function sampleOf(row: number, set: ImportedRow['set']): ImportSample {
  const { name, location, email, phone, notes } = set
  return {
    row,
    name: textOf(name),
    location: textOf(location),
    email: textOf(email),
    phone: textOf(phone),
    notes: textOf(notes).slice(0, 200),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function emptyPlan(rows: number): ImportPlan {
  return {
    rows,
    fresh: 0,
    known: 0,
    duplicateCount: 0,
    problemCount: 0,
    duplicates: [],
    problems: [],
    samples: [],
  }
}
