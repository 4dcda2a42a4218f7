import type { CDPSession, Page } from '@playwright/test'

interface Registration {
  registrationId: string
  scopeURL: string
}

/** Does on request what the browser does to a page's service worker by itself. */
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

  /** `queue`: the queue whose sync event `sync` fires. */
  static async attach(page: Page, queue: 'outbox' | 'crm' = 'outbox'): Promise<WorkerControl> {
    const cdp = await page.context().newCDPSession(page)
    const control = new WorkerControl(cdp, queue)
    await cdp.send('ServiceWorker.enable')
    return control
  }

  /** Stops the worker in the middle of its work, as the browser does to free memory. */
  async stop(): Promise<void> {
    await this.cdp.send('ServiceWorker.stopAllWorkers')
  }

  /** Fires a sync event, as the browser does when online; `lastChance`: its last attempt. */
  async sync(lastChance = false): Promise<void> {
    if (!this.registration) throw new Error('No service worker is registered yet')
    const { registrationId, scopeURL } = this.registration
    await this.cdp.send('ServiceWorker.dispatchSyncEvent', {
      origin: new URL(scopeURL).origin,
      registrationId,
      tag: `${this.queue}-test`,
      lastChance,
    })
  }
}
