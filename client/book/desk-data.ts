import { askBook } from './page-book.ts'
import type { KeptList, PageKept, RecordKind, RecordPage } from './store/desk-store.ts'
import type { Copy } from './store/schema.ts'

/*
 * What pages of the desk keep on this device, by way of the worker that has the store. Nothing here
 * rejects: where the browser keeps nothing, or this device is locked, the desk works while connected.
 */

export function readCopy(userId: string, key: string): Promise<Copy | undefined> {
  return askBook(userId, (book) => book.copy(key)).catch(nothing)
}

/** Whether it is kept. */
export function keepCopy(userId: string, copy: Copy): Promise<boolean> {
  return askBook(userId, (book) => book.keepCopy(copy)).then(yes, no)
}

export function readDraft(userId: string, key: string): Promise<unknown> {
  return askBook(userId, (book) => book.draft(key)).catch(nothing)
}

/** Whether the disk has it. */
export function keepDraft(userId: string, key: string, data: unknown): Promise<boolean> {
  return askBook(userId, (book) => book.keepDraft({ key, data })).then(yes, no)
}

/** Whether it is gone from the disk. */
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

/** How the server knows this device; undefined where nothing is kept on it. */
export function thisDeviceId(userId: string): Promise<string | undefined> {
  return askBook(userId, async (book) => (await book.device()).id).catch(nothing)
}

const nothing = () => undefined

const yes = () => true

const no = () => false
