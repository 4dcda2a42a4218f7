import fc from 'fast-check'
import { Edits } from '#client/data/edits/edits.ts'
import { resolveConflicts } from '#client/data/edits/pending-edits.ts'
import { JourneyRows } from '#client/data/index/journey-rows.ts'
import { JourneyIndex } from '#client/data/journeys/journey-index.ts'
import { JourneyRecords } from '#client/data/journeys/journey-records.ts'
import type { ItemView, JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import { unpack } from '#client/data/store/pages.ts'
import { type StoredRecord, toRecordKey } from '#client/data/store/schema.ts'
import {
  addDay,
  addItem,
  createJourney,
  moveDay,
  moveItem,
  moveToDay,
  placeByTime,
  removeDay,
  removeItem,
  restoreDay,
  setItem,
  setJourney,
} from '#client/desk/journeys/journey-edits.ts'
import { listDocumentKeys } from '#shared/journeys/api.ts'
import { type JourneyDay, listDays } from '#shared/journeys/days.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import { listExtensions, toExtended } from '#shared/sync/collections.ts'
import { listTokens } from '#tests/support/sync/simulation-checks.ts'
import { DEVICES, type Step } from '#tests/support/sync/simulation-steps.ts'
import { noHints, type SyncDevice } from '#tests/support/sync/sync-device.ts'
import type { SyncSimulation } from '#tests/support/sync/sync-simulation.ts'

const actions = [
  'plan',
  'plan',
  'retitle',
  'write',
  'price',
  'price',
  'time',
  'move',
  'move',
  'to day',
  'remove',
  'add day',
  'move day',
  'remove day',
  'remove day',
  'restore day',
  'rename',
  'replace link',
  'decide',
] as const

const linkActions = ['publish', 'publish', 'close link', 'rename'] as const

/** One action of the owner on one device; the numbers pick a day, an item and a position. */
export interface JourneyStep {
  do: 'journey'
  action: (typeof actions | typeof linkActions)[number]
  device: number
  day: number
  item: number
  place: number
}

const number = fc.nat({ max: 3 })
const device = fc.nat({ max: DEVICES - 1 })

const toSteps = (action: fc.Arbitrary<JourneyStep['action']>): fc.Arbitrary<JourneyStep> =>
  fc.record({
    ...{ do: fc.constant('journey' as const), action, device },
    ...{ day: number, item: number, place: number },
  })

/** Planning. */
export const journeySteps = toSteps(fc.constantFrom(...actions))
/** Publications and closings of the guests' link. */
export const linkSteps = toSteps(fc.constantFrom(...linkActions))

/** Syncs, with the faults of a network, crashes, and a server that restarts. */
export const networkSteps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      device,
      faults: fc.array(
        fc.constantFrom(
          'none',
          'lost request',
          'lost answer',
          'late request',
          'late answer',
          'error after',
          'twice',
          'restart',
          'too large',
        ),
        { maxLength: 3 },
      ),
      diesIn: fc.constantFrom(3, 5, 99, 99, 99, 99),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), device }) },
  { weight: 1, arbitrary: fc.constant({ do: 'deliver late' } as const) },
)

/** Restores of the server. */
export const restoreSteps: fc.Arbitrary<Step> = fc.constantFrom(
  { do: 'back up' } as const,
  { do: 'restore server' } as const,
)

const HOST = { name: 'Maren Lunde', phone: '+47 400 00 001' }
const DEVICE_NUMBERS = Array.from({ length: DEVICES }, (_, at) => at)

interface Shown {
  view: JourneyView
  days: JourneyDay[]
}

/** One journey on all devices of a simulation, edited by the functions that the desk uses. */
export class JourneySimulation {
  private id = ''
  private count = 0
  /** The guests' copies that devices published. */
  private readonly published: { title: string; version: number; knewOfClosing: boolean }[] = []
  private wasClosed = false
  /** The keys of documents that devices made. */
  private readonly documentKeys = new Set<string>()

  constructor(private readonly simulation: SyncSimulation) {}

  /** Creates a journey of three days and brings it to all devices. */
  async create(): Promise<void> {
    const title = this.createToken('', 'title')
    const { id, edits } = createJourney({ title, clients: [], start: '2027-06-09', dayCount: 3 })
    this.id = id
    for (const token of this.simulation.tokens) if (token.id === '') token.id = id
    await this.edit(0, edits)
    await this.noteDocumentKeys(0)
    for (let at = 0; at < DEVICES; at++)
      await this.simulation.runStep({ do: 'sync', device: at, faults: [], diesIn: 99 })
  }

  async runStep(step: JourneyStep): Promise<void> {
    const shown = await this.read(step.device)
    if (!shown) return
    if (step.action === 'decide') return this.decide(step, shown)
    if (step.action === 'replace link') return this.replaceLink(step.device)
    if (step.action === 'publish') return this.publish(step.device, shown)
    if (step.action === 'close link') return this.closeLink(step.device, shown)
    const edits = this.createEdits(step, shown)
    if (edits.length > 0) await this.edit(step.device, edits)
  }

  /** The days as a device shows them: every item's place and texts. */
  async describe(which: number): Promise<string[]> {
    const shown = await this.read(which)
    return (shown?.days ?? []).map(
      ({ date, items }) =>
        `${date}: ${items.map(({ id, title, price, guestText }) => [id, title, price, guestText].join(' ')).join(', ')}`,
    )
  }

  /** Titles of items, not deleted, that a device shows on no day. */
  async listHidden(which: number): Promise<string[]> {
    const shown = await this.read(which)
    const placed = new Set(shown?.days.flatMap(({ items }) => items.map(({ id }) => id)))
    return (shown?.view.items ?? []).flatMap(({ item }) =>
      placed.has(item.id) ? [] : [item.title],
    )
  }

  /**
   * Compares what extends records with these: it lives as long as they do, holds its own fields alone, and every
   * device has every key of documents.
   */
  async findExtensionProblems(): Promise<string[]> {
    const rows = await this.simulation.server.listRecords()
    const deleted = new Map(rows.map((row) => [toRecordKey(row), row.deleted]))
    const problems = rows.flatMap((row) => {
      const key = toRecordKey(row)
      const extended = deleted.get(toRecordKey(toExtended(row))) ?? row.deleted
      const others = listExtensions(row.coll).flatMap(({ fields }) => Object.keys(fields))
      const foreign = Object.keys(JSON.parse(row.data)).filter((name) => others.includes(name))
      return [
        ...(extended === row.deleted ? [] : [`${key} does not live as long as what it extends.`]),
        ...foreign.map((name) => `${key} has ${name}.`),
      ]
    })
    for (const at of DEVICE_NUMBERS) {
      const view = (await this.read(at))?.view
      const known = view ? listDocumentKeys(view.journey) : [...this.documentKeys]
      for (const key of this.documentKeys)
        if (!known.includes(key)) problems.push(`Device ${at} has lost the key ${key}.`)
    }
    return problems
  }

  private async replaceLink(which: number): Promise<void> {
    await (await this.openData(this.getDevice(which))).replaceLink(this.id)
    await this.noteDocumentKeys(which)
  }

  private async noteDocumentKeys(which: number): Promise<void> {
    const { view } = (await this.read(which)) ?? {}
    for (const key of view ? listDocumentKeys(view.journey) : []) this.documentKeys.add(key)
  }

  /** Compares the guests' link with what was published and closed. Call it when all devices have synced. */
  async findLinkProblems(): Promise<string[]> {
    const passes = await Promise.all(
      DEVICE_NUMBERS.map(async (at) => (await this.read(at))?.view.pass),
    )
    const [pass, ...others] = passes
    if (others.some((other) => !isSameValue(other?.data, pass?.data)))
      return ['The devices do not agree about the link.']
    const newest = Math.max(...this.published.map(({ version }) => version))
    const titles = this.published
      .filter(({ version }) => version === newest)
      .map(({ title }) => title)
    if (this.wasClosed && !this.published.some(({ knewOfClosing }) => knewOfClosing))
      return pass?.data.closed && pass.data.ciphertext === '' ? [] : ['A closed link is open.']
    if (this.wasClosed || !pass) return this.published.length > 0 && !pass ? ['No link.'] : []
    return pass.data.version === newest && titles.includes(pass.copy?.title ?? '')
      ? []
      : ['Guests do not have the newest copy.']
  }

  private async publish(which: number, { view }: Shown): Promise<void> {
    await (await this.openData(this.getDevice(which))).publish(this.id, HOST)
    const { pass } = (await this.read(which))?.view ?? {}
    const { title = '' } = pass?.copy ?? {}
    const knewOfClosing = view.pass?.data.closed ?? false
    this.published.push({ title, version: pass?.data.version ?? 0, knewOfClosing })
  }

  private async closeLink(which: number, { view }: Shown): Promise<void> {
    if (!view.pass) return
    await (await this.openData(this.getDevice(which))).close(this.id)
    this.wasClosed = true
  }

  private async read(which: number): Promise<Shown | undefined> {
    const view = await (await this.openData(this.getDevice(which))).get(this.id)
    if (!view) return undefined
    const days = listDays(
      view.journey,
      view.items.map(({ item }) => item),
    )
    return { view, days }
  }

  private async readRows({ db, name }: SyncDevice): Promise<JourneyRows> {
    const rows = new JourneyRows()
    const stored = await db.records.toArray()
    const pages = (await db.pages.orderBy('no').toArray()).map(({ no, bytes }) => {
      return { no, changes: unpack(bytes) }
    })
    // Devices have the records in memory in any order.
    rows.reset(name === 'd1' ? stored.reverse() : stored, pages)
    return rows
  }

  private async openData(device: SyncDevice): Promise<JourneyRecords> {
    const { db, time, newId } = device
    const rows = await this.readRows(device)
    const clock = () => time.now
    const marks = {
      pendingEditTimes: new Map<string, number>(),
      rejectedOfJourneys: [],
      getOpenConflicts: ({ conflicts }: StoredRecord) => conflicts,
    }
    const index = new JourneyIndex({ rows, marks, getClientName: () => '' })
    const edits = new Edits({ db, clock, newId, hints: noHints })
    return new JourneyRecords({ db, clock, edits, cache: { hasSynced: false } }, index)
  }

  private getDevice(which: number): SyncDevice {
    const found = this.simulation.devices[which]
    if (!found) throw new Error(`There is no device ${which} in this story`)
    return found
  }

  private async edit(which: number, edits: JourneyEdit[]): Promise<void> {
    await (await this.openData(this.getDevice(which))).edit(edits)
  }

  private createToken(id: string, field: string): string {
    const text = `t${90_000 + this.count++};`
    this.simulation.tokens.push({ text, id, field })
    return text
  }

  private createEdits(step: JourneyStep, { view, days }: Shown): JourneyEdit[] {
    const day = pick(days, step.day)
    const found = pick(view.items, step.item)
    switch (step.action) {
      case 'plan':
        return day ? [this.plan(view, day)] : []
      case 'rename':
        return [this.rename(view)]
      case 'add day':
        return [addDay(view, days, step.place % (days.length + 1))]
      case 'move day':
        return day ? [moveDay(view, days, { day, index: step.place % days.length })] : []
      case 'remove day':
        return day ? this.removeDay(view, day) : []
      case 'restore day':
        return day?.isRestored ? restoreDay(view, { ...day, items: [] }) : []
      default:
        return found ? this.createItemEdits(step, found, { view, days }) : []
    }
  }

  private createItemEdits(
    { action, day: dayNumber, place }: JourneyStep,
    found: ItemView,
    { view, days }: Shown,
  ): JourneyEdit[] {
    const { item } = found
    const own = days.find(({ id }) => id === item.day)
    const to = pick(days, dayNumber)
    if (action === 'retitle') {
      this.markSeen([item.title])
      return [setItem(found, { title: this.createToken(item.id, 'title') })]
    }
    if (action === 'write') return [this.write(found)]
    if (action === 'price') {
      this.markSeen([item.price])
      return [setItem(found, { price: this.createToken(`item-price/${item.id}`, 'price') })]
    }
    if (action === 'time') return setTime(view.items, { found, own }, `1${place}:00`)
    if (action === 'move' && to)
      return moveItem(view.items, item.id, { day: to, index: place % (to.items.length + 1) })
    if (action === 'to day' && to) return moveToDay(view.items, item.id, to)
    if (action !== 'remove') return []
    this.markItemSeen(found)
    return [removeItem(found)]
  }

  private plan(view: JourneyView, day: JourneyDay): JourneyEdit {
    const edit = addItem(view.id, day, { kind: 'activity' })
    const title = this.createToken(edit.id, 'title')
    return edit.op === 'set' ? { ...edit, set: { ...edit.set, title } } : edit
  }

  private rename(view: JourneyView): JourneyEdit {
    this.markSeen([view.journey.title])
    return setJourney(view, { title: this.createToken(view.id, 'title') }, view.journey)
  }

  private write(found: ItemView): JourneyEdit {
    const { guestText } = found.item
    const line = this.createToken(found.item.id, 'guestText')
    return setItem(found, { guestText: guestText ? `${guestText}\n${line}` : line })
  }

  private removeDay(view: JourneyView, day: JourneyDay): JourneyEdit[] {
    const ids = new Set(day.items.map(({ id }) => id))
    for (const found of view.items) if (ids.has(found.item.id)) this.markItemSeen(found)
    return removeDay(view, day)
  }

  private async decide({ device: which, item, place }: JourneyStep, { view }: Shown) {
    const records = [
      { coll: 'journey' as const, id: view.id, data: view.journey, conflicts: view.conflicts },
      ...view.items.map(({ item: data, conflicts }) => ({
        ...{ coll: 'journey-item' as const, id: data.id, data: { ...data }, conflicts },
      })),
    ].filter(({ conflicts }) => conflicts.length > 0)
    const record = pick(records, item)
    const open = record && pick(record.conflicts, place)
    if (!record || !open) return
    const choice = place % 2 === 0 ? 'keep' : 'take'
    const seen = (record.data as Record<string, unknown>)[open.field]
    if (open.kind === 'delete' && choice === 'take')
      this.markSeen([record.data, ...record.conflicts.map(({ value }) => value)])
    if (open.kind === 'field') this.markSeen([choice === 'keep' ? open.value : seen])
    const device = this.getDevice(which)
    const { coll, id } = record
    const decision = { coll, id, choices: [{ cid: open.cid, choice, seen } as const] }
    const parts = { edits: device.edits, rows: await this.readRows(device) }
    await resolveConflicts(parts, [decision])
  }

  private markItemSeen({ item, conflicts }: ItemView): void {
    this.markSeen([item.title, item.price, item.guestText, ...conflicts.map(({ value }) => value)])
  }

  private markSeen(values: unknown[]): void {
    for (const value of values)
      for (const token of listTokens(value)) this.simulation.seenTokens.add(token)
  }
}

/** Sets a time, and puts the item where that time belongs. */
function setTime(
  items: readonly ItemView[],
  { found, own }: { found: ItemView; own: JourneyDay | undefined },
  begins: string,
): JourneyEdit[] {
  const { item } = found
  const next = own?.items.map((one) => (one.id === item.id ? { ...one, begins } : one)) ?? []
  const placed = own ? placeByTime(items, item.id, { ...own, items: next }) : []
  return [setItem(found, { begins }), ...placed]
}

function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(list.length, 1)]
}
