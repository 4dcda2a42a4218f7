import { expect } from '@playwright/test'
import { listDocuments } from '#client/journey/state.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import type { SiteProxy } from '#tests/support/browser/site-proxy.ts'
import { expectControl, expectText, type Visitor } from '#tests/support/browser/visitor.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { changeItems, createCurrentCopy } from './guest-journey.ts'
import { GuestLink } from './guest-link.ts'

const SLOW_POLL = { timeout: 40_000 }

/** The guarantee of a step, and its check. */
type Step = [string, () => Promise<void>]

/** A guest with a link who loses and regains the connection; each step builds on the ones before. */
export class JourneyVisit {
  private readonly copy: GuestCopy = createCurrentCopy()

  private constructor(
    private readonly visitor: Visitor,
    private readonly site: { server: ServerProcess; front: SiteProxy },
    private readonly link: GuestLink,
  ) {}

  /** The server must have an owner. */
  static async prepare(
    visitor: Visitor,
    site: { server: ServerProcess; front: SiteProxy },
  ): Promise<JourneyVisit> {
    return new JourneyVisit(visitor, site, await GuestLink.create(site.server))
  }

  listSteps(): Step[] {
    return [
      ['a link shows the journey, and both are saved', () => this.openFirst()],
      ['its papers are kept', () => this.keepDocuments()],
      ['the server stopped: it opens from a cold start, and after a reload', () => this.reopen()],
      ['every item of it opens', () => this.openItems()],
      ['a paper of it opens', () => this.openDocument()],
      ['it opens without its key in the address, where browsers keep keys', () => this.openSaved()],
      ['the server back: the page left open shows what changed', () => this.expectChange()],
      ['a closed link takes the copy away', () => this.expectClosed()],
    ]
  }

  private async openFirst(): Promise<void> {
    await this.link.publish(this.copy)
    await this.link.upload(listDocuments(this.copy))
    await this.visitor.goTo(this.link.path)
    await expectText(this.visitor, 'Lofoten, by sea')
    await expectText(this.visitor, 'Saved on this computer. Updated')
  }

  private async keepDocuments(): Promise<void> {
    await expectControl(this.visitor, /^Keep them$/)
    await this.visitor.press(/^Keep them$/)
    await expectText(this.visitor, 'PDF, 112 KB, kept on this computer')
  }

  private async reopen(): Promise<void> {
    const { visitor, site } = this
    await site.front.close()
    await site.server.stop()
    await visitor.setOffline(true)
    await visitor.startCold()
    for (let visit = 0; visit < 2; visit++) {
      await visitor.goTo('/about')
      await visitor.goTo(this.link.path)
      await expectText(visitor, 'No connection. Updated')
    }
  }

  private async openItems(): Promise<void> {
    for (const { id, title, confirmation } of this.copy.items) {
      await this.visitor.goTo(`${this.link.path}/${id}`)
      await expectText(this.visitor, title)
      await expectText(this.visitor, confirmation)
    }
  }

  private async openDocument(): Promise<void> {
    const { visitor } = this
    await visitor.evaluate(() => {
      const create = URL.createObjectURL
      URL.createObjectURL = (blob: Blob) => {
        document.body.dataset.opened = `${blob.type} ${blob.size}`
        return create.call(URL, blob)
      }
    })
    await visitor.press(/^Flights home/)
    await expect
      .poll(() => visitor.evaluate(() => document.body.dataset.opened), SLOW_POLL)
      .toBe('application/pdf 112000')
  }

  private async openSaved(): Promise<void> {
    const hasKey = await this.visitor.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const opening = indexedDB.open('journeys')
          opening.onsuccess = () => {
            const all = opening.result.transaction('passes').objectStore('passes').getAll()
            all.onsuccess = () => {
              opening.result.close()
              resolve('key' in all.result[0])
            }
          }
        }),
    )
    await this.visitor.goTo('/journey')
    await expectText(this.visitor, hasKey ? 'Lofoten, by sea' : 'The link is not complete')
  }

  private async expectChange(): Promise<void> {
    const { visitor, site, link } = this
    await visitor.goTo(link.path)
    await site.server.restart()
    const items = changeItems({ c3: { begins: '17:00', ends: '19:00' } })
    await link.publish(createCurrentCopy({ items }))
    await site.front.open()
    await visitor.setOffline(false)
    // Not all drivers can tell the browser that it is online again.
    await visitor.evaluate(() => void dispatchEvent(new Event('online')))
    await expectText(visitor, 'Sauna on the pier begins at 17:00, an hour later.')
  }

  private async expectClosed(): Promise<void> {
    await this.link.close()
    await this.visitor.goTo('/about')
    await this.visitor.goTo(this.link.path)
    await expectText(this.visitor, 'I have closed it, and the copy on this computer is removed.')
  }
}
