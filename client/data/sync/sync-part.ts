import type { DataCore } from '#client/data/data-core.ts'
import type { DataSnapshot, DataState } from '#client/data/store/types.ts'
import { resolveMissing } from './full-resync.ts'

/** The state of the local data and of its sync, and when it syncs. */
export class SyncPart {
  constructor(
    private readonly core: DataCore,
    /** Sends the files that wait. */
    private readonly sendFiles: () => Promise<void>,
  ) {}

  async run(): Promise<void> {
    if (this.core.db.isSuperseded) return
    await this.core.scheduler.syncNow()
    await this.sendFiles()
  }

  /** Decides on records that the server no longer has: remove them here too, or send them again. */
  async resolveMissing(choice: 'remove' | 'resend'): Promise<void> {
    await resolveMissing(this.core.db, choice)
    await this.core.reportEdit('all')
  }

  async getState(): Promise<DataState> {
    return this.core.getSnapshot().state
  }

  /** Calls the listener now and at each change. */
  async watch(listener: (snapshot: DataSnapshot) => void): Promise<void> {
    this.core.watch(listener)
  }

  /** Whether a page of the desk is visible; while it is, a sync runs every minute. */
  async setVisible(visible: boolean): Promise<void> {
    await this.core.whenOpened
    this.core.scheduler.setVisible(visible)
  }

  /** Ends a pause of the sync after a sign-in. */
  async resume(): Promise<void> {
    this.core.scheduler.resume()
  }
}
