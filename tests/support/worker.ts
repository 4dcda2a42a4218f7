import type { CDPSession, Page } from '@playwright/test'

interface Registration {
  registrationId: string
  scopeURL: string
}

/** The browser's own hold on a page's service worker: what it does by itself, done when asked. */
export class WorkerControl {
  private registration: Registration | undefined
  private readonly cdp: CDPSession

  private constructor(cdp: CDPSession) {
    this.cdp = cdp
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      this.registration = registrations.at(-1) ?? this.registration
    })
  }

  static async of(page: Page): Promise<WorkerControl> {
    const cdp = await page.context().newCDPSession(page)
    const control = new WorkerControl(cdp)
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
      tag: 'outbox-test',
      lastChance,
    })
  }
}
