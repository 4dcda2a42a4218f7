import type { Page } from '@playwright/test'
import {
  createKey,
  encrypt,
  encryptJson,
  hashText,
  importKey,
  randomName,
} from '#client/lib/encrypt.ts'
import { PIECE_BYTES } from '#shared/journeys/desk-api.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import type { JourneyDocument, PassSeen } from '#shared/journeys/journey-fields.ts'
import { toDocumentContext, toJourneyPath, toPassContext } from '#shared/journeys/link.ts'
import { callFunction, getOwnerCookie } from '#tests/support/desk/owner-requests.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'
import { createPdf } from './guest-journey.ts'

/** The journey of all links; its items are named after it. */
const JOURNEY = 'j1'

/** A link for guests, published by the owner's device to a built server. */
export class GuestLink {
  readonly id = randomName()
  readonly key = createKey()
  readonly documentKey = createKey()

  private constructor(
    private readonly server: ServerProcess,
    private readonly device: HeadlessDevice,
  ) {}

  static async create(server: ServerProcess): Promise<GuestLink> {
    const device = await HeadlessDevice.create(server, randomName())
    const link = new GuestLink(server, device)
    await device.pull()
    await device.edit({ [JOURNEY]: { title: 'Lofoten, by sea' } }, 'journey')
    return link
  }

  /** On this site: the link as guests get it. */
  get path(): string {
    return toJourneyPath(this)
  }

  async publish(copy: GuestCopy): Promise<void> {
    const seenToken = createKey()
    const whole = { ...copy, documentKey: this.documentKey, seenToken }
    await this.edit({
      journey: JOURNEY,
      ciphertext: await encryptJson(await importKey(this.key), whole, toPassContext(this.id)),
      version: copy.publishedAt,
      endsAt: copy.endsAt,
      documents: copy.items.flatMap(({ documents }) => documents.map(({ id }) => id)),
      seenProof: await hashText(seenToken),
    })
  }

  async close(): Promise<void> {
    await this.edit({ closed: true })
  }

  /** Stores documents of a published copy on the server, each a PDF of its size. */
  async upload(documents: readonly JourneyDocument[]): Promise<void> {
    const item = `${JOURNEY}-${randomName()}`
    await this.device.edit({ [item]: { documents: [...documents] } }, 'journey-item')
    const cookie = await getOwnerCookie(this.server)
    for (const { id, size } of documents) {
      const key = await importKey(this.documentKey)
      const encrypted = await encrypt(key, createPdf(size), toDocumentContext(id))
      for (let at = 0; at < encrypted.length; at += PIECE_BYTES) {
        const bytes = Buffer.from(encrypted.subarray(at, at + PIECE_BYTES)).toString('base64')
        const piece = { item, document: id, piece: at / PIECE_BYTES, bytes }
        const body = { ...piece, encryptedBytes: encrypted.length }
        const call = { cookie, name: 'journey-document-piece', body }
        const answer = await callFunction(this.server, call)
        if (!answer.ok) throw new Error(`A piece was refused: ${await answer.text()}`)
      }
    }
  }

  /** What the owner sees of the guests' openings. */
  async readSeen(): Promise<PassSeen | undefined> {
    return (await this.device.find(this.id))?.data.seen as PassSeen | undefined
  }

  private async edit(set: Record<string, unknown>): Promise<void> {
    await this.device.pull()
    await this.device.edit({ [this.id]: set }, 'guest-pass')
  }
}

/** What the browser has stored for the guests' page, as text. */
export function readStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    const read = (name: string) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = async () => {
          const db = opening.result
          const rows = [...db.objectStoreNames].map(
            (store) =>
              new Promise((done) => {
                const all = db.transaction(store).objectStore(store).getAll()
                all.onsuccess = () => done(all.result)
              }),
          )
          resolve(await Promise.all(rows))
          db.close()
        }
      })
    const rows = await Promise.all(databases.map(read))
    return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }])
  })
}

/**
 * Call it before pressing a document, and the returned function after it: the document opens in a tab, or
 * is saved by a browser that cannot show PDF files.
 */
export async function waitForDocument(page: Page): Promise<() => Promise<unknown>> {
  const isShown = await page.evaluate(() => navigator.pdfViewerEnabled)
  const opened = isShown ? page.context().waitForEvent('page') : page.waitForEvent('download')
  return () => opened
}
