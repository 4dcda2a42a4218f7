import Dexie, { type EntityTable, type Table } from 'dexie'
import { isRecoverable } from '#client/lib/data/storage-errors.ts'
import {
  type EndedPass,
  hasEnded,
  type SavedPass,
  type StoredDocument,
  toEnded,
} from './saved-pass.ts'

const DATABASE_NAME = 'journeys'

interface DocumentPiece {
  pass: string
  document: string
  /** Position of the first byte. */
  at: number
  bytes: Uint8Array<ArrayBuffer>
}

export type PassChanges = { [Name in keyof SavedPass]?: SavedPass[Name] | undefined }

/** Days for which the page still tells that a journey has ended. */
const ENDED_DAYS = 90
const DAY = 86_400_000

/** The database of a guest's device. The content of journeys is encrypted. */
export class JourneyStore extends Dexie {
  readonly passes!: EntityTable<SavedPass, 'id'>
  readonly ended!: EntityTable<EndedPass, 'id'>
  readonly documents!: Table<StoredDocument, [string, string]>
  readonly pieces!: Table<DocumentPiece, [string, string, number]>

  constructor(options?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    // Strict durability: "saved" may be shown only after the data is on disk.
    super(DATABASE_NAME, { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({
      passes: 'id',
      ended: 'id',
      documents: '[pass+document], pass',
      pieces: '[pass+document+at], pass',
    })
  }

  /** The journey with this id; without an id the one opened last. */
  findPass(id: string | undefined): Promise<SavedPass | undefined> {
    return this.run(async () => {
      if (id !== undefined) return this.passes.get(id)
      const all = await this.passes.toArray()
      return all.sort((a, b) => b.openedAt - a.openedAt)[0]
    })
  }

  /** The ended journey with this id; without an id the one erased last. */
  findEnded(id: string | undefined): Promise<EndedPass | undefined> {
    return this.run(async () => {
      if (id !== undefined) return this.ended.get(id)
      const all = await this.ended.toArray()
      return all.sort((a, b) => b.erasedAt - a.erasedAt)[0]
    })
  }

  /**
   * Saves a pass, without its key if the browser cannot store keys. With `isFirst`, resolves to false and
   * changes nothing if the pass is already saved.
   */
  async savePass(pass: SavedPass, how: { isFirst?: boolean } = {}): Promise<boolean> {
    try {
      return await this.putPass(pass, how)
    } catch (error) {
      const { key: _key, ...rest } = pass
      if (!isNotStorable(error)) throw error
      return this.putPass(rest, how)
    }
  }

  private putPass(pass: SavedPass, { isFirst }: { isFirst?: boolean }): Promise<boolean> {
    return this.run(() =>
      this.transaction('rw', this.passes, this.ended, async () => {
        if (isFirst && (await this.passes.get(pass.id))) return false
        await this.ended.delete(pass.id)
        await this.passes.put(pass)
        return true
      }),
    )
  }

  /** Changes a pass, if it is saved; undefined removes a field. */
  changePass(id: string, changes: PassChanges): Promise<unknown> {
    return this.run(() => this.passes.update(id, changes as Partial<SavedPass>))
  }

  /** Removes a journey with its documents; `ended` is stored in its place. */
  removePass(id: string, ended?: EndedPass): Promise<void> {
    return this.run(() =>
      this.transaction('rw', this.tables, async () => {
        await this.passes.delete(id)
        await this.documents.where('pass').equals(id).delete()
        await this.pieces.where('pass').equals(id).delete()
        if (ended) await this.ended.put(ended)
      }),
    )
  }

  /** Erases all journeys that have ended. `now`: by this device's clock. */
  async eraseEnded(now: number): Promise<void> {
    const over = await this.run(() => this.passes.filter((pass) => hasEnded(pass, now)).toArray())
    for (const pass of over) await this.removePass(pass.id, toEnded(pass, now))
    const oldest = now - ENDED_DAYS * DAY
    await this.run(() => this.ended.filter(({ erasedAt }) => erasedAt < oldest).delete())
  }

  listDocuments(pass: string): Promise<StoredDocument[]> {
    return this.run(() => this.documents.where('pass').equals(pass).toArray())
  }

  /** Adds the next bytes of a document; false if the journey is no longer on this device. */
  addPiece(stored: StoredDocument, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const { pass, document, bytes: at } = stored
    return this.run(() =>
      this.transaction('rw', this.passes, this.documents, this.pieces, async () => {
        if (!(await this.passes.get(pass))) return false
        if (bytes.length > 0) await this.pieces.put({ pass, document, at, bytes })
        await this.documents.put({ ...stored, bytes: at + bytes.length })
        return true
      }),
    )
  }

  /** All bytes of a document that have arrived, in order. */
  async readDocument(pass: string, document: string): Promise<Uint8Array<ArrayBuffer>> {
    const pieces = await this.run(() =>
      this.pieces
        .where('[pass+document+at]')
        .between([pass, document, Dexie.minKey], [pass, document, Dexie.maxKey])
        .toArray(),
    )
    const whole = new Uint8Array(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0))
    for (const { at, bytes } of pieces) whole.set(bytes, at)
    return whole
  }

  removeDocument(pass: string, document: string): Promise<void> {
    return this.run(() =>
      this.transaction('rw', this.documents, this.pieces, async () => {
        await this.documents.delete([pass, document])
        await this.pieces
          .where('[pass+document+at]')
          .between([pass, document, Dexie.minKey], [pass, document, Dexie.maxKey])
          .delete()
      }),
    )
  }

  /** If the browser has closed the database, opens it again and retries once. */
  private async run<T>(act: () => PromiseLike<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!isRecoverable(error)) throw error
      this.close()
      await this.open()
      return act()
    }
  }
}

function isNotStorable(error: unknown): boolean {
  return error instanceof Error && error.name === 'DataCloneError'
}

/**
 * For the service worker: erases journeys that have ended without opening a page. Creates no database on the
 * device of a visitor who is no guest.
 */
export async function eraseEndedPasses(now: number): Promise<void> {
  // `Dexie.exists` would create a missing database and then delete it, with all that a page saved in between.
  if (!(await Dexie.getDatabaseNames()).includes(DATABASE_NAME)) return
  const store = new JourneyStore()
  try {
    await store.eraseEnded(now)
  } finally {
    store.close()
  }
}
