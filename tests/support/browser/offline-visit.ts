import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { fullDate, guest, REQUESTED, readMailsTo } from '#tests/support/booking/booking-pages.ts'
import {
  buildQueuedMessage,
  putEntries,
  readStoredMessages,
} from '#tests/support/outbox/outbox-pages.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import type { SiteProxy } from './site-proxy.ts'
import { expectControl, expectText, type Visitor } from './visitor.ts'

const SLOW_POLL = { timeout: 40_000 }

const SAVED_TEXT = 'Saved on this device. It will be sent when you are back online.'
const COME_BACK_TEXT = 'Open this page again when you are online.'

/** Pages by path, each with a text that only this page shows. */
const pages = {
  '/': 'Nordic experiences, masterfully crafted.',
  '/about': 'I have driven the road before I send you down it.',
  '/contact': 'One person reads every message.',
  '/service/initial-consultation': 'Choose your date and time',
}

/** What the step guarantees, and the check. */
type Step = [string, () => Promise<void>]

/** One visitor who loses and regains the connection; each step builds on the ones before. */
export class OfflineVisit {
  private readonly messages = new Set<string>()
  private readonly email = `${randomUUID()}@example.com`

  constructor(
    private readonly visitor: Visitor,
    private readonly server: ServerProcess,
    private readonly front: SiteProxy,
  ) {}

  listSteps(): Step[] {
    return [
      ['the first visit installs the service worker', () => this.install()],
      ...Object.entries(pages).map(
        ([path, text]): Step => [
          `the server stopped: ${path} opens from a cold start`,
          () => this.openAfterColdStart(path, text),
        ],
      ),
      ['a message is kept, and it is said to come back', () => this.saveMessage()],
      ['a free call is requested and not confirmed', () => this.requestCall()],
      ['the server back: the page left open confirms by itself', () => this.expectConfirmed()],
      ['after a reload both stand as sent on this device', () => this.expectListed(2)],
      [
        'the browser online all the while: the page left open sends by itself',
        () => this.expectSentByPage(),
      ],
      ['the next load of any page sends, from a cold start', () => this.expectSentByLoad()],
      ['a tab that is seen again sends', () => this.expectSentWhenVisible()],
      ['a message whose answer was lost is sent again', () => this.expectSentAfterLostAnswer()],
      ['each has arrived once, and one mail confirms the call', () => this.expectArrivedOnce()],
      ['all of them stand as sent on this device', () => this.expectListed(6)],
      ...this.listFaultSteps(),
    ]
  }

  private listFaultSteps(): Step[] {
    const { faults } = this.visitor
    return faults ? [['no script failed', async () => expect(faults).toEqual([])]] : []
  }

  private async install(): Promise<void> {
    const { visitor } = this
    await visitor.open('/')
    await expect
      .poll(() => visitor.evaluate(() => navigator.serviceWorker.controller?.state), SLOW_POLL)
      .toBe('activated')
    // The slots of all three services are cached, for a calendar that was never opened.
    await expect
      .poll(
        () => visitor.evaluate(async () => (await (await caches.open('times')).keys()).length),
        SLOW_POLL,
      )
      .toBe(3)
  }

  private async openAfterColdStart(path: string, text: string): Promise<void> {
    await this.stopServer()
    await this.visitor.setOffline(true)
    await this.visitor.startCold()
    await this.visitor.open(path)
    await expectText(this.visitor, text)
  }

  private async saveMessage(): Promise<void> {
    await this.writeMessage()
    await expectText(this.visitor, SAVED_TEXT)
    await expectText(this.visitor, COME_BACK_TEXT)
  }

  private async requestCall(): Promise<void> {
    const { visitor } = this
    const day = new RegExp(fullDate(getWeekdayAhead(4)))
    const message = this.createUniqueText()
    await visitor.open('/service/initial-consultation')
    await expectControl(visitor, /^Next five weeks/)
    await visitor.press(day)
    await visitor.press(/^10:30$/)
    await visitor.press(/^Next$/)
    await expectText(visitor, 'Who shall I expect?')
    await this.fillName(this.email)
    await visitor.fill(/^Phone$/, guest.phone)
    await visitor.fill(/^Message/, message)
    await visitor.press(/^I accept/)
    await visitor.press(/^(Confirm booking|Send request)$/)
    await expectText(visitor, REQUESTED)
    await expectText(visitor, COME_BACK_TEXT)
  }

  private async expectConfirmed(): Promise<void> {
    await this.restartServer()
    await this.visitor.setOffline(false)
    await expectText(this.visitor, 'Booking Confirmed')
    await this.expectArrivedOnce()
  }

  private async expectSentByPage(): Promise<void> {
    await this.stopServer()
    await this.writeMessage()
    await expectText(this.visitor, SAVED_TEXT)
    await this.restartServer()
    await expectText(this.visitor, 'Message Sent')
  }

  private async expectSentByLoad(): Promise<void> {
    await this.stopServer()
    await this.writeMessage()
    await expectText(this.visitor, SAVED_TEXT)
    await this.visitor.startCold()
    await this.restartServer()
    await this.visitor.open('/about')
    await this.expectArrivedOnce()
  }

  /** The page has nothing queued and so no timer: only becoming visible makes it send. */
  private async expectSentWhenVisible(): Promise<void> {
    const { visitor } = this
    await expect
      .poll(() => visitor.evaluate(() => localStorage.getItem('outbox-waits')), SLOW_POLL)
      .toBeNull()
    await putEntries(visitor, [buildQueuedMessage(randomUUID(), this.createUniqueText())])
    await visitor.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await this.expectArrivedOnce()
  }

  private async expectSentAfterLostAnswer(): Promise<void> {
    this.front.choosePostOutcome = () => 'lose answer'
    await this.writeMessage()
    await expectText(this.visitor, SAVED_TEXT)
    await this.expectArrivedOnce()
    this.front.choosePostOutcome = () => 'pass'
    await expectText(this.visitor, 'Message Sent')
  }

  private async expectArrivedOnce(): Promise<void> {
    const arrived = () => readStoredMessages(this.server).sort()
    await expect.poll(arrived, SLOW_POLL).toEqual([...this.messages].sort())
    await expect.poll(() => readMailsTo(this.server, this.email).length, SLOW_POLL).toBe(1)
  }

  private async expectListed(sent: number): Promise<void> {
    await this.visitor.open('/on-this-device')
    await expectText(this.visitor, `${sent} sent`)
    const text = await this.visitor.evaluate(() => document.body.innerText)
    expect(text).not.toMatch(/\d (waiting|needs? attention)/)
  }

  private async writeMessage(): Promise<void> {
    await this.visitor.open('/contact')
    await this.fillName(guest.email)
    await this.visitor.fill(/^Message/, this.createUniqueText())
    await this.visitor.press(/^Send message$/)
  }

  private async fillName(email: string): Promise<void> {
    await this.visitor.fill(/^First name/, guest.firstName)
    await this.visitor.fill(/^Last name/, guest.lastName)
    await this.visitor.fill(/^Email/, email)
  }

  /** A message text that no other submission has. */
  private createUniqueText(): string {
    const message = `${guest.message} ${randomUUID()}`
    this.messages.add(message)
    return message
  }

  private async stopServer(): Promise<void> {
    await this.front.close()
    await this.server.stop()
  }

  private async restartServer(): Promise<void> {
    await this.server.restart()
    await this.front.open()
  }
}
