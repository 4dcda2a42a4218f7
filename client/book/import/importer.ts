import type { ExportedClient } from '#shared/clients/export.ts'
import { fieldName } from '#shared/clients/fields.ts'
import type { ImportedRow, NamedText } from '#shared/clients/import/import-row.ts'
import { type ImportFile, readImportFile } from './file.ts'
import { KnownPeople, type Match } from './people.ts'
import type {
  DuplicateChoice,
  ImportChoices,
  ImportItem,
  ImportLine,
  ImportPlan,
  ImportProgress,
  ImportReading,
  ImportSample,
  ImportView,
  ImportWritten,
  Listed,
} from './types.ts'

/** Rows per batch; small enough for a search between two batches to be answered at once. */
const BATCH = 500
/** Maximum number of duplicates, problems and cells listed in a plan. */
const MOST_LISTED = 200
const SAMPLES = 5
/**
 * Maximum characters of a value in the summary. The full value is in the client's notes or in the
 * file.
 */
const LONGEST_SHOWN = 200

/** Builds the summary lines of a batch from the results of its items. */
type MakeLines = (written: readonly ImportWritten[]) => ImportLine[]

export interface ImportStore {
  /** All clients on this device, in batches. */
  everyone(): AsyncIterable<readonly ExportedClient[]>
  /**
   * Stores items and their lines; both are on disk when it resolves. A client that already exists
   * is not added again.
   */
  write(items: readonly ImportItem[], lines: MakeLines): Promise<void>
}

interface PlannedRow {
  at: number
  /** Id that the row gets as a new client. */
  id: string
  /** The client whom the row resembles. */
  match?: Match
  /** Why the row needs no write. */
  passed?: 'known' | 'empty' | 'refused'
}

/** Imports a file of clients in two steps: `look` plans, `run` writes. */
export class Importer {
  private readonly store: ImportStore
  private readonly now: () => string
  private file: ImportFile | undefined
  private reading: ImportReading = { targets: {}, dateOrders: {} }
  /** Every row of the file, in order. */
  private planned: PlannedRow[] = []
  private done: ImportProgress = { done: 0, of: 0 }

  /** `now` returns an ISO 8601 instant. */
  constructor(store: ImportStore, now: () => string) {
    this.store = store
    this.now = now
  }

  open(bytes: Uint8Array, name: string): ImportView {
    this.file = readImportFile(bytes, name)
    return this.file.view
  }

  progress(): ImportProgress {
    return this.done
  }

  /** Plans the import of each row; writes nothing. Throws if no file is open. */
  async look(reading: ImportReading): Promise<ImportPlan> {
    const { file } = this
    if (!file) throw new Error('No file is open.')
    const people = await this.peopleOfBook()
    const plan = emptyPlan(file.view.rows)
    const planned: PlannedRow[] = []
    for (let at = 0; at < file.view.rows; at++) {
      if (at % BATCH === 0) await this.breathe(at, file.view.rows)
      planned.push(planRow({ file, people, plan }, at, file.row(at, reading, this.now())))
    }
    Object.assign(this, { reading, planned })
    return plan
  }

  /** Writes the plan in batches. Throws if nothing was planned. */
  async run(choices: ImportChoices): Promise<void> {
    const { file, planned } = this
    if (!file || planned.length === 0) throw new Error('No file is open.')
    const steps = new Steps(file, this.reading, choices)
    for (let from = 0; from < planned.length; from += BATCH) {
      await this.breathe(from, planned.length)
      const at = this.now()
      const batch = planned.slice(from, from + BATCH).map((row) => steps.step(row, at))
      const items = batch.flatMap(({ item }) => item ?? [])
      await this.store.write(items, (written) => linesOf(batch, written))
    }
    await this.breathe(planned.length, planned.length)
  }

  close(): void {
    Object.assign(this, { file: undefined, planned: [] })
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

interface Step {
  item?: ImportItem
  line: ImportLine
}

/** Turns planned rows into items and lines, with the owner's choices applied. */
class Steps {
  private readonly file: ImportFile
  private readonly reading: ImportReading
  private readonly choices: ImportChoices
  /**
   * By the id of each planned row, the client that it was added as or merged into; rows that were
   * skipped are absent.
   */
  private readonly clients = new Map<string, string>()
  private readonly ownIds = new Set<string>()

  constructor(file: ImportFile, reading: ImportReading, choices: ImportChoices) {
    this.file = file
    this.reading = reading
    this.choices = choices
  }

  step(planned: PlannedRow, now: string): Step {
    const { at, id, match, passed } = planned
    const row = this.file.number(at)
    const { set, unread, problem } = this.file.row(at, this.reading, now)
    if (passed) return { line: passedLine({ row, id, passed }, set, problem) }
    this.ownIds.add(id)
    const line: ImportLine = {
      row,
      name: String(set.name),
      outcome: 'added',
      ...(unread.length > 0 && { unread: unread.map(shortened) }),
      ...(match && { like: { why: match.why, of: match.of } }),
    }
    const choice = match ? this.choiceOf(row, match) : 'import'
    if (choice === 'skip') return { line: { ...line, outcome: 'skipped' } }
    const other = match && choice === 'fill' ? this.clientOf(match.of.id) : undefined
    const client = other ?? id
    this.clients.set(id, client)
    const mode = other === undefined ? 'add' : modeOf(match)
    return { item: { id: client, mode, set }, line: { ...line, id: client } }
  }

  private choiceOf(row: number, { sure }: Match): DuplicateChoice {
    return this.choices.rows[row] ?? (sure ? this.choices.same : this.choices.similar)
  }

  /** The client to fill; undefined if the row that this one resembles was skipped. */
  private clientOf(id: string): string | undefined {
    return this.ownIds.has(id) ? this.clients.get(id) : id
  }
}

/**
 * A match by id comes from our own export, so its values are older versions of the same fields:
 * fill empty ones only. Other files may add to lists and notes.
 */
function modeOf(match: Match | undefined): 'fill' | 'complete' {
  return match?.why === 'id' ? 'fill' : 'complete'
}

interface PassedRow {
  row: number
  id: string
  passed: NonNullable<PlannedRow['passed']>
}

function passedLine(
  { row, id, passed }: PassedRow,
  set: ImportedRow['set'],
  reason: string | undefined,
): ImportLine {
  if (passed === 'known') return { row, name: String(set.name ?? ''), outcome: passed, id }
  return { row, name: '', outcome: passed, ...(reason !== undefined && { reason }) }
}

function linesOf(batch: readonly Step[], written: readonly ImportWritten[]): ImportLine[] {
  const results = [...written]
  return batch.map(({ item, line }) => {
    const result = item && results.shift()
    return item && result ? lineOf(item, line, result) : line
  })
}

function lineOf({ set }: ImportItem, line: ImportLine, written: ImportWritten): ImportLine {
  if (written.did === 'added') return { ...line, outcome: line.like ? 'similar' : 'added', written }
  const left = written.left.map((field) =>
    shortened({ column: fieldName(field), value: textOf(set[field]) }),
  )
  const rest = { ...line, ...(left.length > 0 && { left }) }
  if (written.did === 'none') return { ...rest, outcome: 'unchanged' }
  const filled = Object.keys(written.fields.made).map(fieldName)
  return { ...rest, outcome: 'completed', filled, written }
}

function shortened({ column, value }: NamedText): NamedText {
  const text = value.replaceAll(/\s+/g, ' ')
  return { column, value: text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

interface Planning {
  file: ImportFile
  people: KnownPeople
  plan: ImportPlan
}

/** Classifies a row and counts it in the plan. */
function planRow(
  { file, people, plan }: Planning,
  at: number,
  { id: given, set, unread, problem }: ImportedRow,
): PlannedRow {
  const row = file.number(at)
  const ownId = file.id(at)
  if (file.isEmpty(at) || (problem === undefined && Object.keys(set).length === 0)) {
    plan.empty++
    return { at, id: ownId, passed: 'empty' }
  }
  if (plan.samples.length < SAMPLES) plan.samples.push(sampleOf(row, set))
  if (problem !== undefined) {
    list(plan.problems, { row, text: file.text(at), reason: problem })
    return { at, id: ownId, passed: 'refused' }
  }
  if (people.has(ownId)) {
    plan.known++
    return { at, id: ownId, passed: 'known' }
  }
  for (const cell of unread) list(plan.unread, { ...shortened(cell), row })
  const name = String(set.name)
  const match = people.find(given, set)
  const id = given !== undefined && !people.has(given) ? given : ownId
  people.add(set, match?.sure ? match.of : { id, name, row })
  if (!match) {
    plan.fresh++
    return { at, id }
  }
  const { why, of } = match
  const email = typeof set.email === 'string' ? set.email : ''
  list(match.sure ? plan.same : plan.similar, { row, name, email, why, of })
  return { at, id, match }
}

function list<T>(listed: Listed<T>, item: T): void {
  listed.count++
  if (listed.first.length < MOST_LISTED) listed.first.push(item)
}

function sampleOf(row: number, set: ImportedRow['set']): ImportSample {
  const { name, location, email, phone, notes } = set
  const shown = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    row,
    name: shown(name),
    location: shown(location),
    email: shown(email),
    phone: shown(phone),
    notes: shown(notes).slice(0, 200),
  }
}

function emptyPlan(rows: number): ImportPlan {
  const none = () => ({ count: 0, first: [] })
  const [same, similar, problems, unread] = [none(), none(), none(), none()]
  return { rows, fresh: 0, known: 0, empty: 0, same, similar, problems, unread, samples: [] }
}
