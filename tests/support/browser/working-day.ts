import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { addDays } from '#shared/lib/date.ts'
import type { Random } from '#tests/support/lib/random.ts'
import {
  createUniqueText,
  isUniqueText,
  pressSend,
  readStoredMessages,
  savedMessage,
  sentMessage,
  writeMessage,
} from '#tests/support/outbox/outbox-pages.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { launchOptions } from './browser.ts'
import { BrowserDevice, readServerClients } from './browser-device.ts'
import type { BrowserErrors } from './e2e.ts'
import { installSite } from './offline-site.ts'
import { signInAsOwner } from './owner.ts'
import { openHydrated } from './site-pages.ts'
import type { SiteProxy } from './site-proxy.ts'

const SLOW = { timeout: 40_000 }

/** A browser with a profile on disk: what it has stored outlives its death. */
class OwnerBrowser {
  isOffline = false
  private readonly profile = fs.mkdtempSync(path.join(os.tmpdir(), 'owner-'))
  private running: { context: BrowserContext; device: BrowserDevice } | undefined

  constructor(
    readonly name: string,
    private readonly front: SiteProxy,
    private readonly errors: BrowserErrors,
  ) {}

  get device(): BrowserDevice {
    if (!this.running) throw new Error(`${this.name} is not running`)
    return this.running.device
  }

  get page(): Page {
    return this.device.page
  }

  /** Signs the owner in, caches the desk, and ends properly, so that cookies are on the disk. */
  async install(): Promise<void> {
    const page = await this.launch()
    await BrowserDevice.create(page, this.front)
    await page.context().close()
    await this.start()
  }

  async start(): Promise<void> {
    const page = await this.launch()
    await page.context().setOffline(this.isOffline)
    this.running = { context: page.context(), device: await BrowserDevice.open(page, this.front) }
  }

  /** Ends the browser in the middle of its work, as a crash or an empty battery does. */
  async kill(): Promise<void> {
    const context = this.page.context()
    const session = await context.browser()?.newBrowserCDPSession()
    const closed = context.waitForEvent('close')
    // A browser that has crashed does not answer.
    session?.send('Browser.crash').catch(() => undefined)
    await closed
    this.running = undefined
  }

  async setOffline(offline: boolean): Promise<void> {
    this.isOffline = offline
    await this.page.context().setOffline(offline)
  }

  async openTab(name: string): Promise<void> {
    const tabs = this.page.getByRole('navigation', { name: 'Admin' })
    await tabs.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  }

  async close(): Promise<void> {
    await this.running?.context.close()
    fs.rmSync(this.profile, { recursive: true, force: true })
  }

  private async launch(): Promise<Page> {
    const context = await chromium.launchPersistentContext(this.profile, {
      ...launchOptions(),
      baseURL: this.front.url,
      locale: 'en-GB',
      timezoneId: 'Europe/Oslo',
    })
    context.setDefaultTimeout(SLOW.timeout)
    this.errors.watch(context)
    return context.pages()[0] ?? context.newPage()
  }
}

export interface WorkingDayParts {
  server: ServerProcess
  front: SiteProxy
  errors: BrowserErrors
  random: Random
  /** Pages of other people, each in a browser context of its own. */
  guest: Page
  visitor: Page
}

/** A booking that a visitor posts until it is answered, always under the same key. */
interface BookingPost {
  key: string
  name: string
  fields: Record<string, string>
  isAnswered: boolean
}

/**
 * A day of work with random steps: the owner on two devices, a guest with a journey, and visitors,
 * while connections, the server and the owner's browsers fail. `expectNothingLost` brings all to
 * rest and compares them.
 */
export class WorkingDay {
  private readonly laptop: OwnerBrowser
  private readonly phone: OwnerBrowser
  private readonly parts: WorkingDayParts
  private isServerRunning = true
  /** By the client's name: the last text of each field, by its label. */
  private readonly clients = new Map<string, Record<string, string>>()
  /** The browser was killed before it could say whether these were saved. */
  private readonly uncertain = new Set<string>()
  private readonly bookings: BookingPost[] = []
  private readonly messages: string[] = []
  private leaves = '17:15'
  private copies = 0
  private hoursEnd = '17:00'
  private link = ''

  constructor(parts: WorkingDayParts) {
    this.parts = parts
    this.laptop = new OwnerBrowser('the laptop', parts.front, parts.errors)
    this.phone = new OwnerBrowser('the phone', parts.front, parts.errors)
  }

  async prepare(): Promise<void> {
    const { guest, visitor } = this.parts
    await this.laptop.install()
    await this.phone.install()
    await this.createJourney()
    await guest.goto(this.link)
    await expect(guest.getByText('Saved on this computer')).toBeVisible(SLOW)
    await installSite(visitor)
  }

  pickStep(): [name: string, act: () => Promise<void>] {
    const { random } = this.parts
    const owner = random.pick([this.laptop, this.phone])
    const steps: [string, () => Promise<void>][] = [
      [`${owner.name} adds a client`, () => this.addClient(owner)],
      [`${owner.name} edits a client`, () => this.editClient(owner)],
      [`${owner.name} edits a client`, () => this.editClient(owner)],
      [`${owner.name} changes its connection`, () => owner.setOffline(!owner.isOffline)],
      [`${owner.name} dies and starts again`, () => this.killBrowser(owner)],
      [`${owner.name} dies while it saves a client`, () => this.killWhileSaving(owner)],
      ['the laptop changes the hours', () => this.changeHours()],
      ['the laptop updates the guest’s copy', () => this.updateCopy()],
      ['the server dies or comes back', () => this.toggleServer()],
      ['the guest’s connection changes', () => this.toggleConnection(this.parts.guest)],
      ['the visitor’s connection changes', () => this.toggleConnection(this.parts.visitor)],
      ['a visitor writes', () => this.writeMessage()],
      ['somebody books', () => this.book()],
    ]
    return random.pick(steps)
  }

  /** Brings back everything, waits until all is sent, and compares server, devices and guest. */
  async expectNothingLost(): Promise<void> {
    const { server, guest, visitor } = this.parts
    if (!this.isServerRunning) await this.toggleServer()
    for (const post of this.bookings) if (!post.isAnswered) await this.post(post)
    for (const page of [guest, visitor]) await page.context().setOffline(false)
    await openHydrated(visitor, '/')
    await expect
      .poll(() => readStoredMessages(server).filter(isUniqueText).sort(), SLOW)
      .toEqual([...this.messages].sort())
    for (const owner of [this.laptop, this.phone]) {
      await owner.setOffline(false)
      await signInAsOwner(owner.page.context(), this.parts.front)
      await owner.page.goto('/admin/crm')
    }
    for (const owner of [this.laptop, this.phone, this.laptop]) {
      await owner.device.sync()
      await owner.device.expectSyncStatus(/Synced/)
    }
    this.expectServerHasAll()
    for (const owner of [this.laptop, this.phone]) await this.expectDeviceHasAll(owner)
    await guest.goto('/about')
    await guest.goto(this.link)
    await expect(guest.getByText(this.leaves).first()).toBeVisible(SLOW)
  }

  async close(): Promise<void> {
    await this.laptop.close()
    await this.phone.close()
  }

  private async createJourney(): Promise<void> {
    const { page } = this.laptop
    await this.laptop.openTab('Journeys')
    await page.getByRole('button', { name: 'New journey' }).click()
    await page.getByLabel('Title').fill('Lofoten, by sea')
    await page.getByLabel('First day').fill(addDays(new Date().toISOString().slice(0, 10), 20))
    await page.getByLabel('Days', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Plan this journey' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Ferry', exact: true }).click()
    const ferry = { Title: 'Fast boat', Leaves: this.leaves, From: 'Bodø', To: 'Svolvær' }
    for (const [label, text] of Object.entries(ferry))
      await page.getByRole('textbox', { name: new RegExp(`^${label}\\b`) }).fill(text)
    await page.getByRole('button', { name: 'Close Fast boat' }).click()
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    this.link = await dialog.getByLabel('Private link').inputValue()
    await page.keyboard.press('Escape')
    await this.laptop.device.expectSyncStatus(/Synced/)
  }

  private createClient(): Record<'Name' | 'Location' | 'Email' | 'Phone', string> {
    const number = this.clients.size + this.uncertain.size + 1
    const name = `Guest ${String(number).padStart(2, '0')}`
    return {
      Name: name,
      Location: 'Oslo',
      Email: `guest-${number}@example.com`,
      Phone: '+47 40000000',
    }
  }

  private async addClient(owner: OwnerBrowser): Promise<void> {
    const client = this.createClient()
    await owner.openTab('CRM')
    await owner.device.add(client)
    const { Location, Phone } = client
    this.clients.set(client.Name, { Location, Phone })
  }

  /** Each device edits a field of its own, so that no two values of one field meet. */
  private async editClient(owner: OwnerBrowser): Promise<void> {
    const { random } = this.parts
    await owner.openTab('CRM')
    const list = owner.page.getByRole('list', { name: 'Clients' })
    const known = [...this.clients.keys()]
    const here: string[] = []
    for (const name of known)
      if ((await list.getByRole('link', { name }).count()) > 0) here.push(name)
    if (here.length === 0) return this.addClient(owner)
    const name = random.pick(here)
    const number = String(random.below(10_000)).padStart(4, '0')
    const edit =
      owner === this.laptop
        ? { Location: `Room ${number}, Bergen` }
        : { Phone: `+47 4000${number}` }
    await owner.device.edit(name, edit)
    this.clients.set(name, { ...this.clients.get(name), ...edit })
  }

  private async killBrowser(owner: OwnerBrowser): Promise<void> {
    await owner.kill()
    await owner.start()
  }

  private async killWhileSaving(owner: OwnerBrowser): Promise<void> {
    const client = this.createClient()
    await owner.openTab('CRM')
    this.uncertain.add(client.Name)
    await owner.device.startAdding(client)
    await this.killBrowser(owner)
  }

  private async changeHours(): Promise<void> {
    const { page } = this.laptop
    this.hoursEnd = this.hoursEnd === '16:00' ? '15:30' : '16:00'
    await this.laptop.openTab('Settings')
    await page.getByLabel('Monday, slot 1 end').fill(this.hoursEnd)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const saved = page.getByText('Schedule saved successfully')
    const waits = page.getByText(/^Saved on this device\./)
    await expect(saved.or(waits).first()).toBeVisible(SLOW)
  }

  private async updateCopy(): Promise<void> {
    const { page } = this.laptop
    this.copies++
    this.leaves = `18:${10 + (this.copies % 50)}`
    await this.laptop.openTab('Journeys')
    await page.getByRole('link', { name: /^Lofoten, by sea/ }).click()
    await page.getByRole('link', { name: 'Fast boat' }).first().click()
    await page.getByLabel('Leaves').fill(this.leaves)
    const update = page.getByRole('button', { name: /^(Update their copy|Send when online)$/ })
    await update.click()
    await expect(update).toBeHidden()
  }

  private async toggleServer(): Promise<void> {
    const { server } = this.parts
    if (this.isServerRunning) await server.kill()
    else await server.restart()
    this.isServerRunning = !this.isServerRunning
  }

  private async toggleConnection(page: Page): Promise<void> {
    const isOnline = await page.evaluate(() => navigator.onLine)
    await page.context().setOffline(isOnline)
  }

  private async writeMessage(): Promise<void> {
    const { visitor } = this.parts
    const message = createUniqueText()
    await openHydrated(visitor, '/contact')
    await writeMessage(visitor, message)
    await pressSend(visitor)
    await expect(savedMessage(visitor).or(sentMessage(visitor)).first()).toBeVisible(SLOW)
    this.messages.push(message)
  }

  private async book(): Promise<void> {
    const number = this.bookings.length + 1
    const name = `Visitor${number}`
    // Saturday and Sunday become Monday: three bookings of one day.
    const start = `${getWeekdayAhead(2 + number)}T1${number % 3}:00:00.000Z`
    const email = `visitor-${number}@example.com`
    const fields = buildBookingFields({ start, first_name: name, last_name: 'Berg', email })
    const post = { key: randomUUID(), name: `${name} Berg`, fields, isAnswered: false }
    this.bookings.push(post)
    if (this.isServerRunning) await this.post(post)
  }

  private async post(post: BookingPost): Promise<void> {
    const answer = await postForm(this.parts.server.url, post.fields, post.key)
    expect(answer.status).toBe(201)
    post.isAnswered = true
  }

  private expectServerHasAll(): void {
    const { server } = this.parts
    const found = readServerClients(server).filter(({ deleted }) => !deleted)
    const names = found.map(({ client }) => client.name ?? '')
    expect(names).toHaveLength(new Set(names).size)
    for (const name of names) expect(this.clients.has(name) || this.uncertain.has(name)).toBe(true)
    for (const [name, { Location, Phone }] of this.clients) {
      const stored = found.find(({ client }) => client.name === name)
      expect(stored?.client, name).toMatchObject({ location: Location, phone: Phone })
      expect(stored?.conflicts, name).toBe(0)
    }
    const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'), { readonly: true })
    const rows = sqlite.prepare("SELECT first_name || ' ' || last_name AS name FROM booking").all()
    sqlite.close()
    const booked = (rows as { name: string }[]).map(({ name }) => name)
    expect(booked.sort()).toEqual(this.bookings.map(({ name }) => name).sort())
  }

  private async expectDeviceHasAll(owner: OwnerBrowser): Promise<void> {
    const { page, device } = owner
    for (const [name, { Location = '', Phone = '' }] of this.clients) {
      await device.open(name)
      await device.expectText(Location)
      await device.expectText(Phone)
    }
    await owner.openTab('Bookings')
    for (const { name } of this.bookings) await device.expectText(name)
    await owner.openTab('Forms')
    await page.getByRole('link', { name: /^Contact Forms/ }).click()
    if (this.messages.length > 0)
      await expect(
        page.getByRole('main').getByRole('link', { name: /Elisabeth Sørbø/ }),
      ).toHaveCount(this.messages.length)
    await owner.openTab('Settings')
    await expect(page.getByLabel('Monday, slot 1 end')).toHaveValue(this.hoursEnd)
  }
}
