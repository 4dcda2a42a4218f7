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

  constructor(parts: EditParts, changed: () => Promise<void>) {
    this.parts = parts
    this.importer = new Importer({
      everyone: () => everyone(parts.db),
      write: async (items) => {
        const counts = await writeImported(parts, items)
        if (counts.keys.length > 0) await changed()
        return counts
      },
    })
  }

  look(reading: ImportReading) {
    return this.importer.look(reading)
  }

  run(choices: ImportChoices): Promise<ImportDone> {
    return this.importer.run(choices)
  }

  /** Everybody, by name. */
  async file(format: ExportFormat): Promise<Blob> {
    const clients: ExportedClient[] = []
    for await (const batch of everyone(this.parts.db)) clients.push(...batch)
    const nameOf = (client: ExportedClient) => String(client.name ?? '')
    clients.sort((a, b) => compare(nameOf(a), nameOf(b)))
    const text = this.text(format, clients)
    return new Blob([text], { type: exportTypes[format] })
  }

  private text(format: ExportFormat, clients: readonly ExportedClient[]): string {
    if (format === 'csv') return clientsCsv(clients)
    if (format === 'vcf') return clientsVcard(clients)
    return clientsJson(clients, new Date(this.parts.clock()).toISOString())
  }
}

const { compare } = new Intl.Collator('en')
