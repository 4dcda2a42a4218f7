import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import type { EndedPass, SavedPass } from './saved-pass.ts'
import type { JourneyStore, PassChanges } from './store.ts'

/** Set once something is saved, so that a first visit does not wait for the database. */
const FLAG = 'journeys-saved'
const CHANNEL = 'journeys'
/** Longest wait for the database, ms: some browsers sometimes never open it. */
export const PATIENCE = 5000

export type SaveOutcome = 'saved' | 'full' | 'unavailable'

export interface FoundPass {
  pass?: SavedPass | undefined
  /** The journey was on this device, and has ended. */
  ended?: EndedPass | undefined
  /** The database did not answer, so whether the journey is here is unknown. */
  isUnread?: true
}

/**
 * The journeys saved on this device. The page works without them: where the browser has no database, or it
 * fails, nothing is found and saving reports it. The code of the database loads when it is first needed.
 * Other tabs are notified of every change.
 */
export class SavedJourneys {
  private loading: Promise<JourneyStore> | undefined
  private lastWrite: Promise<unknown> = Promise.resolve()
  private readonly channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)

  /** Opens the database; rejects if its code cannot be loaded. */
  open(): Promise<JourneyStore> {
    this.loading ??= import('./store.ts').then(({ JourneyStore }) => new JourneyStore())
    this.loading.catch(() => {
      this.loading = undefined
    })
    return this.loading
  }

  /** Whether something may be saved here, without reading the database. */
  hasSaved(): boolean {
    try {
      return FLAG in localStorage
    } catch {
      return true
    }
  }

  /** Erases journeys that have ended, then finds a link's journey; without an id the one opened last. */
  async find(id: string | undefined, now: number): Promise<FoundPass> {
    const unread: FoundPass = { isUnread: true }
    const late = new Promise<FoundPass>((resolve) => setTimeout(resolve, PATIENCE, unread))
    return Promise.race([this.read(id, now).catch(() => unread), late])
  }

  private async read(id: string | undefined, now: number): Promise<FoundPass> {
    const store = await this.open()
    await store.eraseEnded(now)
    const [pass, ended] = [await store.findPass(id), await store.findEnded(id)]
    return pass ? { pass } : { ended }
  }

  /** Saves a pass. A first opening (`isFirst`) does not replace a saved pass; the result is then `known`. */
  async save(pass: SavedPass, how: { isFirst?: boolean } = {}): Promise<SaveOutcome | 'known'> {
    try {
      if (!(await this.write((store) => store.savePass(pass, how)))) return 'known'
      setFlag()
      this.tell(pass.id)
      return 'saved'
    } catch (error) {
      return isQuotaExceeded(error) ? 'full' : 'unavailable'
    }
  }

  /** Changes a saved pass; does nothing if it could not be saved. */
  async change(id: string, changes: PassChanges): Promise<void> {
    try {
      await this.write((store) => store.changePass(id, changes))
      this.tell(id)
    } catch {
      // The page continues with what it has in memory.
    }
  }

  async remove(id: string, ended?: EndedPass): Promise<void> {
    try {
      await this.write((store) => store.removePass(id, ended))
    } catch {
      // If nothing can be removed, nothing could be saved.
    }
    this.tell(id)
  }

  /** Writes one after another, so that an earlier save does not bring a removed journey back. */
  private write<T>(write: (store: JourneyStore) => Promise<T>): Promise<T> {
    const written = this.lastWrite.then(async () => write(await this.open()))
    this.lastWrite = written.catch(() => undefined)
    return written
  }

  /** Calls `changed` when another tab has changed a pass. */
  watch(changed: (id: string) => void): void {
    this.channel?.addEventListener('message', ({ data }) => changed(String(data)))
  }

  private tell(id: string): void {
    this.channel?.postMessage(id)
  }
}

function setFlag(): void {
  try {
    localStorage.setItem(FLAG, '1')
  } catch {
    // Without the flag, the next visit reads the database only if it has to.
  }
}
