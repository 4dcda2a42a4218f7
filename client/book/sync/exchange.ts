import type { EditParts } from '#client/book/edits/edits.ts'
import { Importer } from '#client/book/import/importer.ts'
import { importLines, importRecord, importsIn, partKey } from '#client/book/import/log.ts'
import { summaryCsv } from '#client/book/import/summary.ts'
import {
  type ImportChoices,
  type ImportCounts,
  type ImportLine,
  type ImportProgress,
  type ImportReading,
  type ImportRecord,
  type ImportUndone,
  importOutcomes,
} from '#client/book/import/types.ts'
import { undoImport } from '#client/book/import/undo.ts'
import { writeImported } from '#client/book/import/write.ts'
import { everyone } from '#client/book/store/everyone.ts'
import type { StoredImport } from '#client/book/store/schema.ts'
import {
  clientsCsv,
  clientsJson,
  type ExportedClient,
  type ExportFormat,
  exportTypes,
} from '#shared/clients/export.ts'
import { clientsVcard } from '#shared/clients/import/vcard.ts'

/** What comes into the book as a file, and leaves it as one; both on this device. */
export class Exchange {
  readonly importer: Importer
  private readonly parts: EditParts
  private readonly changed: () => Promise<void>
  private name = ''
  /** The import that runs, and how many parts of it are written. */
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

  /** Lists are told once, at the end: reading all that waits after each batch would cost more than the import. */
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

  /** Those that can still be undone, the newest first. */
  imports(): Promise<ImportRecord[]> {
    return importsIn(this.parts.db, this.parts.clock())
  }

  /** A line for each row of the file. */
  async summary(id: string): Promise<Blob> {
    return new Blob([summaryCsv(await importLines(this.parts.db, id))], { type: exportTypes.csv })
  }

  async undo(id: string): Promise<ImportUndone> {
    const record = await importRecord(this.parts.db, id)
    const of = record ? sumOf(record.counts) : 0
    this.undoing = { done: 0, of }
    try {
      return await undoImport(this.parts, id, async (done) => {
        this.undoing = { done, of }
        // Others have their turn.
        await new Promise((resolve) => setTimeout(resolve))
      })
    } finally {
      this.undoing = undefined
      await this.changed()
    }
  }

  /** What is kept of a batch with what it writes, so that an import that is broken off can be undone too. */
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

  /** Everybody, by name. */
  async file(format: ExportFormat): Promise<Blob> {
    const clients = await this.clients()
    clients.sort((a, b) => compare(nameOf(a), nameOf(b)))
    return new Blob([this.text(format, clients)], { type: exportTypes[format] })
  }

  /** What only this device has: the clients that it is about, and each edit as it would be sent. */
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
