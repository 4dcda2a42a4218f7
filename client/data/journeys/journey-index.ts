import { normalizeText, parseSearchTerms } from '#client/data/index/index-entry.ts'
import { findJourneyOf, isLiving, type JourneyRows } from '#client/data/index/journey-rows.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { PendingMutation, RejectedMutation, StoredRecord } from '#client/data/store/schema.ts'
import type { AttentionItem, ClientTrip } from '#client/data/store/types.ts'
import { toRejectedEdit } from '#client/data/store/unsettled.ts'
import { formatNames } from '#shared/clients/person-names.ts'
import { getDates, getZone, type JourneyItem, listDays, listPlaces } from '#shared/journeys/days.ts'
import {
  type JourneyData,
  kindLabels,
  toGuestPassData,
  toItemData,
  toJourneyData,
  UNTITLED,
} from '#shared/journeys/journey-fields.ts'
import { listStops } from '#shared/journeys/places/stops.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { type RecordData, type RecordRef, toExtended } from '#shared/sync/collections.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import type { JourneyListItem, RejectedJourneyEdit } from './types.ts'

/** Pending edits, rejected edits and open conflicts, which are not in the rows of records. */
export interface Marks {
  /** Time of the last pending edit of a record, UTC milliseconds, by the record's id. */
  pendingEditTimes: ReadonlyMap<string, number>
  /** Refused mutations of journeys, items and passes, in order. */
  rejectedOfJourneys: readonly RejectedMutation[]
  getOpenConflicts: (row: StoredRecord) => OpenConflict[]
}

interface JourneyIndexParts {
  rows: JourneyRows
  marks: Marks
  /** The client's name; undefined if this device does not know the client. */
  getClientName: (id: string) => string | undefined
}

/** The clients by their ids, and the names of others. */
type Travellers = Pick<JourneyData, 'clients' | 'travellers'>

/** A line of the list without the clients' names, which may change at any time. */
interface Facts {
  /** The version of the rows that it was built from. */
  version: number
  passId: string
  pass: StoredRecord | undefined
  line: Omit<JourneyListItem, 'clients' | 'names' | 'hasRejected'>
  travellers: Travellers
  /** Title and places, normalised. */
  searchText: string
}

/** This many journeys are read in a few milliseconds. */
const WARM_UP_STEP = 10

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Lists journeys from the rows in memory. A journey is read again only after its rows have changed. */
export class JourneyIndex {
  private readonly parts: JourneyIndexParts
  readonly rows: JourneyRows
  private readonly facts = new Map<string, Facts>()

  constructor(parts: JourneyIndexParts) {
    this.parts = parts
    this.rows = parts.rows
  }

  /** Journeys whose title, places or clients contain all words; all for empty text. */
  list(text: string): JourneyListItem[] {
    const words = parseSearchTerms(text)
    const rejected = this.listRejectedIds()
    const lines: JourneyListItem[] = []
    for (const facts of this.listFacts()) {
      const { clients, names } = this.listTravellers(facts.travellers)
      if (words.length > 0) {
        const searched = `${facts.searchText}\t${normalizeText(names.join('\t'))}`
        if (!words.every((word) => searched.includes(word))) continue
      }
      lines.push({ ...facts.line, clients, names, hasRejected: rejected.has(facts.line.id) })
    }
    return lines
  }

  /** Reads all journeys before the first list is requested, a few at a time so that other requests are not blocked. */
  async warmUp(): Promise<void> {
    const ids = this.rows.listShown()
    for (const [i, id] of ids.entries()) {
      this.readFacts(id)
      if (i % WARM_UP_STEP === WARM_UP_STEP - 1) await nextTask()
    }
  }

  /** The clients on this device, and the names of all travellers. */
  listTravellers(of: Travellers): Pick<JourneyListItem, 'clients' | 'names'> {
    const clients = of.clients.flatMap((id) => {
      const name = this.parts.getClientName(id)
      return name === undefined ? [] : [{ id, name }]
    })
    return { clients, names: [...clients.map(({ name }) => name), ...of.travellers] }
  }

  /** Journeys that overlap the days `from` to `to`, both included, in the shape of trips. */
  listTrips(from: PlainDate, to: PlainDate): ClientTrip[] {
    return this.listFacts().flatMap(({ line: { id, title, dates }, travellers }) => {
      if (!dates || dates.start > to || dates.end < from) return []
      const { clients, names } = this.listTravellers(travellers)
      const trip = { id, place: title || UNTITLED, ...dates }
      const clientIds = clients.map((client) => client.id)
      return [{ clientIds, journeyId: id, name: formatNames(names), trip }]
    })
  }

  /** Journeys with a rejected mutation or an open conflict, the rejected first. */
  listNeedingAttention(): Omit<AttentionItem, 'path'>[] {
    const rejected = this.listRejectedIds()
    const conflicted = [...this.rows.listConflictedIds(this.parts.marks)].filter(
      (id) => !rejected.has(id),
    )
    const toLine = (id: string, mark: AttentionItem['mark']) => ({
      ...{ coll: 'journey' as const, id, mark },
      name: this.getTitle(id) || UNTITLED,
    })
    return [
      ...[...rejected].map((id) => toLine(id, 'rejected')),
      ...conflicted.map((id) => toLine(id, 'conflict')),
    ]
  }

  listRejected(): RejectedJourneyEdit[] {
    return this.parts.marks.rejectedOfJourneys.map((rejected) => ({
      ...toRejectedEdit(rejected, this.rows.find(rejected.intent)?.rev),
      ...this.describe(rejected),
    }))
  }

  /** The journey of a mutation's record, its title, and the item's name if the record is an item. */
  describe({ intent }: Pick<PendingMutation, 'intent'>): {
    journeyId: string
    title: string
    item: string | undefined
  } {
    const about = toExtended(intent)
    const row = this.rows.find(about)
    const set = intent.op === 'patch' ? intent.set : {}
    const data = { ...(row && getOptimistic(row).data), ...set }
    const journeyId = findJourneyOf(about, data) ?? ''
    const { title, kind } = toItemData(data)
    return {
      journeyId,
      title: this.getTitle(journeyId) || (about.coll === 'journey' && title) || UNTITLED,
      item: about.coll === 'journey-item' ? title || kindLabels[kind] : undefined,
    }
  }

  private getTitle(journeyId: string): string {
    const row = this.rows.journeys.get(journeyId)
    if (row) return toJourneyData(getOptimistic(row).data).title
    const sets = this.parts.marks.rejectedOfJourneys.map(({ intent }) =>
      intent.op === 'patch' && intent.id === journeyId ? intent.set.title : '',
    )
    return sets.find((title): title is string => typeof title === 'string' && title !== '') ?? ''
  }

  private listRejectedIds(): Set<string> {
    const { marks } = this.parts
    const ids = marks.rejectedOfJourneys.map((rejected) => this.describe(rejected).journeyId)
    return new Set(ids)
  }

  private listFacts(): Facts[] {
    return this.rows.listShown().map((id) => this.readFacts(id))
  }

  private readFacts(id: string): Facts {
    const { rows } = this
    const known = this.facts.get(id)
    const version = rows.getVersion(id)
    if (known?.version === version && known.pass === rows.passes.get(known.passId)) return known
    const journey = readJourney(rows, id)
    const passId = journey.link.id
    const pass = rows.passes.get(passId)
    const fresh = { version, passId, pass, ...this.buildFacts(id, journey, pass) }
    this.facts.set(id, fresh)
    return fresh
  }

  private buildFacts(
    id: string,
    journey: JourneyData & RecordData,
    pass: StoredRecord | undefined,
  ): Pick<Facts, 'line' | 'travellers' | 'searchText'> {
    const { rows } = this
    const { marks } = this.parts
    const row = rows.journeys.get(id)
    const itemRows = rows.listItems(id)
    const days = listDays(
      journey,
      itemRows.map((item) => toItem(rows, item)),
    )
    const whole = [...(row ? [row] : []), ...itemRows]
    const all = [
      ...whole,
      ...whole.flatMap((one) => rows.listExtensions(one)),
      ...(pass ? [pass] : []),
    ]
    const places = listPlaces(days)
    const { stops, route, days: dayStops } = listStops(days)
    const line = {
      id,
      title: journey.title,
      dates: getDates(days),
      zone: getZone(days[0]?.items[0]),
      dayCount: days.length,
      emptyDayCount: days.filter(({ items, nights }) => items.length + nights.length === 0).length,
      places,
      stops: stops.map(({ name, at }) => ({ name, ...(at && { at }) })),
      ...{ route, dayStops },
      pass: pass && pickPass(pass),
      isDeleted: row !== undefined && !isLiving(row),
      isPending: all.some(isPending),
      hasConflict: all.some((one) => marks.getOpenConflicts(one).length > 0),
      updatedAt: Math.max(
        ...all.flatMap((one) => [one.updatedAt, marks.pendingEditTimes.get(one.id) ?? 0]),
      ),
    }
    const searchText = normalizeText([journey.title, ...places].join('\t'))
    const { clients, travellers } = journey
    return { line, travellers: { clients, travellers }, searchText }
  }
}

/** The journey's data, or an empty journey's if this device does not have the record. */
export function readJourney(rows: JourneyRows, id: string): JourneyData & RecordData {
  return toJourneyData(rows.readWhole({ coll: 'journey', id })) as JourneyData & RecordData
}

export function toItem(rows: JourneyRows, { coll, id }: RecordRef): JourneyItem {
  // A spread would take three times as long.
  return Object.assign(toItemData(rows.readWhole({ coll, id })), { id })
}

export function isPending({ optimistic }: StoredRecord): boolean {
  return optimistic !== undefined
}

function pickPass(row: StoredRecord): JourneyListItem['pass'] {
  const { version, endsAt, closed, seen } = toGuestPassData(getOptimistic(row).data)
  return { version, endsAt, closed, updatedAt: row.updatedAt, ...(seen && { seen }) }
}
