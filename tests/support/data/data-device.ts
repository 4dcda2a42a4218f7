import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect } from 'vitest'
import type { DataSetup } from '#client/data/data-core.ts'
import type { FileTransport } from '#client/data/file-transport.ts'
import { type DataApi, openOwnerData } from '#client/data/owner-data.ts'
import type { TabChannel, TabMessage } from '#client/data/store/channel.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { readDevice } from '#client/data/store/device.ts'
import { storeReadOnly } from '#client/data/store/read-only.ts'
import { changeToRecord } from '#client/data/store/record.ts'
import type { ClientSort } from '#client/data/store/types.ts'
import type { Answer, Transport } from '#client/data/sync/transport.ts'
import { type Client, emptyClient } from '#shared/clients/client-fields.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { NO_DOCUMENTS } from '#tests/support/journeys/document-double.ts'
import { TODAY } from '#tests/support/server/site.ts'

/** The parts of one tab's data worker. */
export interface OpenData extends DataApi {
  /** Reads these records again into memory. */
  refresh: (ids: readonly string[] | 'all') => Promise<void>
  close: () => void
}

export function openData(setup: DataSetup): OpenData {
  const { core, parts } = openOwnerData(setup)
  return { ...parts, refresh: (ids) => core.cache.refresh(ids), close: () => core.close() }
}

let recordCount = 0

/** A client record as the server sends it. */
export function buildRecord(
  id: string,
  client: Partial<Client> = {},
  over: Partial<Change> = {},
): Change {
  recordCount++
  const data = { ...emptyClient, name: id, ...client }
  return {
    coll: 'client',
    id,
    rev: 1,
    seq: recordCount,
    data,
    createdAt: TODAY,
    updatedAt: TODAY + recordCount,
    ...over,
  }
}

/**
 * A device whose tabs share one IndexedDB and a broadcast channel. The server does not answer
 * unless a test gives `tab` a `pull` or `push`.
 */
export class DataDevice {
  readonly factory = new IDBFactory()
  private readonly openTabs: OpenData[] = []
  private readonly tabListeners: { owner: object; hear: (news: TabMessage) => void }[] = []
  private idCount = 0
  /** Where its files are sent to. */
  files: FileTransport = NO_DOCUMENTS

  openDatabase(): OwnerDatabase {
    return new OwnerDatabase('owner', { indexedDB: this.factory, IDBKeyRange })
  }

  /** Stores changes as a packed page, as a pull does. */
  async storePage(no: number, changes: Change[]): Promise<void> {
    const db = this.openDatabase()
    const bytes = new TextEncoder().encode(JSON.stringify(changes))
    await db.pages.put({ no, resyncNo: 1, bytes })
    db.close()
  }

  /** Stores changes as single rows, as a pull does with all records but clients. */
  async storeRows(changes: Change[]): Promise<void> {
    const db = this.openDatabase()
    await db.records.bulkPut(
      changes.map((change) => changeToRecord(change, { epoch: '', resyncNo: 1 })),
    )
    db.close()
  }

  async storeReadOnly(changes: ReadOnlyChange[]): Promise<void> {
    const db = this.openDatabase()
    await storeReadOnly(db, changes, await readDevice(db, () => 'd1'))
    db.close()
  }

  /** Marks the device as fully synced. */
  async markSynced(): Promise<void> {
    const db = this.openDatabase()
    const device = await readDevice(db, () => 'd1')
    await db.device.put({ ...device, syncedAt: TODAY })
    db.close()
  }

  /** Opens another tab of the desk. */
  openTab(
    pull: Transport['pull'] = noAnswer,
    push: Transport['push'] = noAnswer,
    channel = this.createChannel(),
  ): OpenData {
    const data = openData({
      db: this.openDatabase(),
      userId: 'owner',
      clock: () => TODAY,
      newId: () => `new-${++this.idCount}`,
      random: () => 0.5,
      transport: { push, pull, isRevoked: async () => false },
      isOffline: () => globalThis.navigator?.onLine === false,
      fileTransport: this.files,
      locks: undefined,
      channel,
    })
    this.openTabs.push(data)
    return data
  }

  /** A tab that has loaded all stored clients. */
  openLoadedTab(): Promise<OpenData> {
    return this.waitUntilLoaded(this.openTab())
  }

  /** The same, in a browser without a channel between tabs. */
  openDisconnectedTab(): Promise<OpenData> {
    const nothing = () => undefined
    return this.waitUntilLoaded(
      this.openTab(noAnswer, noAnswer, { post: nothing, listen: nothing, close: nothing }),
    )
  }

  private async waitUntilLoaded(data: OpenData): Promise<OpenData> {
    const loading = async () => (await data.clients.list({ text: '', sort: 'name' }, 0, 1)).loading
    await expect.poll(loading).toBe(false)
    return data
  }

  closeAll(): void {
    for (const tab of this.openTabs.splice(0)) tab.close()
  }

  private createChannel(): TabChannel {
    const owner = {}
    return {
      post: (message) => {
        for (const ear of this.tabListeners)
          if (ear.owner !== owner) ear.hear(structuredClone(message))
      },
      listen: (hear) => void this.tabListeners.push({ owner, hear }),
      close: () => undefined,
    }
  }
}

/** The ids of the clients that a search finds, in the order of `sort`. */
export async function listFoundIds(
  data: OpenData,
  text: string,
  sort: ClientSort = 'name',
): Promise<string[]> {
  const { items: lines } = await data.clients.list({ text, sort }, 0, 1000)
  return lines.map(({ id }) => id)
}

async function noAnswer(): Promise<Answer> {
  return { status: 0, body: undefined, text: '' }
}
