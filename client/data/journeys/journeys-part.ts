import type { DataCore } from '#client/data/data-core.ts'
import { type FileTransport, httpFileTransport } from '#client/data/file-transport.ts'
import type { StoredDocument } from '#client/data/store/schema.ts'
import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import { listDocumentKeys } from '#shared/journeys/api.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import {
  type ChosenFile,
  decryptDocument,
  fetchDocument,
  prepareDocument,
  sendDocuments,
} from './documents.ts'
import { JourneyIndex } from './journey-index.ts'
import { JourneyRecords } from './journey-records.ts'
import type {
  DocumentRefusal,
  JourneyListItem,
  JourneyView,
  PersonDocument,
  RejectedJourneyEdit,
} from './types.ts'

/** The part that pages call, and the index for lists of other parts. */
export interface Journeys {
  part: JourneysPart
  index: JourneyIndex
}

export function openJourneys(core: DataCore): Journeys {
  const { cache, whenOpened } = core
  const index = new JourneyIndex({
    ...{ rows: cache.journeys, marks: cache },
    getClientName(id) {
      const client = cache.index.get(id)
      return client?.deleted ? undefined : client?.name
    },
  })
  // The state of the data reports that it could not be opened.
  whenOpened.then(() => index.warmUp()).catch(() => undefined)
  return { index, part: new JourneysPart(core, index) }
}

export class JourneysPart {
  private readonly transport: FileTransport
  private readonly records: JourneyRecords
  private sending: Promise<void> | undefined
  private lastAdded: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly core: DataCore,
    private readonly index: JourneyIndex,
  ) {
    this.transport = core.setup.fileTransport ?? httpFileTransport()
    this.records = new JourneyRecords(core, index)
  }

  /** Journeys whose title, places or clients contain all words; all for empty text. */
  async list(text: string): Promise<JourneyListItem[]> {
    await this.core.whenOpened
    return this.index.list(text)
  }

  async listRejected(): Promise<RejectedJourneyEdit[]> {
    await this.core.whenOpened
    return this.index.listRejected()
  }

  async get(id: string): Promise<JourneyView | undefined> {
    await this.core.whenOpened
    return this.records.get(id)
  }

  /**
   * Encrypts the journey as it is now for its guests, and queues it: "Update their copy". Also
   * shares a journey for the first time, and opens a closed link again.
   */
  async publish(id: string, host: GuestCopy['host']): Promise<void> {
    await this.ensureKeys(id)
    await this.editPass(id, () => this.records.publish(id, host))
  }

  /** Closes the guests' link: queues the removal of its copy. */
  closeLink(id: string): Promise<void> {
    return this.editPass(id, () => this.records.close(id))
  }

  /** Closes the link and makes another, which the next publication uses. */
  async replaceLink(id: string): Promise<void> {
    await this.closeLink(id)
    await this.core.edit([id], () => this.records.replaceLink(id))
  }

  /** Stores a file on this device and lists it in the item, or says why not. */
  addDocument(
    itemId: string,
    file: Blob,
    name: string,
  ): Promise<{ refused: DocumentRefusal } | { id: string }> {
    // One at a time: each is added to the list with the one before.
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
      await this.core.edit([itemId], async () => {
        // The content goes first: an item must not list a document that no device has.
        await this.core.db.documents.put(stored)
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
    const view = await this.get(getJourneyId(itemId))
    const found = view?.items.find(({ item }) => item.id === itemId)
    if (!view || !found) throw new Error('This item is not on this device')
    return { view, found }
  }

  /** A document's content, fetched if it is not on this device; undefined if it cannot be. */
  async openDocument(itemId: string, documentId: string): Promise<Blob | undefined> {
    const view = await this.get(getJourneyId(itemId))
    const item = view?.items.find((one) => one.item.id === itemId)?.item
    const description = item?.documents.find(({ id }) => id === documentId)
    if (!view || !description) return undefined
    const stored =
      (await this.core.db.documents.get(documentId)) ?? (await this.fetch(itemId, documentId))
    const keys = listDocumentKeys(view.journey)
    return stored && decryptDocument(stored, { keys, type: description.type })
  }

  /** The documents of the journeys of these clients, who are one person. Journeys with other travellers come last. */
  async listPersonDocuments(clientIds: readonly string[]): Promise<PersonDocument[]> {
    await this.core.whenOpened
    // Loaded on demand, because few people ask for their data.
    const { listPersonDocuments } = await import('./person-documents.ts')
    return listPersonDocuments(this.core.cache.journeys, new Set(clientIds))
  }

  /** Fetches all documents of a journey; resolves with those that are still missing. */
  async fetchDocuments(journeyId: string): Promise<string[]> {
    const view = await this.get(journeyId)
    const here = new Set(view?.documents.here)
    const missing: string[] = []
    for (const { item } of view?.items ?? [])
      for (const { id } of item.documents)
        if (!here.has(id) && !(await this.fetch(item.id, id))) missing.push(id)
    return missing
  }

  /** Call it after a sync: the server accepts only documents that an item lists. */
  sendDocuments(): Promise<void> {
    this.sending ??= sendDocuments(this.core.db, this.transport).finally(() => {
      this.sending = undefined
    })
    return this.sending
  }

  private async fetch(itemId: string, id: string): Promise<StoredDocument | undefined> {
    const { db } = this.core
    const stored = await fetchDocument({ db, transport: this.transport }, { itemId, id })
    if (stored) await this.core.reportChange([])
    return stored
  }

  /**
   * Makes the journey's keys if this device has none, as in the middle of a first sync. The server keeps those of
   * both devices: it adds the key of documents to its list, and the owner is asked which link is used.
   */
  private async ensureKeys(id: string): Promise<void> {
    await this.core.whenOpened
    if (!this.records.hasKeys(id)) await this.core.edit([id], () => this.records.replaceLink(id))
  }

  private async editPass(
    journeyId: string,
    work: () => Promise<string | undefined>,
  ): Promise<void> {
    // The pass's id is known before the work, so that pages read it again after it.
    const passId = (await this.get(journeyId))?.journey.link.id
    if (passId) await this.core.edit([passId], async () => void (await work()))
  }
}

function sumDocuments({ items }: JourneyView): number {
  return items.flatMap(({ item }) => item.documents).reduce((sum, { size }) => sum + size, 0)
}
