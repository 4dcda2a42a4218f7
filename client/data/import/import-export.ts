import type { EditParts } from '#client/data/edits/edits.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { unpack } from '#client/data/store/pages.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { StoredImport } from '#client/data/store/schema.ts'
import type { LegacyClientsImport } from '#client/data/store/types.ts'
import {
  type ClientExportFormat,
  type ExportedClient,
  exportMimeTypes,
  formatClientsCsv,
  formatClientsJson,
} from '#shared/clients/client-export.ts'
import type { CellText } from '#shared/clients/import/imported-row.ts'
import { parseLegacyClient } from '#shared/clients/import/legacy-clients.ts'
import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'
import { formatClientsVcard } from '#shared/clients/import/vcard.ts'
import { formatCsv } from '#shared/lib/csv.ts'
import { toCanonicalJson } from '#shared/sync/value-equality.ts'
import { contentId } from './content-id.ts'
import { partKey, readImportLines, readImportRecord, readImports } from './import-log.ts'
import { Importer } from './importer.ts'
import type { Encoding } from './types.ts'
import {
  type ImportChoices,
  type ImportCounts,
  type ImportItem,
  type ImportLine,
  type ImportMapping,
  type ImportOutcome,
  type ImportPlan,
  type ImportProgress,
  type ImportRecord,
  type ImportUndoResult,
  type ImportView,
  type ImportWriteResult,
  importOutcomes,
  type Likeness,
} from './types.ts'
import { undoImport } from './undo-import.ts'
import { writeImportBatch } from './write-import.ts'

/** Import and export of clients as files. Loaded only when a file is read or written. */
export class ImportExport {
  private readonly importer: Importer
  private readonly parts: EditParts
  private readonly onChanged: () => Promise<void>
  private fileName = ''
  /** The import that is running, and the number of its parts stored so far. */
  private running: { record: ImportRecord; parts: number } | undefined
  private undoProgress: ImportProgress | undefined

  constructor(parts: EditParts, changed: () => Promise<void>) {
    this.parts = parts
    this.onChanged = changed
    this.importer = new Importer(
      {
        iterateClients: () => iterateClients(parts.db),
        listDeletedClients: () => listDeletedClients(parts.db),
        write: async (items, lines) => {
          await writeImportBatch(parts, items, (written) => this.recordBatch(lines(written)))
        },
      },
      () => new Date(parts.clock()).toISOString(),
    )
  }

  /** Rejects with a sentence for the owner if it is not a file of clients. */
  async open(file: Blob, name: string, encoding?: Encoding): Promise<ImportView> {
    this.fileName = name
    return this.importer.open(new Uint8Array(await file.arrayBuffer()), name, encoding)
  }

  /** Plans what happens to each row of the file; writes nothing. */
  preview(mapping: ImportMapping): Promise<ImportPlan> {
    return this.importer.preview(mapping)
  }

  async close(): Promise<void> {
    this.importer.close()
  }

  /**
   * Imports the open file. Calls `changed` once at the end: after each batch it would take longer
   * than the import, because it reads all pending mutations.
   */
  async run(choices: ImportChoices): Promise<ImportRecord> {
    const { clock, newId } = this.parts
    const record = {
      id: newId(),
      at: clock(),
      name: this.fileName,
      counts: noCounts(),
      unreadable: 0,
    }
    const running = { record, parts: 0 }
    this.running = running
    try {
      await this.importer.run(choices)
      return running.record
    } finally {
      await this.onChanged()
    }
  }

  async getProgress(): Promise<ImportProgress> {
    return this.undoProgress ?? this.importer.getProgress()
  }

  /** The imports that can still be undone, newest first. */
  listImports(): Promise<ImportRecord[]> {
    return readImports(this.parts.db, this.parts.clock())
  }

  /** A CSV file with one line for each row of the import. */
  async createSummary(id: string): Promise<Blob> {
    return new Blob([summaryCsv(await readImportLines(this.parts.db, id))], {
      type: exportMimeTypes.csv,
    })
  }

  /** Undoes an import; clients edited since then stay as they are. */
  async undo(id: string): Promise<ImportUndoResult> {
    const record = await readImportRecord(this.parts.db, id)
    const total = record ? sumCounts(record.counts) : 0
    this.undoProgress = { done: 0, total }
    try {
      return await undoImport(this.parts, id, async (done) => {
        this.undoProgress = { done, total }
        // Let other tasks of the worker run.
        await new Promise((resolve) => setTimeout(resolve))
      })
    } finally {
      this.undoProgress = undefined
      await this.onChanged()
    }
  }

  /**
   * Log entries stored in the same transaction as their batch, so that an interrupted import can be
   * undone too.
   */
  private recordBatch(lines: ImportLine[]): StoredImport[] {
    const { running } = this
    if (!running) throw new Error('No import is running, so its lines cannot be logged.')
    const { record } = running
    const counts = { ...record.counts }
    for (const { outcome } of lines) counts[outcome]++
    const unread = record.unreadable + lines.filter((line) => line.unreadable).length
    running.record = { ...record, counts, unreadable: unread }
    return [
      { key: record.id, record: running.record },
      { key: partKey(record.id, ++running.parts), lines },
    ]
  }

  /** Exports all clients, sorted by name. */
  async exportFile(format: ClientExportFormat): Promise<Blob> {
    const clients = await this.readClients()
    clients.sort((a, b) => compare(getName(a), getName(b)))
    return new Blob([this.formatClients(format, clients)], { type: exportMimeTypes[format] })
  }

  /**
   * Exports what exists on this device only: pending and rejected mutations, the clients they concern, and
   * drafts.
   */
  async exportUnsynced(): Promise<Blob> {
    const { queue, rejected, drafts } = this.parts.db
    const unsent = [...(await queue.toArray()), ...(await rejected.toArray())]
    const about = new Set(unsent.map(({ intent }) => intent.id))
    const clients = (await this.readClients()).filter(({ id }) => about.has(id))
    const file = JSON.parse(this.formatClients('json', clients))
    const typed = await drafts.toArray()
    const text = JSON.stringify({ ...file, unsent, drafts: typed }, null, 1)
    return new Blob([text], { type: exportMimeTypes.json })
  }

  async importLegacyClients(stored: string): Promise<LegacyClientsImport> {
    const result = await importLegacyClients(this.parts, stored)
    if (result.added > 0) await this.onChanged()
    return result
  }

  private async readClients(): Promise<ExportedClient[]> {
    const clients: ExportedClient[] = []
    for await (const batch of iterateClients(this.parts.db)) clients.push(...batch)
    return clients
  }

  private formatClients(format: ClientExportFormat, clients: readonly ExportedClient[]): string {
    if (format === 'csv') return formatClientsCsv(clients)
    if (format === 'vcf') return formatClientsVcard(clients)
    return formatClientsJson(clients, new Date(this.parts.clock()).toISOString())
  }
}

function noCounts(): ImportCounts {
  return Object.fromEntries(importOutcomes.map((one) => [one, 0])) as ImportCounts
}

function sumCounts(counts: ImportCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const { compare } = new Intl.Collator('en')

const getName = (client: ExportedClient) => String(client.name ?? '')

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

const outcomeTexts: Record<ImportOutcome, string> = {
  added: 'Added',
  similar: 'Added; possible duplicate',
  completed: 'Existing client updated',
  joined: 'Joined with another row',
  unchanged: 'Nothing new for the client',
  known: 'Imported before',
  skipped: 'Skipped by choice',
  empty: 'Empty row, ignored',
  refused: 'Could not be imported',
}

const likenessTexts: Record<Likeness, string> = {
  id: 'same client id',
  email: 'same email address',
  phone: 'same phone number',
  name: 'same name',
}

/** CSV table with one line for each row of the import. */
function summaryCsv(lines: readonly ImportLine[]): string {
  return formatCsv(
    COLUMNS,
    lines.map(
      ({
        row,
        name,
        outcome,
        match,
        filled = [],
        notApplied = [],
        unreadable = [],
        reason = '',
      }) => [
        row,
        name,
        outcomeTexts[outcome],
        match ? formatMatch(match) : '',
        filled.join('; '),
        formatCells(notApplied),
        formatCells(unreadable),
        reason,
      ],
    ),
  )
}

function formatMatch({ likeness, person }: NonNullable<ImportLine['match']>): string {
  return `${person.name}${person.row === undefined ? '' : ` (row ${person.row})`}: ${likenessTexts[likeness]}`
}

function formatCells(cells: readonly CellText[]): string {
  return cells.map(({ column, value }) => `${column}: ${value}`).join('; ')
}

/** All clients with their optimistic values, in batches; deleted clients are left out. */
export async function* iterateClients(db: OwnerDatabase): AsyncGenerator<ExportedClient[]> {
  const rows = await db.records.where('key').startsWith('client/').toArray()
  yield rows.flatMap((row): ExportedClient[] => {
    const { data, deleted } = getOptimistic(row)
    return row.erased || deleted ? [] : [{ ...data, id: row.id }]
  })
  const seenIds = new Set(rows.map(({ id }) => id))
  // Newest page first: it has the newest version of a client.
  for (const no of (await db.pages.orderBy('no').primaryKeys()).reverse()) {
    const page = await db.pages.get(no)
    const clients: ExportedClient[] = []
    for (const { coll, id, deleted, data } of page ? unpack(page.bytes) : []) {
      if (coll !== 'client' || seenIds.has(id)) continue
      seenIds.add(id)
      if (!deleted) clients.push({ ...data, id })
    }
    yield clients
  }
}

/** Deleted clients whose content is still on this device. */
async function listDeletedClients(db: OwnerDatabase): Promise<ExportedClient[]> {
  const rows = await db.records.where('key').startsWith('client/').toArray()
  return rows.flatMap((row): ExportedClient[] => {
    const { data, deleted } = getOptimistic(row)
    return deleted && !row.erased ? [{ ...data, id: row.id }] : []
  })
}

const BATCH = 500

/**
 * Adds the clients that an old version of the site stored in `localStorage`. Their ids derive from
 * the content, because old ids were counted per browser; adding the same client twice has no
 * effect.
 */
export async function importLegacyClients(
  parts: EditParts,
  stored: string,
): Promise<LegacyClientsImport> {
  const list = parseLegacyClients(stored)
  const items = list.flatMap((old): ImportItem[] => {
    const read = parseLegacyClient(old, new Date(parts.clock()).toISOString())
    if (!read || read.problem !== undefined) return []
    return [{ id: getLegacyClientId(old), mode: 'add', set: read.set }]
  })
  let added = 0
  for (let from = 0; from < items.length; from += BATCH)
    added += countAdded(await writeImportBatch(parts, items.slice(from, from + BATCH)))
  return { added, unreadable: list.length - items.length }
}

function countAdded(written: readonly ImportWriteResult[]): number {
  return written.filter(({ action }) => action === 'added').length
}

function getLegacyClientId(old: unknown): string {
  return contentId(`${LEGACY_CLIENTS_KEY}/${toCanonicalJson(old)}`)
}

function parseLegacyClients(stored: string): unknown[] {
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list : [list]
  } catch {
    return [stored]
  }
}
