import type { DataCore } from '#client/data/data-core.ts'
import { isLiving, type JourneyRows } from '#client/data/index/journey-rows.ts'
import { getOpenConflicts, getOptimistic, readPending } from '#client/data/store/record.ts'
import type { StoredRecord } from '#client/data/store/schema.ts'
import { decryptJson, encryptJson, hashText, importKey } from '#client/lib/encrypt.ts'
import { formatFirstNames } from '#shared/clients/person-names.ts'
import { listDocumentKeys } from '#shared/journeys/api.ts'
import { listDays } from '#shared/journeys/days.ts'
import { createGuestCopy, type GuestCopy } from '#shared/journeys/guest-copy.ts'
import {
  type GuestPassData,
  type JourneyData,
  toGuestPassData,
} from '#shared/journeys/journey-fields.ts'
import { toPassContext } from '#shared/journeys/link.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { isPending, type JourneyIndex, readJourney, toItem } from './journey-index.ts'
import { createJourneyKeys } from './journey-keys.ts'
import type { ItemView, JourneyEdit, JourneyView } from './types.ts'

/** Reads and edits the journeys on this device. */
export class JourneyRecords {
  private readonly rows: JourneyRows
  /** The last two copies that were decrypted, by their ciphertext. */
  private readonly copies = new Map<string, GuestCopy | undefined>()

  constructor(
    private readonly core: Pick<DataCore, 'db' | 'clock' | 'edits'> & {
      cache: Pick<DataCore['cache'], 'hasSynced'>
    },
    private readonly index: JourneyIndex,
  ) {
    this.rows = index.rows
  }

  async get(id: string): Promise<JourneyView | undefined> {
    if (!this.rows.isShown(id)) return undefined
    const row = this.rows.journeys.get(id)
    const journey = readJourney(this.rows, id)
    const pass = this.rows.passes.get(journey.link.id)
    const travellers = this.index.listTravellers(journey)
    return {
      id,
      journey,
      isDeleted: row !== undefined && !isLiving(row),
      ...travellers,
      goneClients: this.core.cache.hasSynced
        ? journey.clients.length - travellers.clients.length
        : 0,
      items: await Promise.all(this.rows.listItems(id).map((item) => this.toItemView(item))),
      pass: pass && (await this.toPassView(pass, journey)),
      rejected: this.index.listRejected().filter(({ journeyId }) => journeyId === id),
      documents: await this.listDocuments(id),
      ...(row ? await this.toState(row) : NO_RECORD),
    }
  }

  edit(edits: readonly JourneyEdit[]): Promise<void> {
    return this.core.edits.applyAll(edits)
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
    const version = this.createVersion(pass)
    const guests = formatFirstNames(view.names)
    const copy = createGuestCopy({ journey, days, guests, host, now: version })
    // The same for each copy behind the link, so that older copies can report too.
    const seenToken = await hashText(`seen ${link.key}`)
    const set: Partial<GuestPassData> = {
      journey: id,
      ciphertext: await encryptJson(
        await importKey(link.key),
        { ...copy, seenToken },
        toPassContext(link.id),
      ),
      seenProof: await hashText(seenToken),
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
    const { pass } = view
    const version = this.createVersion(pass)
    const set = { closed: true, ciphertext: '', documents: [], version }
    await this.setPass(view.journey.link.id, set, pass)
    return view.journey.link.id
  }

  hasKeys(id: string): boolean {
    return readJourney(this.rows, id).documentKey !== ''
  }

  /** Gives the journey another link; the caller closes the old one first. */
  async replaceLink(id: string): Promise<void> {
    const view = await this.get(id)
    if (!view) return
    const { link, documentKey, documentKeys } = view.journey
    const { documentKey: added, ...next } = createJourneyKeys()
    const set = {
      ...next,
      // Guests with the earlier link know its document key, so later documents get another one.
      documentKey: added,
      // Both, because another device without a connection may replace the link too.
      documentKeys: [...new Set([...documentKeys, ...listDocumentKeys(view.journey), added])],
    }
    const base = { link, documentKey, documentKeys }
    await this.edit([{ coll: 'journey', id, op: 'set', base, set, rev: view.rev }])
  }

  private createVersion(pass: JourneyView['pass']): number {
    return Math.max(this.core.clock(), (pass?.data.version ?? 0) + VERSION_STEP)
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
    return { item: toItem(this.rows, row), ...(await this.toState(row)) }
  }

  /** The state of a record with those that extend it. */
  private async toState(row: StoredRecord) {
    const all = [row, ...this.rows.listExtensions(row)]
    const open: OpenConflict[] = []
    for (const { conflicts, key } of all)
      if (conflicts.length > 0)
        open.push(...getOpenConflicts({ conflicts }, await readPending(this.core.db, key)))
    return {
      rev: row.rev,
      isPending: all.some(isPending),
      conflicts: open,
      updatedAt: Math.max(...all.map(({ updatedAt }) => updatedAt)),
    }
  }

  private async toPassView(row: StoredRecord, { link }: JourneyData): Promise<JourneyView['pass']> {
    const data = toGuestPassData(getOptimistic(row).data)
    const copy = await this.readCopy(data.ciphertext, link)
    const confirmed = toGuestPassData(row.data)
    const sentCopy = isPending(row) ? await this.readCopy(confirmed.ciphertext, link) : copy
    return { ...(await this.toState(row)), data, copy, sentCopy }
  }

  /** The copy that guests have; undefined if there is none or it cannot be decrypted. */
  private async readCopy(
    ciphertext: string,
    link: JourneyData['link'],
  ): Promise<GuestCopy | undefined> {
    if (ciphertext === '') return undefined
    const known = this.copies.has(ciphertext)
    const copy = known ? this.copies.get(ciphertext) : await decryptCopy(ciphertext, link)
    this.copies.delete(ciphertext)
    this.copies.set(ciphertext, copy)
    for (const oldest of this.copies.keys())
      if (this.copies.size > MAX_COPIES) this.copies.delete(oldest)
    return copy
  }

  private async listDocuments(journeyId: string): Promise<JourneyView['documents']> {
    const { documents } = this.core.db
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

/** State of a record that this device does not have. */
const NO_RECORD = { rev: 0, isPending: false, conflicts: [], updatedAt: 0 }

/** Least time between two versions, ms: a calendar file numbers them by the second. */
const VERSION_STEP = 1000

/** The copy published last, and the one that guests have. */
const MAX_COPIES = 2

async function decryptCopy(
  ciphertext: string,
  { id, key }: JourneyData['link'],
): Promise<GuestCopy | undefined> {
  try {
    return (await decryptJson(await importKey(key), ciphertext, toPassContext(id))) as GuestCopy
  } catch {
    return undefined
  }
}
