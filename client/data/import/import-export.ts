import { type EditParts, Edits } from '#client/data/edits/edits.ts'
import { findPeopleInUse } from '#client/data/edits/person-records.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { readServerTime } from '#client/data/store/device.ts'
import { unpack } from '#client/data/store/pages.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { RecordRef, StoredRecord } from '#client/data/store/schema.ts'
import type { LegacyClientsImport } from '#client/data/store/types.ts'
import {
  type ClientExportFormat,
  type ExportedClient,
  exportMimeTypes,
  formatClientsCsv,
  formatClientsJson,
} from '#shared/clients/client-export.ts'
import { parseLegacyClient } from '#shared/clients/import/legacy-clients.ts'
import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'
import { formatClientsVcard } from '#shared/clients/import/vcard.ts'
import type { ImportKind, ImportReport, ImportUndo } from '#shared/clients/imports.ts'
import { toCanonicalJson } from '#shared/lib/values/value-equality.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { contentId } from './content-id.ts'
import { readMarks, toImportRef } from './import-marks.ts'
import { Importer } from './importer.ts'
import type {
  Encoding,
  ImportChoices,
  ImportItem,
  ImportMapping,
  ImportPlan,
  ImportProgress,
  ImportView,
  ImportWriteResult,
  UndoAnswer,
} from './types.ts'
import { planUndo } from './undo-import.ts'
import { writeImport } from './write-import.ts'

/** Import and export of clients as files. Loaded only when a file is read or written. */
export class ImportExport {
  private readonly importer: Importer
  private readonly parts: EditParts
  private readonly onChanged: () => Promise<void>
  private fileKind: ImportKind = 'csv'

  constructor(parts: EditParts, changed: () => Promise<void>) {
    this.parts = parts
    this.onChanged = changed
    this.importer = new Importer(
      {
        iterateClients: () => iterateClients(parts.db),
        listDeletedClients: () => listDeletedClients(parts.db),
      },
      () => new Date(parts.clock()).toISOString(),
    )
  }

  /** Rejects with a sentence for the owner if it is not a file of clients. */
  async open(file: Blob, name: string, encoding?: Encoding): Promise<ImportView> {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const view = await this.importer.open(bytes, name, encoding)
    this.fileKind = view.kind
    return view
  }

  /** Plans what happens to each row of the file; writes nothing. */
  preview(mapping: ImportMapping): Promise<ImportPlan> {
    return this.importer.preview(mapping)
  }

  async close(): Promise<void> {
    this.importer.close()
  }

  /** Imports the open file, all of it or, after a failure, nothing. */
  async run(choices: ImportChoices): Promise<ImportReport> {
    const { db, clock, newId } = this.parts
    const { items, toCounts } = await this.importer.prepare(choices)
    const head = { at: await readServerTime(db, clock), file: this.fileKind }
    const toReport = (written: readonly ImportWriteResult[]) => ({ ...head, ...toCounts(written) })
    const stamp = { id: newId(), at: head.at, salt: newId() }
    const written = await writeImport(this.parts, items, { ...stamp, toReport })
    await this.onChanged()
    return toReport(written)
  }

  async getProgress(): Promise<ImportProgress> {
    return this.importer.getProgress()
  }

  /**
   * Undoes an import, made on any device, as one action: deletes the clients that it added, and takes what it added
   * out of the others. What somebody has changed since stays, and what another import added too.
   */
  async undo(id: string): Promise<UndoAnswer> {
    const { db, clock } = this.parts
    // An undo is final, so it must not miss a client.
    if ((await db.device.get('device'))?.syncedAt === undefined) return { refused: 'first sync' }
    const marked: string[] = []
    const imports = new Set([id])
    for await (const rows of iterateRows(db))
      for (const row of rows) {
        const marks = readMarks(row.data).map((mark) => mark.id)
        if (!marks.includes(id)) continue
        marked.push(row.id)
        for (const one of marks) imports.add(one)
      }
    const inUse = await findPeopleInUse(db, marked)
    const refs: RecordRef[] = [
      ...marked.map((one) => ({ coll: 'client', id: one }) as const),
      ...[...imports].map(toImportRef),
    ]
    const now = await readServerTime(db, clock)
    let answer: ImportUndo | undefined
    await new Edits(this.parts).applyTo(refs, (rows) => {
      const { edits, undone } = planUndo([...rows.values()], { id, now, inUse })
      answer = undone
      return edits
    })
    if (!answer) throw new Error('The edits of an undo were not planned')
    await this.onChanged()
    return answer
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

const { compare } = new Intl.Collator('en')

const getName = (client: ExportedClient) => String(client.name ?? '')

/** All clients with their optimistic values, in batches; deleted clients are left out, and what only an undo needs. */
export async function* iterateClients(db: OwnerDatabase): AsyncGenerator<ExportedClient[]> {
  for await (const rows of iterateRows(db))
    yield rows.flatMap(({ id, data, deleted }) => (deleted ? [] : [toExported(id, data)]))
}

/** Deleted clients whose content is still on this device. */
async function listDeletedClients(db: OwnerDatabase): Promise<ExportedClient[]> {
  const rows = await readClientRows(db)
  return rows.flatMap(({ id, erased, ...row }) => {
    const { data, deleted } = getOptimistic(row)
    return deleted && !erased ? [toExported(id, data)] : []
  })
}

function toExported(id: string, { imports: _marks, ...data }: RecordData): ExportedClient {
  return { ...data, id }
}

/** The newest version of each client, with its optimistic value, in batches. */
async function* iterateRows(
  db: OwnerDatabase,
): AsyncGenerator<{ id: string; data: RecordData; deleted: boolean }[]> {
  const rows = await readClientRows(db)
  yield rows.map(({ id, erased, ...row }) => {
    const { data, deleted } = getOptimistic(row)
    return { id, data, deleted: erased || deleted }
  })
  const seenIds = new Set(rows.map(({ id }) => id))
  // Newest page first: it has the newest version of a client.
  for (const no of (await db.pages.orderBy('no').primaryKeys()).reverse()) {
    const page = await db.pages.get(no)
    const fresh = (page ? unpack(page.bytes) : []).filter(
      ({ coll, id }) => coll === 'client' && !seenIds.has(id),
    )
    for (const { id } of fresh) seenIds.add(id)
    yield fresh.map(({ id, data, deleted = false }) => ({ id, data, deleted }))
  }
}

function readClientRows(db: OwnerDatabase): Promise<StoredRecord[]> {
  return db.records.where('key').startsWith('client/').toArray()
}

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
  const written = await writeImport(parts, items)
  const added = written.filter(({ action }) => action === 'added').length
  return { added, unreadable: list.length - items.length }
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
