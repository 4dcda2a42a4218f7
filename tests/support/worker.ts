import type { CDPSession, Page } from '@playwright/test'

interface Registration {
  registrationId: string
  scopeURL: string
}

/** The browser's own hold on a page's service worker: what it does by itself, done when asked. */
export class WorkerControl {
  private registration: Registration | undefined
  private readonly cdp: CDPSession
  private readonly queue: 'outbox' | 'crm'

  private constructor(cdp: CDPSession, queue: 'outbox' | 'crm') {
    this.cdp = cdp
    this.queue = queue
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      this.registration = registrations.at(-1) ?? this.registration
    })
  }

  /** `queue`: which of the two it is woken for. */
  static async of(page: Page, queue: 'outbox' | 'crm' = 'outbox'): Promise<WorkerControl> {
    const cdp = await page.context().newCDPSession(page)
    const control = new WorkerControl(cdp, queue)
    await cdp.send('ServiceWorker.enable')
    return control
  }

  /** As the browser does when it needs the memory: in the middle of whatever it was doing. */
  async stop(): Promise<void> {
    await this.cdp.send('ServiceWorker.stopAllWorkers')
  }

  /** As the browser does when it believes to be online; `lastChance` is its last try. */
  async sync(lastChance = false): Promise<void> {
    if (!this.registration) throw new Error('There is no worker')
    const { registrationId, scopeURL } = this.registration
    await this.cdp.send('ServiceWorker.dispatchSyncEvent', {
      origin: new URL(scopeURL).origin,
      registrationId,
      tag: `${this.queue}-test`,
      lastChance,
    })
  }
}
