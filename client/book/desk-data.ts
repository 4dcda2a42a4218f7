import { askBook } from './page-book.ts'
import type { KeptList, PageKept, RecordKind, RecordPage } from './store/desk-store.ts'
import type { Copy } from './store/schema.ts'

/*
 * The desk's cached data and drafts, read and written through the worker that owns the database.
 * None of these reject: without storage, or while this device is locked, the desk still works
 * online.
 */

export function readCopy(userId: string, key: string): Promise<Copy | undefined> {
  return askBook(userId, (book) => book.copy(key)).catch(nothing)
}

/** Resolves with whether the copy was stored. */
export function keepCopy(userId: string, copy: Copy): Promise<boolean> {
  return askBook(userId, (book) => book.keepCopy(copy)).then(yes, no)
}

export function readDraft(userId: string, key: string): Promise<unknown> {
  return askBook(userId, (book) => book.draft(key)).catch(nothing)
}

/** Resolves with whether the draft was stored. */
export function keepDraft(userId: string, key: string, data: unknown): Promise<boolean> {
  return askBook(userId, (book) => book.keepDraft({ key, data })).then(yes, no)
}

/** Resolves with whether the draft was deleted. */
export function dropDraft(userId: string, key: string): Promise<boolean> {
  return askBook(userId, (book) => book.dropDraft(key)).then(yes, no)
}

interface OwnersList {
  userId: string
  kind: RecordKind
}

export function readKeptList({ userId, kind }: OwnersList): Promise<KeptList | undefined> {
  return askBook(userId, (book) => book.deskList(kind)).catch(nothing)
}

export function keepPage(
  { userId, kind }: OwnersList,
  page: RecordPage,
): Promise<PageKept | 'not kept'> {
  return askBook(userId, (book) => book.keepPage(kind, page)).catch(() => 'not kept')
}

/** Returns the id under which the server knows this device; undefined without a database. */
export function thisDeviceId(userId: string): Promise<string | undefined> {
  return askBook(userId, async (book) => (await book.device()).id).catch(nothing)
}

const nothing = () => undefined

const yes = () => true

const no = () => false
