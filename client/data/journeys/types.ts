import type { RejectedEdit } from '#client/data/store/types.ts'
import type { JourneyCollection } from '#shared/journeys/collections.ts'
import type { JourneyItem } from '#shared/journeys/days.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import type {
  GuestPassData,
  JourneyData,
  JourneyDocument,
} from '#shared/journeys/journey-fields.ts'
import type { JourneyStop } from '#shared/journeys/places/stops.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'

/** The sync state of a record, for pages. */
interface RecordState {
  /** The confirmed revision; an edit made from this view carries it. */
  rev: number
  /** The server does not have its last edit yet. */
  isPending: boolean
  conflicts: OpenConflict[]
  /** The later of the server's time and a pending edit's, UTC milliseconds. */
  updatedAt: number
}

export interface ItemView extends RecordState {
  item: JourneyItem
}

/** A journey with its optimistic values: what the server confirmed, with pending edits on top. */
export interface JourneyView extends RecordState {
  id: string
  journey: JourneyData & RecordData
  /** Another device deleted the journey while this one planned something in it. */
  isDeleted: boolean
  /** Names of the clients on this device, in the order of `journey.clients`. */
  clients: { id: string; name: string }[]
  /** How many more it names who were deleted; 0 until this device has all clients. */
  goneClients: number
  /** Names of all who travel: these clients, then those who are in no list. */
  names: string[]
  items: ItemView[]
  /** Undefined if the journey was never shared. */
  pass: PassView | undefined
  /** Edits that the server rejected, with all that was typed. */
  rejected: RejectedJourneyEdit[]
  /** Ids of the documents whose content is on this device, and of those not sent yet. */
  documents: { here: string[]; waiting: string[] }
}

export interface PassView extends RecordState {
  data: GuestPassData
  copy: GuestCopy | undefined
  /** The copy that guests have while `copy` is pending; undefined if they have none. */
  sentCopy: GuestCopy | undefined
}

export interface JourneyListItem {
  id: string
  title: string
  clients: { id: string; name: string }[]
  /** As in `JourneyView`. */
  names: string[]
  dates: { start: PlainDate; end: PlainDate } | undefined
  /** The time zone in which it begins. */
  zone: string
  dayCount: number
  emptyDayCount: number
  /** All places that its items name, for the search. */
  places: string[]
  /** The stops for the map, each once; `route` has their numbers in order. See `listStops`. */
  stops: Pick<JourneyStop, 'name' | 'at'>[]
  route: number[]
  dayStops: (number | undefined)[]
  /** Undefined if the journey was never shared. `updatedAt`: the last change, UTC milliseconds. */
  pass:
    | (Pick<GuestPassData, 'version' | 'endsAt' | 'closed' | 'seen'> & { updatedAt: number })
    | undefined
  /** As in `JourneyView`. */
  isDeleted: boolean
  isPending: boolean
  /** The owner has to choose between two values, or whether a record is deleted. */
  hasConflict: boolean
  /** The server rejected a mutation; see `listRejected`. */
  hasRejected: boolean
  updatedAt: number
}

/** A rejected edit of a journey's record. */
export interface RejectedJourneyEdit extends RejectedEdit {
  journeyId: string
  title: string
  /** The item's title, or the label of its kind if it has none; undefined if the record is no item. */
  item: string | undefined
}

/**
 * One edit of a record with those that extend it. `base` has the values that the page showed; `rev` their
 * revision.
 */
export type JourneyEdit = { coll: JourneyCollection; id: string } & (
  | { op: 'set'; base: RecordData; set: RecordData; rev: number }
  | { op: 'delete'; rev: number }
  | { op: 'restore' }
)

export interface PersonDocument extends JourneyDocument {
  itemId: string
  journeyId: string
  /** Not empty. */
  journeyTitle: string
  /** Somebody else travels on the journey too. */
  othersTravel: boolean
}

/** Why a file was not added. */
export type DocumentRefusal = 'type' | 'heic' | 'size' | 'journey_size' | 'name' | 'full'
