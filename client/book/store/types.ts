import type {
  ImportChoices,
  ImportPlan,
  ImportProgress,
  ImportReading,
  ImportRecord,
  ImportUndone,
  ImportView,
} from '#client/book/import/types.ts'
import type { ExportFormat } from '#shared/clients/export.ts'
import type { Client, Trip } from '#shared/clients/fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import type { KeptList, PageKept, RecordKind, RecordPage } from './desk-store.ts'
import type { Copy, Draft } from './schema.ts'

export type ClientSort = 'name' | 'location' | 'lastContact' | 'recent'

export interface ClientQuery {
  /** The search text as typed; empty for all clients. */
  text: string
  sort: ClientSort
}

/** A mark beside a client's name; a line shows the first one that applies, in this order. */
export type ClientMark = 'refused' | 'conflict' | 'waiting' | 'duplicate'

export interface ClientLine {
  id: string
  name: string
  location: string
  /** A date, or empty. */
  lastContact: string
  mark?: ClientMark
}

export interface ClientPage {
  /** As in `BookNews`. */
  version: number
  /** How many clients the search found. */
  total: number
  /** All clients on this device. */
  all: number
  /** Not all clients have been read from the database yet. */
  loading: boolean
  /** The lines from the requested index on. */
  lines: ClientLine[]
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
  unknownToServer: boolean
  deleted: boolean
  /** UTC milliseconds by the server's clock; both undefined until the server has the client. */
  createdAt: number | undefined
  updatedAt: number | undefined
  conflicts: OpenConflict[]
  /** By field with a pending edit: when it was edited, ISO 8601, by this device's clock. */
  waiting: Record<string, string>
  /** Ids of dated notes with a pending edit. */
  waitingNotes: string[]
  refused: RefusedChange[]
}

/** Possible duplicates in the client book. */
export interface Twins {
  /** How many clients look like an earlier one. */
  count: number
  /** The ids of the first two clients that may be one person. */
  first: [id: string, other: string] | undefined
}

/** A mutation that the server rejected, with all that was typed. */
export interface RefusedChange {
  n: number
  set: RecordData
  reason: string
  fieldErrors: Record<string, string>
  at: string
}

export interface WaitingChange {
  /** Its number in the queue. */
  n: number
  op: 'patch' | 'delete' | 'resolve' | 'publish'
  id: string
  /** The client's name; empty for the schedule. */
  name: string
  /** This mutation adds the client. */
  added: boolean
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

export interface ConflictChoice {
  cid: string
  choice: 'keep' | 'take'
  /** The value that was in use when the owner chose. */
  seen: unknown
}

/** A journey and its client. */
export interface ClientTrip {
  clientId: string
  name: string
  trip: Trip
}

/** A person, by e-mail address, with the ids of their clients on the server. */
export interface PersonHere {
  email: string
  ids: string[]
}

/** Data about a person that only this device has. */
export interface HeldHere {
  /** A pending mutation, a rejected one, or the draft of a form or note. */
  kind: 'edit' | 'refused' | 'draft'
  /** ISO 8601, by this device's clock; empty if not known. */
  at: string
  typed: unknown
}

/** The state of the client book and of its sync. */
export interface BookState {
  /**
   * `opening` until the first lines can be shown; `blocked` while another tab holds an older
   * version of the database; `superseded` once a later version of the site has upgraded it;
   * `unavailable` if it cannot be opened or read.
   */
  phase: 'opening' | 'blocked' | 'ready' | 'superseded' | 'unavailable'
  sync: 'idle' | 'syncing' | 'failed' | 'signed out' | 'revoked' | 'too old'
  clients: number
  /** Pending mutations. */
  waiting: number
  /** Clients with open conflicts, plus 1 if `scheduleAsks`. */
  conflicts: number
  /** The owner has to choose between two versions of the schedule. */
  scheduleAsks: boolean
  /** Rejected mutations. */
  refused: number
  /** When the last sync was complete, UTC milliseconds by this device's clock. */
  syncedAt: number | undefined
  /** Mutations and changes done in a sync of several steps, and their total if it is known. */
  progress: { done: number; of: number | undefined } | undefined
  /** Records that the server no longer has; the owner decides, see `settleMissing`. */
  missing: number
}

/** What the client book reports to pages. */
export interface BookNews {
  /** Counts up with each change of what lists and clients show. */
  version: number
  state: BookState
}

/**
 * What pages can read and do. The promise of a change resolves once its transaction is committed.
 */
export interface Book {
  list(query: ClientQuery, from: number, count: number): Promise<ClientPage>
  /** Index of a client in the list of a search; undefined if the search does not find it. */
  indexOf(query: ClientQuery, id: string): Promise<number | undefined>
  client(id: string): Promise<ClientView | undefined>
  /** Saves an edit, or adds a client if `id` is undefined; returns the id. */
  save(id: string | undefined, edit: ClientEdit): Promise<string>
  remove(id: string, rev: number): Promise<void>
  /** Undoes a delete. */
  restore(id: string): Promise<void>
  /** Decides conflicts; `edit` is saved first, where the owner combines several values. */
  resolve(id: string, choices: ConflictChoice[], edit?: ClientEdit): Promise<void>
  /**
   * Pending mutations, newest first, at most `most`: after an import there is one for each client.
   */
  waiting(most: number): Promise<WaitingChange[]>
  /** Clients with a rejected mutation or an open conflict, at most `most`. */
  attention(most: number): Promise<ClientLine[]>
  /** Possible duplicates. */
  twins(): Promise<Twins>
  /** Discards a rejected mutation for good. */
  dropRefused(n: number): Promise<void>
  /** Clients that may be this person, most likely first. */
  matches(person: {
    email: string
    phone: string
    name: string
    /** If given, a client of the same name in another location does not match. */
    location?: string
  }): Promise<ClientLine[]>
  /** All journeys that overlap the days `from` to `to`, both included; earliest start first. */
  trips(from: PlainDate, to: PlainDate): Promise<ClientTrip[]>
  /** Data about a person that only this device has. */
  heldOf(person: PersonHere): Promise<HeldHere[]>
  /** Erases a person from this device, after the server has erased them. */
  eraseOf(person: PersonHere): Promise<void>
  sync(): Promise<void>
  /** Decides on records that the server no longer has: remove them here too, or send them again. */
  settleMissing(choice: 'remove' | 'keep'): Promise<void>
  state(): Promise<BookState>
  /** Calls the listener now and at each change. */
  watch(listener: (news: BookNews) => void): Promise<void>
  /** Whether a page of the desk is visible; while it is, a sync runs every minute. */
  seen(visible: boolean): Promise<void>
  /** Ends a pause of the sync after a sign-in. */
  signedIn(): Promise<void>
}

/** The desk's data beside the client book; each method rejects if the database cannot do it. */
export interface DeskCopies {
  copy(key: string): Promise<Copy | undefined>
  keepCopy(copy: Copy): Promise<void>
  /** Reads a draft; undefined if there is none. */
  draft(key: string): Promise<unknown>
  keepDraft(draft: Draft): Promise<void>
  dropDraft(key: string): Promise<void>
  deskList(kind: RecordKind): Promise<KeptList | undefined>
  keepPage(kind: RecordKind, page: RecordPage): Promise<PageKept>
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
export interface OldClientsTaken {
  added: number
  /** Clients that cannot be read; they stay in local storage. */
  left: number
}

/** Import and export of clients as files, and the name of this device. */
export interface BookFiles {
  /** Rejects with a sentence for the owner if it is not a file of clients. */
  openImport(file: Blob, name: string): Promise<ImportView>
  /** Plans what happens to each row of the file; writes nothing. */
  lookAtImport(reading: ImportReading): Promise<ImportPlan>
  importProgress(): Promise<ImportProgress>
  runImport(choices: ImportChoices): Promise<ImportRecord>
  /** The imports of this device that can still be undone, newest first. */
  imports(): Promise<ImportRecord[]>
  /** A table of what happened to each row of the file. */
  importSummary(id: string): Promise<Blob>
  /** Undoes an import; clients edited since then stay as they are. */
  undoImport(id: string): Promise<ImportUndone>
  closeImport(): Promise<void>
  /** All clients with their optimistic values. */
  exportFile(format: ExportFormat): Promise<Blob>
  /** Pending and rejected mutations, with their clients. */
  unsentFile(): Promise<Blob>
  takeOldClients(kept: string): Promise<OldClientsTaken>
  device(): Promise<DeviceView>
  nameDevice(name: string): Promise<void>
}

export type WholeBook = Book & DeskCopies & BookFiles
