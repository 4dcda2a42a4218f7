import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { fullDate, guest, mailsTo, REQUESTED } from './booking-pages.ts'
import { weekdayAhead } from './forms.ts'
import { putEntries, storedMessages, waitingMessage } from './outbox-pages.ts'
import type { ServerProcess } from './server.ts'
import type { SiteFront } from './site-front.ts'
import { finds, sees, type Visitor } from './visitor.ts'

const PATIENT = { timeout: 40_000 }

const SAVED = 'Saved on this device. It will be sent when you are back online.'
const COME_BACK = 'Open this page again when you are online.'

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
    private readonly front: SiteFront,
  ) {}

  steps(): Step[] {
    return [
      ['the first visit installs the service worker', () => this.install()],
      ...Object.entries(pages).map(
        ([path, words]): Step => [
          `the server stopped: ${path} opens from a cold start`,
          () => this.openCold(path, words),
        ],
      ),
      ['a message is kept, and it is said to come back', () => this.keepMessage()],
      ['a free call is requested and not confirmed', () => this.requestCall()],
      ['the server back: the page left open confirms by itself', () => this.confirm()],
      ['after a reload both stand as sent on this device', () => this.listed(2)],
      [
        'the browser online all the while: the page left open sends by itself',
        () => this.sentByItself(),
      ],
      ['the next load of any page sends, from a cold start', () => this.sentByLoad()],
      ['a tab that is seen again sends', () => this.sentWhenSeen()],
      ['a message whose answer was lost is sent again', () => this.sentDespiteLoss()],
      ['each has arrived once, and one mail confirms the call', () => this.arrivedOnce()],
      ['all of them stand as sent on this device', () => this.listed(6)],
      ...this.heardFaults(),
    ]
  }

  private heardFaults(): Step[] {
    const { faults } = this.visitor
    return faults ? [['no script failed', async () => expect(faults).toEqual([])]] : []
  }

  private async install(): Promise<void> {
    const { visitor } = this
    await visitor.open('/')
    await expect
      .poll(() => visitor.evaluate(() => navigator.serviceWorker.controller?.state), PATIENT)
      .toBe('activated')
    // The slots of all three services are cached, for a calendar that was never opened.
    await expect
      .poll(
        () => visitor.evaluate(async () => (await (await caches.open('times')).keys()).length),
        PATIENT,
      )
      .toBe(3)
  }

  private async openCold(path: string, words: string): Promise<void> {
    await this.loseServer()
    await this.visitor.setOffline(true)
    await this.visitor.startCold()
    await this.visitor.open(path)
    await sees(this.visitor, words)
  }

  private async keepMessage(): Promise<void> {
    await this.writeMessage()
    await sees(this.visitor, SAVED)
    await sees(this.visitor, COME_BACK)
  }

  private async requestCall(): Promise<void> {
    const { visitor } = this
    const day = new RegExp(fullDate(weekdayAhead(4)))
    const message = this.mark()
    await visitor.open('/service/initial-consultation')
    await finds(visitor, /^Next month/)
    while (!(await visitor.has(day))) await visitor.press(/^Next month/)
    await visitor.press(day)
    await visitor.press(/^10:30$/)
    await visitor.press(/^Next$/)
    await sees(visitor, 'Who shall we expect?')
    await this.fillName(this.email)
    await visitor.fill(/^Phone$/, guest.phone)
    await visitor.fill(/^Message/, message)
    await visitor.press(/^I accept/)
    await visitor.press(/^(Confirm booking|Send request)$/)
    await sees(visitor, REQUESTED)
    await sees(visitor, COME_BACK)
  }

  private async confirm(): Promise<void> {
    await this.findServer()
    await this.visitor.setOffline(false)
    await sees(this.visitor, 'Booking Confirmed')
    await this.arrivedOnce()
  }

  private async sentByItself(): Promise<void> {
    await this.loseServer()
    await this.writeMessage()
    await sees(this.visitor, SAVED)
    await this.findServer()
    await sees(this.visitor, 'Message Sent')
  }

  private async sentByLoad(): Promise<void> {
    await this.loseServer()
    await this.writeMessage()
    await sees(this.visitor, SAVED)
    await this.visitor.startCold()
    await this.findServer()
    await this.visitor.open('/about')
    await this.arrivedOnce()
  }

  /** The page has nothing queued and so no timer: only becoming visible can make it send. */
  private async sentWhenSeen(): Promise<void> {
    const { visitor } = this
    await expect
      .poll(() => visitor.evaluate(() => localStorage.getItem('outbox-waits')), PATIENT)
      .toBeNull()
    await putEntries(visitor, [waitingMessage(randomUUID(), this.mark())])
    await visitor.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await this.arrivedOnce()
  }

  private async sentDespiteLoss(): Promise<void> {
    this.front.posts = () => 'lose answer'
    await this.writeMessage()
    await sees(this.visitor, SAVED)
    await this.arrivedOnce()
    this.front.posts = () => 'pass'
    await sees(this.visitor, 'Message Sent')
  }

  private async arrivedOnce(): Promise<void> {
    const arrived = () => storedMessages(this.server).sort()
    await expect.poll(arrived, PATIENT).toEqual([...this.messages].sort())
    await expect.poll(() => mailsTo(this.server, this.email).length, PATIENT).toBe(1)
  }

  private async listed(sent: number): Promise<void> {
    await this.visitor.open('/on-this-device')
    await sees(this.visitor, `${sent} sent`)
    const text = await this.visitor.evaluate(() => document.body.innerText)
    expect(text).not.toMatch(/\d (waiting|needs? attention)/)
  }

  private async writeMessage(): Promise<void> {
    await this.visitor.open('/contact')
    await this.fillName(guest.email)
    await this.visitor.fill(/^Message/, this.mark())
    await this.visitor.press(/^Send message$/)
  }

  private async fillName(email: string): Promise<void> {
    await this.visitor.fill(/^First name/, guest.firstName)
    await this.visitor.fill(/^Last name/, guest.lastName)
    await this.visitor.fill(/^Email/, email)
  }

  /** A message text that no other submission has. */
  private mark(): string {
    const message = `${guest.message} ${randomUUID()}`
    this.messages.add(message)
    return message
  }

  private async loseServer(): Promise<void> {
    await this.front.close()
    await this.server.stop()
  }

  private async findServer(): Promise<void> {
    await this.server.restart()
    await this.front.open()
  }
}
