import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import type { Client } from '#shared/clients/client-fields.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { waitUntilControlled } from './offline-site.ts'
import { signInAsOwner } from './owner.ts'
import type { SiteProxy } from './site-proxy.ts'

/** Waits until the service worker has cached all files of the desk. */
export async function waitUntilDeskCached(page: Page): Promise<void> {
  await waitUntilControlled(page)
  const script = await page.evaluate(async () => (await fetch('/sw.js')).text())
  const files = script.match(/"only":"desk"/g)?.length
  const countCached = () =>
    page.evaluate(async () => (await (await caches.open('desk')).keys()).length)
  await expect.poll(countCached).toBe(files)
}

/** The fields that a new client needs, by their labels. */
type NewClient = Record<'Name' | 'Location' | 'Email' | 'Phone', string>

export const claire: NewClient = {
  Name: 'Claire Marchetti',
  Location: 'Paris',
  Email: 'claire@example.com',
  Phone: '+33 1 23 45 67 89',
}

/** One of the owner's devices: its own browser context with the desk cached. */
export class BrowserDevice {
  private constructor(
    private currentPage: Page,
    private readonly front: SiteProxy,
  ) {}

  /** Signs the owner in, and waits until the desk is cached on this device. */
  static async create(page: Page, front: SiteProxy): Promise<BrowserDevice> {
    const device = new BrowserDevice(page, front)
    await device.signIn()
    return device
  }

  /** A device on which the owner is signed in already, and the desk is cached. */
  static async open(page: Page, front: SiteProxy): Promise<BrowserDevice> {
    await page.goto('/admin/crm')
    return new BrowserDevice(page, front)
  }

  get page(): Page {
    return this.currentPage
  }

  async signIn(): Promise<void> {
    await signInAsOwner(this.page.context(), this.front)
    await this.page.goto('/admin/crm')
    await waitUntilDeskCached(this.page)
  }

  goOffline(): Promise<void> {
    return this.page.context().setOffline(true)
  }

  goOnline(): Promise<void> {
    return this.page.context().setOffline(false)
  }

  /** Closes the desk's tab abruptly, whatever it is doing. */
  async closePage(): Promise<void> {
    await this.page.close({ runBeforeUnload: false })
  }

  /** Opens the desk in a new tab. */
  async reopen(): Promise<void> {
    this.currentPage = await this.page.context().newPage()
    await this.page.goto('/admin/crm')
  }

  /** Syncs by the button "Sync now", and waits until it is done. */
  async sync(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button').click()
    const button = this.page.getByRole('button', { name: 'Sync now' })
    await button.click()
    await expect(button).not.toHaveAttribute('aria-busy', 'true')
    await this.page.keyboard.press('Escape')
  }

  async add(client: NewClient): Promise<void> {
    await this.startAdding(client)
    await expect(this.heading(client.Name)).toBeVisible()
  }

  /** As `add`, without waiting until the client is saved. */
  async startAdding(client: NewClient): Promise<void> {
    await this.page.getByRole('link', { name: 'Add client' }).click()
    await this.fillAndSave(client)
  }

  async open(name: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'CRM' })
      .click()
    await this.page.getByRole('list', { name: 'Clients' }).getByRole('link', { name }).click()
    await expect(this.heading(name)).toBeVisible()
  }

  /** Edits a client; `fields` by their labels. */
  async edit(name: string, fields: Record<string, string>): Promise<void> {
    await this.open(name)
    await this.page.getByRole('link', { name: 'Edit', exact: true }).click()
    await this.fillAndSave(fields)
    await expect(this.heading(name)).toBeVisible()
  }

  async remove(name: string): Promise<void> {
    await this.open(name)
    await this.page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(this.page.getByText(`${name} deleted.`, { exact: true })).toBeVisible()
  }

  async expectNoText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('main').getByText(text)).toHaveCount(0)
  }

  /** Waits until the page's main part shows the text. */
  async expectText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('main').getByText(text).first()).toBeVisible()
  }

  async expectSyncStatus(text: RegExp): Promise<void> {
    await expect(this.page.getByRole('banner').getByRole('button')).toHaveText(text)
  }

  listDatabases(): Promise<string[]> {
    return listOwnerDatabases(this.page)
  }

  private heading(name: string) {
    return this.page.getByRole('heading', { level: 2, name, exact: true })
  }

  private async fillAndSave(fields: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      const label = new RegExp(`^${name} ?(\\(optional\\))?$`)
      await this.page.getByRole('main').getByLabel(label).fill(text)
    }
    await this.page.getByRole('button', { name: 'Save client' }).click()
  }
}

export function listOwnerDatabases(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name = '' }) => (name.startsWith('crm-') ? name : [])),
  )
}

/** All records in an object store of the owner's database on this page's device. */
export function readStore(
  page: Page,
  store: 'queue' | 'device',
): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (name) => {
    const [found] = (await indexedDB.databases()).filter((db) => db.name?.startsWith('crm-'))
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const db = await answer(indexedDB.open(found?.name ?? ''))
    const values = await answer(db.transaction(name).objectStore(name).getAll())
    db.close()
    return values
  }, store)
}

interface ServerClient {
  id: string
  rev: number
  deleted: boolean
  client: Partial<Client>
  conflicts: number
}

/** The clients on the server, with deleted ones. */
export function readServerClients({ dataDir }: ServerProcess): ServerClient[] {
  const sqlite = new Sqlite(path.join(dataDir, 'lysning.sqlite'), { readonly: true })
  const rows = sqlite.prepare("SELECT * FROM record WHERE coll = 'client'").all() as Record<
    string,
    string | number
  >[]
  sqlite.close()
  return rows.map(({ id, rev, deleted, data, conflicts }) => ({
    id: String(id),
    rev: Number(rev),
    deleted: deleted === 1,
    client: JSON.parse(String(data)),
    conflicts: JSON.parse(String(conflicts)).length,
  }))
}

/** Waits until the server's client with this name matches; returns its row. */
export async function waitUntilServerHas(
  server: ServerProcess,
  name: string,
  expected: Partial<Omit<ServerClient, 'client'>> & { client?: Partial<Client> },
): Promise<ServerClient> {
  const found = () => readServerClients(server).find(({ client }) => client.name === name)
  await expect.poll(found).toMatchObject(expected)
  return found() as ServerClient
}
