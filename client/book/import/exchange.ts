import type { EditParts } from '#client/book/edits/edits.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { unpack } from '#client/book/store/pages.ts'
import { asShown } from '#client/book/store/row.ts'
import type { StoredImport } from '#client/book/store/schema.ts'
import type { OldClientsTaken } from '#client/book/store/types.ts'
import {
  clientsCsv,
  clientsJson,
  type ExportedClient,
  type ExportFormat,
  exportTypes,
} from '#shared/clients/export.ts'
import type { NamedText } from '#shared/clients/import/import-row.ts'
import { readOldClient } from '#shared/clients/import/old-clients.ts'
import { OLD_CLIENTS_KEY } from '#shared/clients/import/old-clients-key.ts'
import { clientsVcard } from '#shared/clients/import/vcard.ts'
import { csv } from '#shared/lib/csv.ts'
import { canonical } from '#shared/sync/values.ts'
import { contentId } from './content-id.ts'
import { Importer } from './importer.ts'
import { importLines, importRecord, importsIn, partKey } from './log.ts'
import {
  type ImportChoices,
  type ImportCounts,
  type ImportItem,
  type ImportLine,
  type ImportOutcome,
  type ImportProgress,
  type ImportReading,
  type ImportRecord,
  type ImportUndone,
  type ImportWritten,
  importOutcomes,
  type Likeness,
} from './types.ts'
import { undoImport } from './undo.ts'
import { writeImported } from './write.ts'

/** Import and export of clients as files, on this device. */
export class Exchange {
  readonly importer: Importer
  private readonly parts: EditParts
  private readonly changed: () => Promise<void>
  private name = ''
  /** The import that is running, and the number of its parts stored so far. */
  private running: { record: ImportRecord; parts: number } | undefined
  private undoing: ImportProgress | undefined

  constructor(parts: EditParts, changed: () => Promise<void>) {
    this.parts = parts
    this.changed = changed
    this.importer = new Importer(
      {
        everyone: () => everyone(parts.db),
        write: async (items, lines) => {
          await writeImported(parts, items, (written) => this.part(lines(written)))
        },
      },
      () => new Date(parts.clock()).toISOString(),
    )
  }

  open(bytes: Uint8Array, name: string) {
    this.name = name
    return this.importer.open(bytes, name)
  }

  look(reading: ImportReading) {
    return this.importer.look(reading)
  }

  /**
   * Imports the open file. Calls `changed` once at the end: after each batch it would take longer
   * than the import, because it reads all pending mutations.
   */
  async run(choices: ImportChoices): Promise<ImportRecord> {
    const { clock, newId } = this.parts
    const record = { id: newId(), at: clock(), name: this.name, counts: noCounts(), unread: 0 }
    const running = { record, parts: 0 }
    this.running = running
    try {
      await this.importer.run(choices)
      return running.record
    } finally {
      await this.changed()
    }
  }

  progress(): ImportProgress {
    return this.undoing ?? this.importer.progress()
  }

  /** The imports that can still be undone, newest first. */
  imports(): Promise<ImportRecord[]> {
    return importsIn(this.parts.db, this.parts.clock())
  }

  /** A CSV file with one line for each row of the import. */
  async summary(id: string): Promise<Blob> {
    return new Blob([summaryCsv(await importLines(this.parts.db, id))], { type: exportTypes.csv })
  }

  /** Undoes an import; see `undoImport`. */
  async undo(id: string): Promise<ImportUndone> {
    const record = await importRecord(this.parts.db, id)
    const of = record ? sumOf(record.counts) : 0
    this.undoing = { done: 0, of }
    try {
      return await undoImport(this.parts, id, async (done) => {
        this.undoing = { done, of }
        // Let other tasks of the worker run.
        await new Promise((resolve) => setTimeout(resolve))
      })
    } finally {
      this.undoing = undefined
      await this.changed()
    }
  }

  /**
   * Log entries stored in the same transaction as their batch, so that an interrupted import can be
   * undone too.
   */
  private part(lines: ImportLine[]): StoredImport[] {
    const { running } = this
    if (!running) throw new Error('No import runs.')
    const { record } = running
    const counts = { ...record.counts }
    for (const { outcome } of lines) counts[outcome]++
    const unread = record.unread + lines.filter((line) => line.unread).length
    running.record = { ...record, counts, unread }
    return [
      { key: record.id, record: running.record },
      { key: partKey(record.id, ++running.parts), lines },
    ]
  }

  /** Exports all clients, sorted by name. */
  async file(format: ExportFormat): Promise<Blob> {
    const clients = await this.clients()
    clients.sort((a, b) => compare(nameOf(a), nameOf(b)))
    return new Blob([this.text(format, clients)], { type: exportTypes[format] })
  }

  /**
   * Exports what exists on this device only: pending and refused mutations, and the clients they
   * concern.
   */
  async unsentFile(): Promise<Blob> {
    const { queue, refused } = this.parts.db
    const unsent = [...(await queue.toArray()), ...(await refused.toArray())]
    const about = new Set(unsent.map(({ intent }) => intent.id))
    const clients = (await this.clients()).filter(({ id }) => about.has(id))
    const file = JSON.parse(this.text('json', clients))
    const text = JSON.stringify({ ...file, unsent }, null, 1)
    return new Blob([text], { type: exportTypes.json })
  }

  private async clients(): Promise<ExportedClient[]> {
    const clients: ExportedClient[] = []
    for await (const batch of everyone(this.parts.db)) clients.push(...batch)
    return clients
  }

  private text(format: ExportFormat, clients: readonly ExportedClient[]): string {
    if (format === 'csv') return clientsCsv(clients)
    if (format === 'vcf') return clientsVcard(clients)
    return clientsJson(clients, new Date(this.parts.clock()).toISOString())
  }
}

function noCounts(): ImportCounts {
  return Object.fromEntries(importOutcomes.map((one) => [one, 0])) as ImportCounts
}

function sumOf(counts: ImportCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const { compare } = new Intl.Collator('en')

const nameOf = (client: ExportedClient) => String(client.name ?? '')

const COLUMNS = [
  'Row',
  'Name',
  'Result',
  'Looks like',
  'Filled in',
  'Left as it was (the file says)',
  'Not understood (kept in the notes)',
  'Reason',
]

const outcomeWords: Record<ImportOutcome, string> = {
  added: 'Added',
  similar: 'Added; possible duplicate',
  completed: 'Existing client updated',
  unchanged: 'Existing client, nothing new',
  known: 'Imported before',
  skipped: 'Skipped by choice',
  empty: 'Empty row, ignored',
  refused: 'Could not be imported',
}

const likenessWords: Record<Likeness, string> = {
  id: 'same client id',
  email: 'same email address',
  phone: 'same phone number',
  name: 'same name',
}

/** CSV table with one line for each row of the import. */
export function summaryCsv(lines: readonly ImportLine[]): string {
  return csv(
    COLUMNS,
    lines.map(({ row, name, outcome, like, filled = [], left = [], unread = [], reason = '' }) => [
      row,
      name,
      outcomeWords[outcome],
      like ? likeWords(like) : '',
      filled.join('; '),
      texts(left),
      texts(unread),
      reason,
    ]),
  )
}

function likeWords({ why, of }: NonNullable<ImportLine['like']>): string {
  return `${of.name}${of.row === undefined ? '' : ` (row ${of.row})`}: ${likenessWords[why]}`
}

function texts(cells: readonly NamedText[]): string {
  return cells.map(({ column, value }) => `${column}: ${value}`).join('; ')
}

/** All clients with their optimistic values, in batches; deleted clients are left out. */
export async function* everyone(db: OwnerDatabase): AsyncGenerator<ExportedClient[]> {
  const rows = await db.rows.where('key').startsWith('client/').toArray()
  yield rows.flatMap((row): ExportedClient[] => {
    const { data, deleted } = asShown(row)
    return row.erased || deleted ? [] : [{ ...data, id: row.id }]
  })
  const told = new Set(rows.map(({ id }) => id))
  // Newest page first: it has the newest version of a client.
  for (const no of (await db.pages.orderBy('no').primaryKeys()).reverse()) {
    const page = await db.pages.get(no)
    const clients: ExportedClient[] = []
    for (const { coll, id, deleted, data } of page ? unpack(page.bytes) : []) {
      if (coll !== 'client' || told.has(id)) continue
      told.add(id)
      if (!deleted) clients.push({ ...data, id })
    }
    yield clients
  }
}

const BATCH = 500

/**
 * Adds the clients that an old version of the site stored in `localStorage`. Their ids derive from
 * the content, because old ids were counted per browser; adding the same client twice has no
 * effect.
 */
export async function takeOldClients(parts: EditParts, kept: string): Promise<OldClientsTaken> {
  const list = listIn(kept)
  const items = list.flatMap((old): ImportItem[] => {
    const read = readOldClient(old, new Date(parts.clock()).toISOString())
    if (!read || read.problem !== undefined) return []
    return [{ id: idOf(old), mode: 'add', set: read.set }]
  })
  let added = 0
  for (let from = 0; from < items.length; from += BATCH)
    added += countAdded(await writeImported(parts, items.slice(from, from + BATCH)))
  return { added, left: list.length - items.length }
}

function countAdded(written: readonly ImportWritten[]): number {
  return written.filter(({ did }) => did === 'added').length
}

function idOf(old: unknown): string {
  return contentId(`${OLD_CLIENTS_KEY}/${canonical(old)}`)
}

function listIn(kept: string): unknown[] {
  try {
    const list: unknown = JSON.parse(kept)
    return Array.isArray(list) ? list : [list]
  } catch {
    return [kept]
  }
}
