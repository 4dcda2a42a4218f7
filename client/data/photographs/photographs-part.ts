import type { DataCore } from '#client/data/data-core.ts'
import { loadOnce } from '#client/data/lazy-part.ts'
import type { PhotographFiles, PhotographRefusal, UnsentPhotograph } from './photograph-files.ts'

/** The files of photographs, from when they are chosen until the server has processed them. */
export class PhotographsPart {
  private readonly load: () => Promise<PhotographFiles>

  constructor(private readonly core: DataCore) {
    this.load = loadOnce(async () => {
      const { PhotographFiles: Files } = await import('./photograph-files.ts')
      return new Files(core)
    })
  }

  /** Stores a file on this device and adds its record, or says why not. */
  async add(file: Blob, name: string): Promise<{ refused: PhotographRefusal } | { id: string }> {
    await this.core.whenOpened
    return (await this.load()).add(file, name)
  }

  async listUnsent(): Promise<UnsentPhotograph[]> {
    return (await this.isEmpty()) ? [] : (await this.load()).listUnsent()
  }

  /** Sends the files that wait. Call it after a sync: the server accepts only those that a record names. */
  async send(): Promise<void> {
    if (!(await this.isEmpty())) await (await this.load()).send()
  }

  private async isEmpty(): Promise<boolean> {
    await this.core.whenOpened
    return (await this.core.db.photographs.count()) === 0
  }
}
