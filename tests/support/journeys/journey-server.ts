import { createHash } from 'node:crypto'
import {
  createKey,
  encrypt,
  encryptJson,
  hashText,
  importKey,
  randomName,
} from '#client/lib/encrypt.ts'
import { listDays } from '#shared/journeys/days.ts'
import { PIECE_BYTES, toDeskDocumentPath } from '#shared/journeys/desk-api.ts'
import { createGuestCopy } from '#shared/journeys/guest-copy.ts'
import { type JourneyDocument, toItemData, toJourneyData } from '#shared/journeys/journey-fields.ts'
import type { RecordData, RecordRef } from '#shared/sync/collections.ts'
import type { Change, MutationResult, PullAnswer, PushAnswer } from '#shared/sync/protocol.ts'
import type { Site } from '#tests/support/server/site.ts'

const DAY = 86_400_000

interface EditOptions {
  device?: string
  base?: RecordData
  rev?: number
}

/** The owner's devices as a site's server sees them: real pushes, pulls and uploads. */
export class JourneyDesk {
  private readonly mids = new Map<string, number>()

  private constructor(
    readonly site: Site,
    public cookie: string,
    private readonly userId: string,
    private readonly epoch: string,
  ) {}

  static async open(site: Site): Promise<JourneyDesk> {
    const cookie = await site.signInOwner()
    const user = await site.db.read.selectFrom('user').select('id').executeTakeFirst()
    const userId = user?.id ?? ''
    const { epoch } = await new JourneyDesk(site, cookie, userId, '').pull()
    return new JourneyDesk(site, cookie, userId, epoch)
  }

  /** The owner's session ends with time; this begins another. */
  async signIn(): Promise<void> {
    this.cookie = await this.site.signInOwner()
  }

  call(name: string, body: object): Promise<Response> {
    return this.site.call(name, body, this.cookie)
  }

  async pull(cursor = 0): Promise<PullAnswer> {
    const about = { userId: this.userId, deviceId: 'desk', epoch: this.epoch, schema: '1' }
    const query = new URLSearchParams({ ...about, cursor: String(cursor), limit: '1000' })
    return (await this.site.get(`/functions/sync-pull?${query}`, this.cookie)).json()
  }

  async find({ coll, id }: RecordRef): Promise<Change | undefined> {
    const { changes } = await this.pull()
    return changes.find((change) => change.coll === coll && change.id === id)
  }

  edit(ref: RecordRef, set: RecordData, options: EditOptions = {}): Promise<MutationResult> {
    const at = new Date(this.site.time.now).toISOString()
    return this.push({ op: 'patch', ...ref, base: options.base ?? {}, set, at }, options)
  }

  remove(ref: RecordRef, options: EditOptions = {}): Promise<MutationResult> {
    return this.push({ op: 'delete', ...ref, at: '2026-11-21T12:00:00Z' }, options)
  }

  eraseForGood(ref: RecordRef): Promise<MutationResult> {
    return this.push({ op: 'erase', ...ref, at: '2026-11-21T12:00:00Z' }, {})
  }

  private async push(
    intent: object,
    { device = 'desk', rev = 0 }: EditOptions,
  ): Promise<MutationResult> {
    const mid = (this.mids.get(device) ?? 0) + 1
    this.mids.set(device, mid)
    const { userId, epoch } = this
    const mutation = { mid, baseEpoch: epoch, baseRev: rev, ...intent }
    const from = { userId, deviceId: device, deviceName: device, epoch, schema: 1 }
    const answer = await this.call('sync-push', { ...from, mutations: [mutation] })
    const { results } = (await answer.json()) as PushAnswer
    if (!results[0]) throw new Error(`The push was refused with status ${answer.status}`)
    return results[0]
  }
}

export interface JourneyTexts {
  journey: RecordData
  item: RecordData
  /** Content of the item's document. */
  file: Uint8Array<ArrayBuffer>
}

/** A journey of one day with one item and its document, as a device plans, encrypts and publishes it. */
export class TestJourney {
  readonly id = randomName()
  readonly itemId = `${this.id}-${randomName()}`
  readonly dayId = randomName()
  readonly link = { id: randomName(), key: createKey() }
  readonly documentKey = createKey()
  /** Is inside the published copy. */
  readonly seenToken = createKey()
  readonly document: JourneyDocument
  /** The document, encrypted once, as it is sent. */
  encrypted = new Uint8Array(0)

  constructor(
    readonly desk: JourneyDesk,
    private readonly clients: string[],
    private readonly texts: JourneyTexts,
  ) {
    const { byteLength: size } = texts.file
    this.document = { id: randomName(), name: 'ticket.pdf', type: 'application/pdf', size }
  }

  get pass() {
    return { coll: 'guest-pass' as const, id: this.link.id }
  }

  get journeyRef() {
    return { coll: 'journey' as const, id: this.id }
  }

  get keysRef() {
    return { coll: 'journey-keys' as const, id: this.id }
  }

  get priceRef() {
    return { coll: 'item-price' as const, id: this.itemId }
  }

  get item() {
    return { coll: 'journey-item' as const, id: this.itemId }
  }

  /** Stores the journey and its item, without document and pass. */
  async plan(): Promise<void> {
    const { desk, clients, link, documentKey, texts, document, dayId } = this
    const { price, ...item } = texts.item
    await desk.edit(this.keysRef, { link, documentKey })
    await desk.edit(this.journeyRef, { clients, [`day.${dayId}`]: 'a0', ...texts.journey })
    if (price !== undefined) await desk.edit(this.priceRef, { price })
    await desk.edit(this.item, { day: dayId, order: 'a0', documents: [document], ...item })
    const key = await importKey(documentKey)
    this.encrypted = await encrypt(key, texts.file, `document:${document.id}`)
  }

  async publish(set: RecordData = {}): Promise<void> {
    const { desk, link, document, seenToken } = this
    const read = async (ref: RecordRef) => (await desk.find(ref))?.data
    const data = toJourneyData({ ...(await read(this.keysRef)), ...(await read(this.journeyRef)) })
    const item = toItemData({ ...(await read(this.priceRef)), ...(await read(this.item)) })
    const items = [{ ...item, id: this.itemId }]
    const { now } = desk.site.time
    const copy = createGuestCopy({
      ...{ journey: data, days: listDays({ ...data }, items), now },
      ...{ guests: 'Elisabeth', host: { name: 'Maren', phone: '' } },
    })
    await desk.edit(this.pass, {
      journey: this.id,
      ciphertext: await encryptJson(
        await importKey(link.key),
        { ...copy, seenToken },
        `pass:${link.id}`,
      ),
      version: now,
      endsAt: now + 14 * DAY,
      documents: [document.id],
      seenProof: await hashText(seenToken),
      ...set,
    })
  }

  /** Sends one piece, or what `change` makes of it. */
  sendPiece(piece: number, change: object = {}): Promise<Response> {
    const part = this.encrypted.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)
    return this.desk.call('journey-document-piece', {
      ...{ item: this.itemId, document: this.document.id, piece },
      encryptedBytes: this.encrypted.byteLength,
      bytes: Buffer.from(part).toString('base64'),
      ...change,
    })
  }

  /** Sends all pieces; returns whether the document is whole then. */
  async upload(): Promise<boolean> {
    let isComplete = false
    for (let piece = 0; piece * PIECE_BYTES < this.encrypted.byteLength; piece++)
      isComplete = (await (await this.sendPiece(piece)).json()).isComplete
    return isComplete
  }

  /** As the owner's devices fetch the document. */
  download(item = this.itemId, document = this.document.id): Promise<Response> {
    return this.desk.site.get(toDeskDocumentPath(document, item), this.desk.cookie)
  }
}

export function repeatText(text: string, bytes: number): Uint8Array<ArrayBuffer> {
  const whole = text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)
  return new TextEncoder().encode(whole)
}

/**
 * SHA-256. Comparing large contents byte by byte, as `toEqual` does, takes seconds in which the server
 * in the same process answers nobody.
 */
export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
