import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

/** What the browser's console says about a missing connection. */
export const OFFLINE_ERRORS =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|no-response|Failed to (load|fetch)/

/** A text of its own for each test, since all tests of a file share one server. */
export const createUniqueText = () => `Written as ${randomUUID()}`

export const isUniqueText = (text: string) => text.startsWith('Written as ')

/** A page in any browser, as far as its stored data is concerned. */
interface EvaluatingPage {
  evaluate<R, Arg>(read: (arg: Arg) => R | Promise<R>, arg: Arg): Promise<R>
}

export const savedMessage = (page: Page) =>
  page.getByText(/^Saved on this device\. It will be sent when you are back online\./)

export const sentMessage = (page: Page) => page.getByRole('heading', { name: 'Message Sent' })

/** Writes a message on the contact page, and presses Send. */
export async function sendMessage(page: Page, message: string): Promise<void> {
  await openHydrated(page, '/contact')
  await writeMessage(page, message)
  await pressSend(page)
}

export async function writeMessage(page: Page, message: string): Promise<void> {
  await page.getByLabel('First name').fill('Elisabeth')
  await page.getByLabel('Last name').fill('Sørbø')
  await page.getByLabel('Email').fill('elisabeth@example.com')
  await page.getByLabel(/^Message/).fill(message)
}

/** Writes a message without a connection, and waits until it is saved on the device. */
export async function saveMessage(page: Page, message: string): Promise<void> {
  await openHydrated(page, '/contact')
  await page.context().setOffline(true)
  await writeMessage(page, message)
  await pressSend(page)
  await expect(savedMessage(page)).toBeVisible()
}

export async function pressSend(page: Page): Promise<void> {
  await page.locator('form[method=post] button[type=submit]').click()
}

/** The outbox entries on this device, read without the site's own code. */
export function readEntries(page: Page): Promise<OutboxEntry[]> {
  return page.evaluate(
    () =>
      new Promise<OutboxEntry[]>((resolve, reject) => {
        const opening = indexedDB.open('outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          if (!db.objectStoreNames.contains('entries')) {
            db.close()
            return resolve([])
          }
          const all = db.transaction('entries').objectStore('entries').getAll()
          all.onsuccess = () => {
            db.close()
            resolve(all.result as OutboxEntry[])
          }
        }
      }),
  )
}

/** Puts entries into the outbox, as if an earlier visit had left them. */
export async function putEntries(
  page: EvaluatingPage,
  entries: Partial<OutboxEntry>[],
): Promise<void> {
  await page.evaluate(
    (put) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('outbox', 10)
        opening.onupgradeneeded = () => {
          const store = opening.result.createObjectStore('entries', { keyPath: 'key' })
          store.createIndex('state', 'state')
        }
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const writing = db.transaction('entries', 'readwrite')
          for (const entry of put) writing.objectStore('entries').put(entry)
          writing.oncomplete = () => {
            db.close()
            localStorage.setItem('outbox-waits', 'yes')
            resolve()
          }
        }
      }),
    entries,
  )
}

/** Makes queued entries due, as if the pause after a failure were over. */
export function makeEntriesDue(page: Page): Promise<void> {
  return patchEntries(page, 'queued', { nextAttemptAt: 0 })
}

/** Makes queued entries due and lets the leases of entries being sent expire. */
export async function expireLeases(page: Page): Promise<void> {
  await makeEntriesDue(page)
  await patchEntries(page, 'sending', { lease: { holder: 'somebody gone', until: 0 } })
}

/** Reads and writes in one transaction, so that nothing the site writes meanwhile is undone. */
function patchEntries(page: Page, state: string, patch: Partial<OutboxEntry>): Promise<void> {
  return page.evaluate(
    ([entryState, over]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('outbox')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('entries', 'readwrite')
          const store = writing.objectStore('entries')
          const found = store.index('state').getAll(entryState)
          found.onsuccess = () => {
            for (const entry of found.result) store.put({ ...entry, ...over })
          }
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    [state, patch] as const,
  )
}

/** The messages stored on the server; one that is stored twice occurs twice. */
export function readStoredMessages(server: ServerProcess): string[] {
  const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'), { readonly: true })
  const rows = sqlite.prepare('SELECT data FROM form_submissions ORDER BY id').all() as {
    data: string
  }[]
  sqlite.close()
  return rows.map(({ data }) => String(JSON.parse(data).message))
}

/** A contact message that is queued since an earlier visit. */
export function buildQueuedMessage(key: string, message: string): Partial<OutboxEntry> {
  const now = Date.now()
  return {
    key,
    form: 'contact',
    fields: {
      'bot-field': '',
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      message,
      newsletter: 'off',
      newsletter_text: '',
    },
    formValues: null,
    summary: { title: 'Message', detail: message },
    slotStart: null,
    scheduleVersion: null,
    shownAmount: null,
    createdAt: now,
    queuedAt: now,
    state: 'queued',
    attempts: 0,
    denials: 0,
    nextAttemptAt: now,
    lease: null,
    lastError: null,
    problem: null,
    deliveryReceipt: null,
  }
}

/** Waits until each of these messages is stored on the server exactly once. */
export async function expectArrived(server: ServerProcess, messages: string[]): Promise<void> {
  const arrived = () =>
    readStoredMessages(server)
      .filter((message) => messages.includes(message))
      .sort()
  await expect.poll(arrived).toEqual([...messages].sort())
}
