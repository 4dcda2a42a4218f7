import { type EditParts, Edits } from '#client/book/edits/edits.ts'
import { getOpenConflicts, getOptimistic, readPending } from '#client/book/store/record.ts'
import type { StoredRecord } from '#client/book/store/schema.ts'
import type { ConflictChoice } from '#client/book/store/types.ts'
import { randomName } from '#client/lib/data/ids.ts'
import { createKey, decryptJson, encryptJson, importKey } from '#client/lib/encrypt.ts'
import { formatFirstNames } from '#shared/clients/person-names.ts'
import { listDays } from '#shared/journeys/days.ts'
import { createGuestCopy, type GuestCopy } from '#shared/journeys/guest-copy.ts'
import {
  type GuestPassData,
  type JourneyData,
  toGuestPassData,
  toJourneyData,
} from '#shared/journeys/journey-fields.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { isPending, type JourneyIndex, toItem } from './journey-index.ts'
import type { JourneyRows } from './journey-rows.ts'
import type { ItemView, JourneyCollection, JourneyEdit, JourneyView } from './types.ts'

interface JourneyParts extends EditParts {
  rows: JourneyRows
  index: JourneyIndex
}

/** Reads and edits the journeys on this device. */
export class JourneyBook {
  private readonly parts: JourneyParts
  private readonly edits: Edits
  /** The last copy that was decrypted, by its ciphertext. */
  private lastCopy: { ciphertext: string; copy: GuestCopy | undefined } | undefined

  constructor(parts: JourneyParts) {
    this.parts = parts
    this.edits = new Edits(parts)
  }

  async get(id: string): Promise<JourneyView | undefined> {
    const row = this.parts.rows.journeys.get(id)
    if (!row || !this.parts.rows.isVisible(row)) return undefined
    const journey = toJourneyData(getOptimistic(row).data) as JourneyData & RecordData
    const pass = this.parts.rows.passes.get(journey.link.id)
    return {
      id,
      journey,
      clients: this.parts.index.listClients(journey.clients),
      items: await Promise.all(this.parts.rows.listItems(id).map((item) => this.toItemView(item))),
      pass: pass && (await this.toPassView(pass, journey)),
      documents: await this.listDocuments(id),
      ...(await this.toState(row)),
    }
  }

  /** Writes all edits in one transaction. */
  edit(edits: readonly JourneyEdit[]): Promise<void> {
    const { records, pages, queue, rejected, device } = this.parts.db
    return this.parts.db.transaction('rw', [records, pages, queue, rejected, device], async () => {
      for (const { coll, id, ...edit } of edits) {
        if (edit.op === 'delete') await this.edits.remove({ coll, id }, edit.rev)
        else if (edit.op === 'restore') await this.edits.restore({ coll, id })
        else await this.edits.patch({ coll, id }, edit, edit.rev)
      }
    })
  }

  resolve(record: { coll: JourneyCollection; id: string }, choice: ConflictChoice): Promise<void> {
    return this.edits.resolve(record, choice)
  }

  /** Encrypts the guests' copy of the journey as it is now, and queues it. Returns the pass's id. */
  async publish(id: string, host: GuestCopy['host']): Promise<string | undefined> {
    const view = await this.get(id)
    if (!view) return undefined
    const { journey, pass } = view
    const { link } = journey
    const days = listDays(
      journey,
      view.items.map(({ item }) => item),
    )
    const version = (pass?.data.version ?? 0) + 1
    const guests = formatFirstNames(view.clients.map(({ name }) => name))
    const copy = createGuestCopy({ journey, days, guests, host, version, now: this.parts.clock() })
    const set: Partial<GuestPassData> = {
      journey: id,
      ciphertext: await encryptJson(await importKey(link.key), copy, toContext(link.id)),
      version,
      endsAt: copy.endsAt,
      documents: copy.items.flatMap(({ documents }) => documents.map((document) => document.id)),
      closed: false,
    }
    await this.setPass(link.id, set, pass)
    return link.id
  }

  /** Removes the copy behind the link; returns the pass's id, undefined if there is none. */
  async close(id: string): Promise<string | undefined> {
    const view = await this.get(id)
    if (!view?.pass) return undefined
    await this.setPass(
      view.journey.link.id,
      { closed: true, ciphertext: '', documents: [] },
      view.pass,
    )
    return view.journey.link.id
  }

  /** Gives the journey another link; the caller closes the old one first. */
  async replaceLink(id: string): Promise<void> {
    const view = await this.get(id)
    if (!view) return
    const link = { id: randomName(), key: createKey() }
    await this.edit([
      {
        coll: 'journey',
        id,
        op: 'set',
        base: { link: view.journey.link },
        set: { link },
        rev: view.rev,
      },
    ])
  }

  private setPass(
    id: string,
    set: Partial<GuestPassData>,
    pass: JourneyView['pass'],
  ): Promise<void> {
    const base = Object.fromEntries(
      Object.keys(set).map((name) => [name, pass?.data[name as keyof GuestPassData] ?? null]),
    )
    return this.edit([{ coll: 'guest-pass', id, op: 'set', base, set, rev: pass?.rev ?? 0 }])
  }

  private async toItemView(row: StoredRecord): Promise<ItemView> {
    return { item: toItem(row), ...(await this.toState(row)) }
  }

  private async toState(row: StoredRecord) {
    const { rev, conflicts, updatedAt, key } = row
    const open =
      conflicts.length === 0
        ? []
        : getOpenConflicts({ conflicts }, await readPending(this.parts.db, key))
    return { rev, isPending: isPending(row), conflicts: open, updatedAt }
  }

  private async toPassView(row: StoredRecord, { link }: JourneyData): Promise<JourneyView['pass']> {
    const data = toGuestPassData(getOptimistic(row).data)
    return { ...(await this.toState(row)), data, copy: await this.readCopy(data.ciphertext, link) }
  }

  /** The copy that guests have; undefined if there is none or it cannot be decrypted. */
  private async readCopy(
    ciphertext: string,
    link: JourneyData['link'],
  ): Promise<GuestCopy | undefined> {
    if (this.lastCopy?.ciphertext === ciphertext) return this.lastCopy.copy
    const copy = ciphertext === '' ? undefined : await decryptCopy(ciphertext, link)
    this.lastCopy = { ciphertext, copy }
    return copy
  }

  private async listDocuments(journeyId: string): Promise<JourneyView['documents']> {
    const { documents } = this.parts.db
    const [first, last] = [`${journeyId}-`, `${journeyId}-\uffff`]
    return {
      here: await documents.where('itemId').between(first, last).primaryKeys(),
      waiting: await documents
        .where('[waiting+itemId]')
        .between([1, first], [1, last])
        .primaryKeys(),
    }
  }
}

/** Binds a copy to its link, so that a copy cannot be put behind another. */
const toContext = (linkId: string) => `guest-pass:${linkId}`

async function decryptCopy(
  ciphertext: string,
  { id, key }: JourneyData['link'],
): Promise<GuestCopy | undefined> {
  try {
    return (await decryptJson(await importKey(key), ciphertext, toContext(id))) as GuestCopy
  } catch {
    return undefined
  }
}
