import type { DataCore } from '#client/data/data-core.ts'
import { findUnsentDocuments } from '#client/data/index/journey-rows.ts'
import { loadOnce } from '#client/data/lazy-part.ts'
import type { JourneyIndex } from './journey-index.ts'
import type { Journeys } from './journeys-part.ts'

/** Loads the journeys' code with the first journey: it is a fifth of the worker's code. */
export class JourneysLoader {
  readonly load: () => Promise<Journeys> = loadOnce(async () => {
    const { openJourneys } = await import('./journeys-part.ts')
    return openJourneys(this.core)
  })

  constructor(private readonly core: DataCore) {}

  /** What `read` finds in the journeys; nothing if there are none. */
  async read<T>(read: (index: JourneyIndex) => T[]): Promise<T[]> {
    const { journeys, rejectedOfJourneys } = this.core.cache
    if (journeys.isEmpty && rejectedOfJourneys.length === 0) return []
    return read((await this.load()).index)
  }

  /** Sends documents that wait, and reports that the server has them; those that fail wait on. */
  async sendDocuments(): Promise<void> {
    if ((await findUnsentDocuments(this.core.db).count()) === 0) return
    await (await this.load()).part.sendDocuments()
    await this.core.reportChange([])
  }
}
