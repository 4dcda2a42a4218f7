import type { Client, Trip } from '#shared/clients/client-fields.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import type {
  Collection,
  DataOf,
  PageCollection,
  RecordData,
  RecordRef,
} from '#shared/sync/collections.ts'
import type { Intent, OpenConflict } from '#shared/sync/protocol.ts'
import type { ReadOnlyRecords } from '#shared/sync/read-only-collections.ts'

export type ClientSort = 'name' | 'location' | 'lastContact' | 'recent'

export interface ClientQuery {
  /** The search text as typed; empty for all clients. */
  text: string
  sort: ClientSort
}

/** A mark beside a client's name; a line shows the first one that applies, in this order. */
export type ClientMark = 'rejected' | 'conflict' | 'pending' | 'duplicate'

export interface ClientListItem {
  id: string
  name: string
  location: string
  /** A date, or empty. */
  lastContact: string
  mark?: ClientMark
}

export interface ClientListPage {
  /** As in `DataSnapshot`. */
  version: number
  /** How many clients the search found. */
  matchCount: number
  /** All clients on this device. */
  clientCount: number
  /** Not all clients have been read from the database yet. */
  loading: boolean
  /** The lines from the requested index on. */
  items: ClientListItem[]
}

/**
 * One client with its optimistic value: what the server confirmed, with pending mutations on top.
 */
export interface ClientView {
  id: string
  client: Client
  /** The confirmed revision in this view; a `ClientEdit` made from this view carries it. */
  rev: number
  /** The server rejected the mutation that added this client and has no revision of it. */
  isUnknownToServer: boolean
  deleted: boolean
  /** UTC milliseconds by the server's clock; both undefined until the server has the client. */
  createdAt: number | undefined
  updatedAt: number | undefined
  conflicts: OpenConflict[]
  /** By field with a pending edit: when it was edited, ISO 8601, by this device's clock. */
  pendingFields: Record<string, string>
  /** Ids of dated notes with a pending edit. */
  pendingNotes: string[]
  rejected: RejectedEdit[]
}

/** Possible duplicates among the clients. */
export interface Duplicates {
  /** How many clients look like an earlier one. */
  count: number
  /** The ids of the first two clients that may be one person. */
  first: [id: string, other: string] | undefined
}

/** A mutation that the server rejected, with all that was typed. */
export interface RejectedEdit extends RecordRef {
  /** The number that it had in the queue; `discardRejected` takes it. */
  n: number
  op: Intent['op']
  /** Both empty unless `op` is `patch`. */
  base: RecordData
  set: RecordData
  /** The record's confirmed revision; 0 if the server does not have it. */
  rev: number
  reason: string
  fieldErrors: Record<string, string>
  /** ISO 8601, by this device's clock. */
  at: string
}

/** A record that names a client, in a list or as the one that it belongs to. */
export interface NamingRecord extends RecordRef {
  field: string
  value: string | readonly string[]
  rev: number
}

/** A record with open conflicts. */
export interface DisputedRecord extends RecordRef {
  /** Its name; absent if the labels of its fields say enough. */
  title?: string
  data: RecordData
  /** The revision in `data`. */
  rev: number
  conflicts: readonly OpenConflict[]
}

/** What only the owner can settle about the records of a collection that one page edits. */
export interface UnsettledRecords {
  disputed: DisputedRecord[]
  rejected: RejectedEdit[]
}

export interface PendingEdit {
  /** Its number in the queue. */
  n: number
  op: Intent['op']
  coll: Collection
  id: string
  /**
   * The client's name, the journey's title, or what a mark is about (`Message of Ada Moe`), or the title of a record
   * of a page; empty for a record without title, and if this device does not have what the mark is about.
   */
  name: string
  /** Of a mark: the values that it sets, and the address of what it is about. */
  set?: RecordData
  path?: string
  /** Of a journey, an item or a pass: the journey's id. */
  journeyId?: string
  /** Of an item: its title, or the label of its kind if it has none. */
  item?: string
  /** This mutation adds the record. */
  isNew: boolean
  /** The fields that it sets. */
  fields: string[]
  /** ISO 8601, by this device's clock. */
  at: string
}

/**
 * One edit of a client: changed fields, their values before, and the revision that the form showed.
 */
export interface ClientEdit {
  base: Partial<Client>
  set: Partial<Client>
  rev: number
}

/** A client, a journey or a collection that a page edits, with something that only the owner can settle. */
export interface AttentionItem {
  coll: Collection
  /** Of a collection: its name. */
  id: string
  /** The client's name or the journey's title; of a collection the page's. */
  name: string
  mark: 'rejected' | 'conflict'
  /** The page on which the owner settles it. With it, pages that list the item need not load the registry. */
  path: string
  /** As its collection says; see `CollectionDefinition`. */
  conflictText?: { title: string; meanwhile: string }
}

/** A trip and its client, or a journey in the shape of a trip. */
export interface ClientTrip {
  /** One of a trip; of a journey all who travel and are in the book. */
  clientIds: readonly string[]
  /** Only of a journey; its trip has the title as place. */
  journeyId?: string
  /** The client's name, or the names of those who travel. */
  name: string
  trip: Trip
}

/** A person, by email address, with the ids of their clients on the server. */
export interface PersonRef {
  email: string
  ids: string[]
}

/** Data about a person that only this device has. */
export interface UnsyncedPersonalData {
  /** A pending mutation, a rejected one, or the draft of a form or note. */
  kind: 'edit' | 'rejected' | 'draft'
  /** ISO 8601, by this device's clock; empty if not known. */
  at: string
  content: unknown
  /** The journey has other travellers, so it is kept when the person is erased. */
  othersTravel?: true
}

/** The state of the local data and of its sync. */
export interface DataState {
  /**
   * `opening` until the first lines can be shown; `blocked` while another tab holds an older
   * version of the database; `superseded` once a later version of the site has upgraded it;
   * `unavailable` if it cannot be opened or read.
   */
  phase: 'opening' | 'blocked' | 'ready' | 'superseded' | 'unavailable'
  /**
   * `offline`: the last one got no answer while the browser reported that it was offline. `revoked`: the owner has
   * removed this device. `too old`: the server or this device's database is of a later version of the site, which a
   * reload loads.
   */
  sync: 'idle' | 'syncing' | 'failed' | 'full' | 'offline' | 'signed out' | 'revoked' | 'too old'
  /** The last sync got no answer at all, although the browser did not report that it was offline. */
  isUnreachable: boolean
  clients: number
  pending: number
  /** Clients and journeys with open conflicts, plus 1 for each collection that a page edits with any. */
  conflicts: number
  rejected: number
  /** When the last sync was complete, UTC milliseconds by this device's clock. */
  syncedAt: number | undefined
  /** How far this device's clock was behind the server's then, ms. */
  clockSkew: number
  /** Mutations and changes done in a sync of several steps, and their total. */
  progress: { done: number; total: number } | undefined
  /** Records that the server no longer has; the owner decides, see `resolveMissing`. */
  missing: number
  /** As in `DeviceState`. */
  hasLostEdit?: boolean
}

/** What the local data reports to pages. */
export interface DataSnapshot {
  /** Counts up with each change of what lists and clients show. */
  version: number
  state: DataState
}

/** The collections that pages list whole, with the data of their records. */
export type ListedRecords = ReadOnlyRecords & { [Coll in PageCollection]: DataOf<Coll> }

export type ListedCollection = keyof ListedRecords

/**
 * How far a page has read a collection. It reads everything again if a full resync has begun or ended,
 * or if the database was deleted and filled again.
 */
export interface RecordsPosition {
  /** Names the reading of everything after which `seq` counts. */
  resync: string
  seq: number
}

export interface RecordsAnswer<Data> {
  position: RecordsPosition
  /** The rows are all records, not only those that have changed. */
  isWhole: boolean
  /** The first sync of this device was complete, so that no record was missing. */
  isComplete: boolean
  /** A row without `data` is a deleted record. */
  rows: { id: string; data?: Data | undefined }[]
}

/** How much is new to the owner, counted over all devices. */
export interface NewsCounts {
  /** Submissions; a form without any is absent. */
  forms: Partial<Record<FormName, number>>
  /** Bookings that are not cancelled or expired. */
  newBookings: number
  /** Guests' moves and cancellations of the last 30 days. */
  guestChanges: number
}

/** This device and the cached data that it holds. */
export interface DeviceView {
  id: string
  name: string
  /** Number of cached bookings and of cached forms. */
  bookings: number
  forms: number
}

/** Result of taking over the clients of the site's old version. */
export interface LegacyClientsImport {
  added: number
  /** Clients that cannot be read; they stay in local storage. */
  unreadable: number
}
