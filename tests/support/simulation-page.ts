import { listReadOnly } from '#client/data/store/read-only.ts'
import { type ReadOnlyCollection, readOnlyCollections } from '#shared/sync/read-only-collections.ts'
import type { SyncDevice } from './sync-device.ts'

type Position = Awaited<ReturnType<typeof listReadOnly>>['position']

/** An open page, which reads of the read-only records only what has changed since it last asked. */
export class OpenPage {
  private readonly positions = new Map<ReadOnlyCollection, Position>()
  private readonly records = new Map<string, string>()

  constructor(private readonly device: SyncDevice) {}

  async read(): Promise<void> {
    for (const coll of readOnlyCollections) {
      const { position, isWhole, rows } = await listReadOnly(
        this.device.db,
        coll,
        this.positions.get(coll),
      )
      this.positions.set(coll, position)
      for (const key of isWhole ? [...this.records.keys()] : [])
        if (key.startsWith(`${coll}/`)) this.records.delete(key)
      for (const { id, data } of rows)
        if (data === undefined) this.records.delete(`${coll}/${id}`)
        else this.records.set(`${coll}/${id}`, JSON.stringify(data))
    }
  }

  /** A sentence for each record that the page shows otherwise than the device has it. */
  async findProblems(): Promise<string[]> {
    await this.read()
    const { name, db } = this.device
    const stored = new Map(
      (await db.readOnly.toArray()).flatMap(({ key, data }): [string, string][] =>
        data === undefined ? [] : [[key, JSON.stringify(data)]],
      ),
    )
    return [...new Set([...stored.keys(), ...this.records.keys()])]
      .filter((key) => stored.get(key) !== this.records.get(key))
      .map(
        (key) =>
          `A page on ${name} shows ${key} as ${this.records.get(key)}, the device has ${stored.get(key)}`,
      )
  }
}
