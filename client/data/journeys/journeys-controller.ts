import type { EditParts } from '#client/data/edits/edits.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import type { StoredDocument } from '#client/data/store/schema.ts'
import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import { listDocumentKeys } from '#shared/journeys/api.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import {
  type ChosenFile,
  type DocumentTransport,
  decryptDocument,
  fetchDocument,
  httpDocumentTransport,
  prepareDocument,
  sendDocuments,
} from './documents.ts'
import { JourneyIndex, type Marks } from './journey-index.ts'
import { JourneyRecords } from './journey-records.ts'
import type { JourneyRows } from './journey-rows.ts'
import type { JourneysApi, JourneyView } from './types.ts'

interface ControllerParts extends EditParts {
  rows: JourneyRows
  index: JourneyIndex
  transport: DocumentTransport
  /** Runs an edit of these records once the local data is open, then reports it and syncs. */
  edit: (ids: readonly string[], work: () => Promise<void>) => Promise<void>
  /** Reports that this device has another document. */
  reportDocuments: () => Promise<void>
  whenOpened: Promise<void>
}

/** The journeys, as `openJourneys` opens them. */
export interface Journeys {
  controller: JourneysController
  index: JourneyIndex
}

interface OpeningParts extends Omit<ControllerParts, 'index' | 'transport'> {
  marks: Marks
  getClientName: (id: string) => string | undefined
  /** Undefined: `fetch`. */
  transport: DocumentTransport | undefined
}

export function openJourneys(opening: OpeningParts): Journeys {
  const { marks, getClientName, transport = httpDocumentTransport(), ...parts } = opening
  const index = new JourneyIndex({ rows: parts.rows, marks, getClientName })
  // The state of the data reports that it could not be opened.
  parts.whenOpened.then(() => index.warmUp()).catch(() => undefined)
  return { index, controller: new JourneysController({ ...parts, transport, index }) }
}

/** The part of the API that is about journeys and their documents. */
class JourneysController implements JourneysApi {
  private readonly parts: ControllerParts
  private readonly db: OwnerDatabase
  private readonly records: JourneyRecords
  private sending: Promise<void> | undefined
  private lastAdded: Promise<unknown> = Promise.resolve()

  constructor(parts: ControllerParts) {
    this.parts = parts
    this.db = parts.db
    this.records = new JourneyRecords(parts)
  }

  async listJourneys(text: string) {
    await this.parts.whenOpened
    return this.parts.index.list(text)
  }

  async listRejectedJourneyEdits() {
    await this.parts.whenOpened
    return this.parts.index.listRejected()
  }

  async getJourney(id: string) {
    await this.parts.whenOpened
    return this.records.get(id)
  }

  editJourney: JourneysApi['editJourney'] = (edits) =>
    this.parts.edit(
      edits.map(({ id }) => id),
      () => this.records.edit(edits),
    )

  async publishJourney(id: string, host: GuestCopy['host']): Promise<void> {
    await this.ensureKeys(id)
    await this.editPass(id, () => this.records.publish(id, host))
  }

  closeLink: JourneysApi['closeLink'] = (id) => this.editPass(id, () => this.records.close(id))

  async replaceLink(id: string): Promise<void> {
    await this.closeLink(id)
    await this.parts.edit([id], () => this.records.replaceLink(id))
  }

  /** One at a time: each is added to the list with the one before. */
  addDocument: JourneysApi['addDocument'] = (itemId, file, name) => {
    const added = this.lastAdded.then(() => this.storeDocument({ itemId, file, name }))
    this.lastAdded = added.catch(() => undefined)
    return added
  }

  private async storeDocument(chosen: Pick<ChosenFile, 'itemId' | 'file' | 'name'>) {
    const { itemId } = chosen
    await this.ensureKeys(getJourneyId(itemId))
    const { view } = await this.findItem(itemId)
    const { documentKey: key } = view.journey
    const prepared = await prepareDocument({ ...chosen, key, journeyBytes: sumDocuments(view) })
    if ('refused' in prepared) return prepared
    const { description, stored } = prepared
    try {
      await this.parts.edit([itemId], async () => {
        // The content goes first: an item must not list a document that no device has.
        await this.db.documents.put(stored)
        // Read again, because a document may have been removed while this one was encrypted.
        const { item, rev } = (await this.findItem(itemId)).found
        const { documents } = item
        const edit = { base: { documents }, set: { documents: [...documents, description] } }
        await this.records.edit([{ coll: 'journey-item', id: itemId, op: 'set', ...edit, rev }])
      })
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      return { refused: 'full' as const }
    }
    return { id: description.id }
  }

  private async findItem(itemId: string) {
    const view = await this.getJourney(getJourneyId(itemId))
    const found = view?.items.find(({ item }) => item.id === itemId)
    if (!view || !found) throw new Error('This item is not on this device')
    return { view, found }
  }

  async openDocument(itemId: string, documentId: string): Promise<Blob | undefined> {
    const view = await this.getJourney(getJourneyId(itemId))
    const item = view?.items.find((one) => one.item.id === itemId)?.item
    const description = item?.documents.find(({ id }) => id === documentId)
    if (!view || !description) return undefined
    const stored =
      (await this.db.documents.get(documentId)) ?? (await this.fetch(itemId, documentId))
    const keys = listDocumentKeys(view.journey)
    return stored && decryptDocument(stored, { keys, type: description.type })
  }

  /** Loaded on demand, because few people ask for their data. */
  async listPersonDocuments(clientIds: readonly string[]) {
    await this.parts.whenOpened
    const { listPersonDocuments } = await import('./person-documents.ts')
    return listPersonDocuments(this.parts.rows, new Set(clientIds))
  }

  async fetchDocuments(journeyId: string): Promise<string[]> {
    const view = await this.getJourney(journeyId)
    const here = new Set(view?.documents.here)
    const missing: string[] = []
    for (const { item } of view?.items ?? [])
      for (const { id } of item.documents)
        if (!here.has(id) && !(await this.fetch(item.id, id))) missing.push(id)
    return missing
  }

  /** Call it after a sync: the server accepts only documents that an item lists. */
  sendDocuments(): Promise<void> {
    this.sending ??= sendDocuments(this.db, this.parts.transport).finally(() => {
      this.sending = undefined
    })
    return this.sending
  }

  private async fetch(itemId: string, id: string): Promise<StoredDocument | undefined> {
    const { db, transport, reportDocuments } = this.parts
    const stored = await fetchDocument({ db, transport }, { itemId, id })
    if (stored) await reportDocuments()
    return stored
  }

  /**
   * Makes the journey's keys if this device has none, as in the middle of a first sync. The server keeps those of
   * both devices: it adds the key of documents to its list, and the owner is asked which link is used.
   */
  private async ensureKeys(id: string): Promise<void> {
    await this.parts.whenOpened
    if (!this.records.hasKeys(id)) await this.parts.edit([id], () => this.records.replaceLink(id))
  }

  private async editPass(
    journeyId: string,
    work: () => Promise<string | undefined>,
  ): Promise<void> {
    // The pass's id is known before the work, so that pages read it again after it.
    const passId = (await this.getJourney(journeyId))?.journey.link.id
    if (passId) await this.parts.edit([passId], async () => void (await work()))
  }
}

function sumDocuments({ items }: JourneyView): number {
  return items.flatMap(({ item }) => item.documents).reduce((sum, { size }) => sum + size, 0)
}
