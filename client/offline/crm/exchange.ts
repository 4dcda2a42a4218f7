import {
  clientsCsv,
  clientsJson,
  type ExportedClient,
  type ExportFormat,
  exportTypes,
} from '../../../shared/crm/export.ts'
import { clientsVcard } from '../../../shared/crm/vcard.ts'
import type { EditParts } from './edits.ts'
import { everyone } from './everyone.ts'
import type { ImportChoices, ImportDone, ImportReading } from './import-types.ts'
import { writeImported } from './import-write.ts'
import { Importer } from './importer.ts'

/** What comes into the book as a file, and leaves it as one; both on this device. */
export class Exchange {
  readonly importer: Importer
  private readonly parts: EditParts
  private readonly changed: () => Promise<void>

  constructor(parts: EditParts, changed: () => Promise<void>) {
    this.parts = parts
    this.changed = changed
    this.importer = new Importer({
      everyone: () => everyone(parts.db),
      write: (items) => writeImported(parts, items),
    })
  }

  look(reading: ImportReading) {
    return this.importer.look(reading)
  }

  /** Lists are told once, at the end: reading all that waits after each batch would cost more than the import. */
  async run(choices: ImportChoices): Promise<ImportDone> {
    try {
      return await this.importer.run(choices)
    } finally {
      await this.changed()
    }
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

const { compare } = new Intl.Collator('en')

const nameOf = (client: ExportedClient) => String(client.name ?? '')
