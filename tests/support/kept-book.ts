import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect } from 'vitest'
import { LocalBook } from '#client/book/local-book.ts'
import type { BookChannel, BookNews } from '#client/book/store/channel.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import type { ClientSort } from '#client/book/store/types.ts'
import type { Answer, Transport } from '#client/book/sync/transport.ts'
import { type Client, emptyClient } from '#shared/clients/fields.ts'
import type { Change } from '#shared/sync/protocol.ts'
import { TODAY } from './site.ts'

let made = 0

/** A client record as the server sends it. */
export function record(
  id: string,
  client: Partial<Client> = {},
  over: Partial<Change> = {},
): Change {
  made++
  const data = { ...emptyClient, name: id, ...client }
  return {
    coll: 'client',
    id,
    rev: 1,
    seq: made,
    data,
    createdAt: TODAY,
    updatedAt: TODAY + made,
    ...over,
  }
}

/**
 * A device whose tabs share one IndexedDB and a broadcast channel. The server does not answer
 * unless a test gives `tab` a `pull` or `push`.
 */
export class BookDevice {
  readonly factory = new IDBFactory()
  private readonly tabs: LocalBook[] = []
  private readonly ears: { owner: object; hear: (news: BookNews) => void }[] = []
  private ids = 0

  database(): OwnerDatabase {
    return new OwnerDatabase('owner', { indexedDB: this.factory, IDBKeyRange })
  }

  /** Stores changes as a packed page, as a pull does. */
  async pack(no: number, changes: Change[]): Promise<void> {
    const db = this.database()
    const bytes = new TextEncoder().encode(JSON.stringify(changes))
    await db.pages.put({ no, round: 1, bytes })
    db.close()
  }

  /** Marks the device as fully synced. */
  async noteSynced(): Promise<void> {
    const db = this.database()
    const device = await readDevice(db, () => 'd1')
    await db.device.put({ ...device, syncedAt: TODAY })
    db.close()
  }

  /** Opens another tab of the desk. */
  tab(
    pull: Transport['pull'] = nobody,
    push: Transport['push'] = nobody,
    channel = this.channel(),
  ): LocalBook {
    const book = new LocalBook({
      db: this.database(),
      userId: 'owner',
      clock: () => TODAY,
      newId: () => `new-${++this.ids}`,
      random: () => 0.5,
      transport: { push, pull, isRevoked: async () => false },
      locks: undefined,
      channel,
    })
    this.tabs.push(book)
    return book
  }

  /** A tab that has loaded all stored clients. */
  opened(): Promise<LocalBook> {
    return this.whole(this.tab())
  }

  /** The same, in a browser without a channel between tabs. */
  deaf(): Promise<LocalBook> {
    const nothing = () => undefined
    return this.whole(this.tab(nobody, nobody, { tell: nothing, hear: nothing, close: nothing }))
  }

  private async whole(book: LocalBook): Promise<LocalBook> {
    const loading = async () => (await book.list({ text: '', sort: 'name' }, 0, 1)).loading
    await expect.poll(loading).toBe(false)
    return book
  }

  closeAll(): void {
    for (const tab of this.tabs.splice(0)) tab.close()
  }

  private channel(): BookChannel {
    const owner = {}
    return {
      tell: (news) => {
        for (const ear of this.ears) if (ear.owner !== owner) ear.hear(structuredClone(news))
      },
      hear: (hear) => void this.ears.push({ owner, hear }),
      close: () => undefined,
    }
  }
}

/** The ids of the clients that a search finds, in the order of `sort`. */
export async function found(
  book: LocalBook,
  text: string,
  sort: ClientSort = 'name',
): Promise<string[]> {
  const { lines } = await book.list({ text, sort }, 0, 1000)
  return lines.map(({ id }) => id)
}

async function nobody(): Promise<Answer> {
  return { status: 0, body: undefined, text: '' }
}
