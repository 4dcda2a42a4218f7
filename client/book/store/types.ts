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
  /** As typed; empty for all. */
  text: string
  sort: ClientSort
}

/** What a line of the list says beside the name; the gravest first. */
export type ClientMark = 'refused' | 'conflict' | 'waiting' | 'duplicate'

export interface ClientLine {
  id: string
  name: string
  location: string
  /** A date, or nothing. */
  lastContact: string
  mark?: ClientMark
}

export interface ClientPage {
  /** Of the book, as in its news. */
  version: number
  /** How many clients the search found. */
  total: number
  /** How many there are on this device. */
  all: number
  /** More are still coming from the disk or from the server. */
  loading: boolean
  /** From the place that was asked for on. */
  lines: ClientLine[]
}

/** One client as this device shows it: confirmed by the server, with what waits here. */
export interface ClientView {
  id: string
  client: Client
  /** The revision that this shows; an edit is handed over with it. */
  rev: number
  /** The server rejected what made this client, and has nothing else of them. */
  unknownToServer: boolean
  deleted: boolean
  /** By the server's clock, UTC milliseconds; undefined until it has it. */
  createdAt: number | undefined
  updatedAt: number | undefined
  conflicts: OpenConflict[]
  /** When each field was edited here and not yet synced, by this device's clock, ISO 8601. */
  waiting: Record<string, string>
  /** Dated notes that were written or edited here and are not yet synced, by their ids. */
  waitingNotes: string[]
  refused: RefusedChange[]
}

export interface Twins {
  /** How many look like somebody who was there before. */
  count: number
  /** Two of them, by their ids. */
  first: [id: string, other: string] | undefined
}

/** What the server would not take, with all that was typed. */
export interface RefusedChange {
  n: number
  set: RecordData
  reason: string
  fieldErrors: Record<string, string>
  at: string
}

export interface WaitingChange {
  /** Orders what waits. */
  n: number
  op: 'patch' | 'delete' | 'resolve' | 'publish'
  id: string
  /** The client's name; empty for the schedule. */
  name: string
  /** It is new: the server knows nothing of it. */
  added: boolean
  /** Which fields. */
  fields: string[]
  /** By this device's clock, ISO 8601. */
  at: string
}

/** One edit of a client: what was changed, from what, as its form saw it. */
export interface ClientEdit {
  base: Partial<Client>
  set: Partial<Client>
  rev: number
}

export interface ConflictChoice {
  cid: string
  choice: 'keep' | 'take'
  /** What was in use when it was chosen. */
  seen: unknown
}

/** A journey, and whose it is. */
export interface ClientTrip {
  clientId: string
  name: string
  trip: Trip
}

/** Whoever reads a mailbox, and the clients that the server has of them. */
export interface PersonHere {
  email: string
  ids: string[]
}

/** Something of a person that only this device has. */
export interface HeldHere {
  /** Not sent yet, refused by the server, or a form or note that was begun. */
  kind: 'edit' | 'refused' | 'draft'
  /** By this device's clock, ISO 8601; empty where nobody knows. */
  at: string
  typed: unknown
}

/** How the book stands with the server. */
export interface BookState {
  /**
   * `opening` until the first lines can be shown; `blocked` while an older tab has it; `superseded` once a
   * later version of the site took it over; `unavailable` where nothing can be kept or read.
   */
  phase: 'opening' | 'blocked' | 'ready' | 'superseded' | 'unavailable'
  sync: 'idle' | 'syncing' | 'failed' | 'signed out' | 'revoked' | 'too old'
  clients: number
  waiting: number
  /** Clients with open ones, and the schedule. */
  conflicts: number
  /** Two versions of the schedule wait for a choice. */
  scheduleAsks: boolean
  refused: number
  /** When all was last exchanged, UTC milliseconds by this device's clock. */
  syncedAt: number | undefined
  /** Of a longer exchange: how many are done, of how many where that is known. */
  progress: { done: number; of: number | undefined } | undefined
  /** The server no longer has this many clients that are kept here: the owner says what becomes of them. */
  missing: number
}

/** What a page hears of the book. */
export interface BookNews {
  /** Counts up with each change of what lists and clients show. */
  version: number
  state: BookState
}

/** What pages may ask of the book, and do; each promise of a change resolves once it is on the disk. */
export interface Book {
  list(query: ClientQuery, from: number, count: number): Promise<ClientPage>
  /** Where a search's list has this client; undefined where it is not found. */
  indexOf(query: ClientQuery, id: string): Promise<number | undefined>
  client(id: string): Promise<ClientView | undefined>
  /** Adds a client where no id is given; answers the id. */
  save(id: string | undefined, edit: ClientEdit): Promise<string>
  remove(id: string, rev: number): Promise<void>
  /** Takes a delete back. */
  restore(id: string): Promise<void>
  /** With an edit that puts several values in the place of one. */
  resolve(id: string, choices: ConflictChoice[], edit?: ClientEdit): Promise<void>
  /** What waits to be sent, newest first, as far as `most`: after an import it is as long as the book. */
  waiting(most: number): Promise<WaitingChange[]>
  /** Whom only the owner can settle: what the server refused, what was edited twice; as far as `most`. */
  attention(most: number): Promise<ClientLine[]>
  /** Who may be in the book twice. */
  twins(): Promise<Twins>
  /** Takes what was refused off the device, for good. */
  dropRefused(n: number): Promise<void>
  /** Clients that may be this person, the likeliest first. */
  matches(person: {
    email: string
    phone: string
    name: string
    /** With one, the same name elsewhere is somebody else. */
    location?: string
  }): Promise<ClientLine[]>
  /** Every client's journeys that touch these dates, both included; the earliest first. */
  trips(from: PlainDate, to: PlainDate): Promise<ClientTrip[]>
  /** What only this device has of a person. */
  heldOf(person: PersonHere): Promise<HeldHere[]>
  /** After the server has erased them: nothing of them stays on this device. */
  eraseOf(person: PersonHere): Promise<void>
  sync(): Promise<void>
  /** The owner's word on what the server no longer has: removed here too, or sent to it again. */
  settleMissing(choice: 'remove' | 'keep'): Promise<void>
  state(): Promise<BookState>
  /** Tells of how the book stands, now and at each change. */
  watch(listener: (news: BookNews) => void): Promise<void>
  /** Whether somebody looks at a page of the desk: the server is asked each minute then. */
  seen(visible: boolean): Promise<void>
  /** The owner signed in: an exchange that was paused goes on. */
  signedIn(): Promise<void>
}

/** What the desk keeps beside the client book; each rejects where it cannot be read or kept. */
export interface DeskCopies {
  copy(key: string): Promise<Copy | undefined>
  keepCopy(copy: Copy): Promise<void>
  /** What was started and not saved. */
  draft(key: string): Promise<unknown>
  keepDraft(draft: Draft): Promise<void>
  dropDraft(key: string): Promise<void>
  deskList(kind: RecordKind): Promise<KeptList | undefined>
  keepPage(kind: RecordKind, page: RecordPage): Promise<PageKept>
}

/** This device, and what of it would be lost with it. */
export interface DeviceView {
  id: string
  name: string
  /** Bookings and forms of which it keeps a copy. */
  bookings: number
  forms: number
}

/** What was taken over from the site's old version. */
export interface OldClientsTaken {
  added: number
  /** Those that cannot be read; they stay where they are. */
  left: number
}

/** Clients as files, and the device that has them. */
export interface BookFiles {
  /** Refused with a sentence for the owner where it is no file of clients. */
  openImport(file: Blob, name: string): Promise<ImportView>
  /** What would become of each row; nothing is written. */
  lookAtImport(reading: ImportReading): Promise<ImportPlan>
  importProgress(): Promise<ImportProgress>
  runImport(choices: ImportChoices): Promise<ImportRecord>
  /** Those of this device that can still be undone, the newest first. */
  imports(): Promise<ImportRecord[]>
  /** A table that says of each row of the file what became of it. */
  importSummary(id: string): Promise<Blob>
  /** What was edited since stays. */
  undoImport(id: string): Promise<ImportUndone>
  closeImport(): Promise<void>
  /** All clients as this device shows them, with what waits. */
  exportFile(format: ExportFormat): Promise<Blob>
  /** What waits and what was refused, with the clients that it is about. */
  unsentFile(): Promise<Blob>
  takeOldClients(kept: string): Promise<OldClientsTaken>
  device(): Promise<DeviceView>
  nameDevice(name: string): Promise<void>
}

export type WholeBook = Book & DeskCopies & BookFiles
