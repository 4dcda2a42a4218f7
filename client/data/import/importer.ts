import type { ExportedClient } from '#shared/clients/client-export.ts'
import { type CellText, type ImportedRow, isUniqueId } from '#shared/clients/import/imported-row.ts'
import { type ImportOutcome, type ImportReport, importOutcomes } from '#shared/clients/imports.ts'
import { type ImportFile, readImportFile } from './import-file.ts'
import { PersonIndex, type PersonMatch } from './person-index.ts'
import type {
  DuplicateChoice,
  Encoding,
  ImportChoices,
  ImportItem,
  ImportMapping,
  ImportPlan,
  ImportProgress,
  ImportSample,
  ImportView,
  ImportWriteResult,
  LimitedList,
} from './types.ts'

/** Rows read at a time; few enough for a search between two batches to be answered at once. */
const BATCH = 500
/** Maximum number of duplicates, problems and cells listed in a plan. */
const MAX_LISTED = 200
const SAMPLES = 5
/** Maximum characters of a value in the plan. The full value is in the client's notes or in the file. */
const MAX_VALUE_LENGTH = 200

/** What became of the rows. */
type ImportCounts = Pick<ImportReport, 'counts' | 'unreadable' | 'differing'>

export interface ImportStore {
  /** All clients on this device, in batches. */
  iterateClients(): AsyncIterable<readonly ExportedClient[]>
  /** Clients whose deletion can still be undone on this device. */
  listDeletedClients(): Promise<readonly ExportedClient[]>
}

/** What to write for an open file, and what became of its rows once that is written. */
export interface PreparedImport {
  items: ImportItem[]
  toCounts: (written: readonly ImportWriteResult[]) => ImportCounts
}

interface PlannedRow {
  index: number
  /** Id that the row gets as a new client. */
  id: string
  /** The client whom the row resembles. */
  match?: PersonMatch
  /** Whether the id in the file is another program's, so that it goes to the notes. */
  isIdText: boolean
  /** Why the row needs no write. */
  ignoredAs?: 'known' | 'empty' | 'refused'
}

/** Reads a file of clients in two steps: `preview` plans, `prepare` applies the owner's choices. */
export class Importer {
  private readonly store: ImportStore
  private readonly now: () => string
  private file: ImportFile | undefined
  private mapping: ImportMapping = { targets: {}, dateOrders: {} }
  /** Every row of the file, in order. */
  private plannedRows: PlannedRow[] = []
  private currentProgress: ImportProgress = { done: 0, total: 0 }

  /** `now` returns an ISO 8601 instant. */
  constructor(store: ImportStore, now: () => string) {
    this.store = store
    this.now = now
  }

  /** `encoding`: the owner's choice for a file that is not plainly Unicode. */
  async open(bytes: Uint8Array, name: string, encoding?: Encoding): Promise<ImportView> {
    this.close()
    this.file = await readImportFile(bytes, name, { encoding, pause: letOthersRun })
    return this.file.view
  }

  getProgress(): ImportProgress {
    return this.currentProgress
  }

  /** Plans the import of each row; writes nothing. Throws if no file is open. */
  async preview(mapping: ImportMapping): Promise<ImportPlan> {
    const { file } = this
    if (!file) throw new Error('No import file is open. Open one first.')
    const people = await this.indexClients()
    const plan = emptyPlan(file.view.rows)
    const planned: PlannedRow[] = []
    for (let at = 0; at < file.view.rows; at++) {
      if (at % BATCH === 0) await this.reportProgress(at, file.view.rows)
      planned.push(planRow({ file, people, plan, mapping, now: this.now() }, at))
    }
    this.mapping = mapping
    this.plannedRows = planned
    return plan
  }

  /** Throws if nothing was planned. */
  async prepare(choices: ImportChoices): Promise<PreparedImport> {
    const { file, plannedRows } = this
    if (!file || plannedRows.length === 0)
      throw new Error('No import is planned. Open a file and plan it first.')
    const run = new ImportRun(file, this.mapping, choices)
    const steps: Step[] = []
    for (const [i, row] of plannedRows.entries()) {
      if (i % BATCH === 0) await this.reportProgress(i, plannedRows.length)
      steps.push(run.planStep(row, this.now()))
    }
    await this.reportProgress(plannedRows.length, plannedRows.length)
    const items = steps.flatMap(({ item }) => item ?? [])
    return { items, toCounts: (written) => countRows(steps, written) }
  }

  close(): void {
    this.file = undefined
    this.plannedRows = []
  }

  private async indexClients(): Promise<PersonIndex> {
    const people = new PersonIndex()
    for await (const clients of this.store.iterateClients())
      for (const { id, ...client } of clients)
        people.add(client, { id, name: String(client.name ?? ''), row: undefined })
    for (const { id, ...client } of await this.store.listDeletedClients())
      people.addDeleted(client, id)
    return people
  }

  private async reportProgress(done: number, total: number): Promise<void> {
    this.currentProgress = { done, total }
    await letOthersRun()
  }
}

/** Lets other tasks of the worker run, such as a search. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** What is planned for a row: an item to write, or the outcome without one. */
interface Step {
  item?: ImportItem
  outcome?: ImportOutcome
  match?: PersonMatch | undefined
  isUnreadable?: boolean
}

/** Turns planned rows into steps, with the owner's choices applied. */
class ImportRun {
  private readonly file: ImportFile
  private readonly mapping: ImportMapping
  private readonly choices: ImportChoices
  /**
   * By the id of each planned row, the client that it was added as or merged into; rows that were
   * skipped are absent.
   */
  private readonly clientIds = new Map<string, string>()
  private readonly ownIds = new Set<string>()

  constructor(file: ImportFile, mapping: ImportMapping, choices: ImportChoices) {
    this.file = file
    this.mapping = mapping
    this.choices = choices
  }

  planStep(planned: PlannedRow, now: string): Step {
    const { index, id, match, ignoredAs, isIdText } = planned
    const row = this.file.getRowNumber(index)
    const mapping = { ...this.mapping, isIdText }
    if (ignoredAs) return { outcome: ignoredAs }
    const { set, unreadable } = this.file.parseRow(index, mapping, now)
    const isUnreadable = unreadable.length > 0
    this.ownIds.add(id)
    const choice = match ? this.getChoice(row, match) : 'import'
    if (choice === 'skip') return { outcome: 'skipped', isUnreadable }
    const other = match && choice === 'fill' ? this.getTargetClient(match.person.id) : undefined
    const client = other ?? id
    this.clientIds.set(id, client)
    const mode = other === undefined ? 'add' : getItemMode(match, this.file)
    return { item: { id: client, mode, set }, match, isUnreadable }
  }

  private getChoice(row: number, match: PersonMatch): DuplicateChoice {
    return this.choices.rows[row] ?? this.choices[getMatchKind(match)]
  }

  /** The client to fill; undefined if the row that this one resembles was skipped. */
  private getTargetClient(id: string): string | undefined {
    return this.ownIds.has(id) ? this.clientIds.get(id) : id
  }
}

/** How a row matches: a client in the book, or a client of an earlier row; for certain, or possibly. */
function getMatchKind({ isCertain, person }: PersonMatch): 'same' | 'joined' | 'similar' {
  if (!isCertain) return 'similar'
  return person.row === undefined ? 'same' : 'joined'
}

/**
 * Values of our own export are older versions of the same fields: fill empty ones only. Other rows,
 * such as a newer card of another address book with the same id, add to lists and notes.
 */
function getItemMode(match: PersonMatch | undefined, file: ImportFile): 'fill' | 'complete' {
  const isOlder =
    file.view.isOwnExport && match?.likeness === 'id' && match.person.row === undefined
  return isOlder ? 'fill' : 'complete'
}

function countRows(steps: readonly Step[], written: readonly ImportWriteResult[]): ImportCounts {
  const counts = Object.fromEntries(importOutcomes.map((one) => [one, 0])) as ImportReport['counts']
  const results = [...written].reverse()
  for (const step of steps) counts[step.outcome ?? toOutcome(step, results.pop())]++
  return {
    counts,
    unreadable: steps.filter(({ isUnreadable }) => isUnreadable).length,
    differing: written.filter(({ isDiffering }) => isDiffering).length,
  }
}

function toOutcome({ match }: Step, written: ImportWriteResult | undefined): ImportOutcome {
  if (written?.action === 'added') return match ? 'similar' : 'added'
  if (written?.action !== 'completed') return 'unchanged'
  return match?.person.row === undefined ? 'completed' : 'joined'
}

function shortenCell({ column, value, ...rest }: CellText): CellText {
  const text = value.replaceAll(/\s+/g, ' ')
  return {
    ...rest,
    column,
    value: text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text,
  }
}

interface PlanContext {
  file: ImportFile
  people: PersonIndex
  plan: ImportPlan
  mapping: ImportMapping
  now: string
}

/** Classifies a row and counts it in the plan. */
function planRow(context: PlanContext, at: number): PlannedRow {
  const { file, people, plan, mapping, now } = context
  const first = file.parseRow(at, mapping, now)
  const ignored = findIgnored(context, at, first)
  if (ignored) return ignored
  const fileId = first.id
  const match = people.find(fileId, first.set)
  const id = chooseId(context, at, first)
  const isIdText = fileId !== undefined && fileId !== id && fileId !== match?.person.id
  const { set, unreadable } = isIdText ? file.parseRow(at, { ...mapping, isIdText }, now) : first
  const row = file.getRowNumber(at)
  const name = String(set.name)
  for (const cell of unreadable) addToList(plan.unreadable, { ...shortenCell(cell), row })
  plan.destroyed += unreadable.filter(({ isDestroyed }) => isDestroyed).length
  people.add(set, match?.isCertain ? match.person : { id, name, row }, fileId)
  if (!match) {
    plan.newClients++
    return { index: at, id, isIdText }
  }
  const { likeness, person } = match
  const email = typeof set.email === 'string' ? set.email : ''
  addToList(plan[getMatchKind(match)], {
    row,
    name,
    email,
    likeness,
    person,
  })
  return { index: at, id, match, isIdText }
}

/** The row as one that needs no write; undefined if it has a client. */
function findIgnored(
  { file, people, plan }: PlanContext,
  at: number,
  { set, problem }: ImportedRow,
): PlannedRow | undefined {
  const row = file.getRowNumber(at)
  const id = file.getRowId(at)
  if (file.isRowEmpty(at) || (problem === undefined && Object.keys(set).length === 0)) {
    plan.empty++
    return { index: at, id, isIdText: false, ignoredAs: 'empty' }
  }
  if (problem !== undefined) {
    addToList(plan.problems, { row, text: file.getRowText(at), reason: problem })
    return { index: at, id, isIdText: false, ignoredAs: 'refused' }
  }
  if (plan.samples.length < SAMPLES) plan.samples.push(toSample(row, set))
  if (!people.has(id)) return undefined
  plan.importedBefore++
  return { index: at, id, isIdText: false, ignoredAs: 'known' }
}

/**
 * The id of the row as a new client. The id in the file counts if it restores a deleted client, or
 * if it is ours or a UUID and no other client has it.
 */
function chooseId({ file, people }: PlanContext, at: number, { id, set }: ImportedRow): string {
  if (id === undefined) return file.getRowId(at)
  if (people.isDeleted(id, set)) return id
  const isFree = file.hasOwnIds || isUniqueId(id)
  return isFree && !people.isTaken(id) ? id : file.getRowId(at)
}

function addToList<T>(listed: LimitedList<T>, item: T): void {
  listed.count++
  if (listed.first.length < MAX_LISTED) listed.first.push(item)
}

function toSample(row: number, set: ImportedRow['set']): ImportSample {
  const { name, location, email, phone, notes } = set
  const asText = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    row,
    name: asText(name),
    location: asText(location),
    email: asText(email),
    phone: asText(phone),
    notes: asText(notes).slice(0, 200),
  }
}

function emptyPlan(rows: number): ImportPlan {
  const none = () => ({ count: 0, first: [] })
  const [same, joined, similar, problems, unread] = [none(), none(), none(), none(), none()]
  return {
    rows,
    newClients: 0,
    importedBefore: 0,
    empty: 0,
    same,
    joined,
    similar,
    problems,
    unreadable: unread,
    destroyed: 0,
    samples: [],
  }
}
