import type { ReactNode } from 'react'
import type { Device } from '#client/journey/device.ts'
import type { OpenPass } from '#client/journey/pass/pass.ts'
import type { StoredDocument } from '#client/journey/pass/saved-pass.ts'
import type { GuestCopy, GuestItem } from '#shared/journeys/guest-copy.ts'
import type { JourneyDocument } from '#shared/journeys/journey-fields.ts'
import type { RoutePlateProps } from './route-plate.tsx'

/** What the page says in place of a journey. */
export type Message =
  | { kind: 'opening' }
  | { kind: 'incomplete' | 'nothing saved' | 'closed' | 'closed by host' | 'removed' }
  /** The link's end, if it is known; UTC milliseconds. */
  | { kind: 'ended'; endedAt: number }
  /** The first visit did not reach the server, or not ours. */
  | { kind: 'offline' | 'trouble' }

/** Whether the journey opens without a connection. */
export type Storage = 'saving' | 'saved' | 'full' | 'unavailable'

export interface DocumentState {
  /** What has arrived, by the document's id. */
  stored: ReadonlyMap<string, StoredDocument>
  /** Whether they are being fetched. */
  isFetching: boolean
  problem?: 'full' | 'offline' | 'trouble'
  /** The document that is being opened. */
  opening?: string
  /** Why a document did not open, by its id. */
  failed: ReadonlyMap<string, string>
}

/** How guests can put the page on their home screen. */
export type InstallWay = 'prompt' | 'ios' | 'menu'

/** Night for the cover, day beside an item, print on paper. */
export type PlateInks = 'night' | 'day' | 'print'

/** The drawing of the maps, once it is loaded, and the sizes of their frames, CSS pixels. */
export interface Plates {
  Plate: (props: RoutePlateProps) => ReactNode
  sizes: Readonly<Partial<Record<PlateInks, { width: number; height: number }>>>
}

export interface JourneyState {
  open: OpenPass
  device: Device
  /** The present by the server's clock, UTC milliseconds. */
  now: number
  /** Id of the day or item that is shown; empty: the journey. */
  place: string
  connection: 'checking' | 'online' | 'offline' | 'trouble'
  storage: Storage
  documentState: DocumentState
  /** Undefined if the hint about the home screen is not shown. */
  install: InstallWay | undefined
  /** Undefined until the code of the maps is loaded. */
  plates: Plates | undefined
  /** The text that was copied last. */
  copied: string | undefined
  /** Why an action of the page had no effect. */
  notice: string | undefined
  /** The guest is asked whether to remove the journey from this device. */
  asksRemoval: boolean
}

export interface JourneyActions {
  note(): void
  tryAgain(): void
  copy(text: string): void
  keepDocuments(yes: boolean): void
  openDocument(document: JourneyDocument): void
  install(): void
  answerHint(): void
  setTelling(tells: boolean): void
  print(): void
  saveCalendar(): void
  askRemoval(asks: boolean): void
  remove(): void
}

export interface JourneyProps {
  state: JourneyState
  actions: JourneyActions
  /** The address of a day or item on this page; of the journey itself without an id. */
  toHref: (id?: string) => string
}

/** How an item differs from the copy that the guest has noted; undefined if it does not. */
export function findMark({ open }: JourneyState, item: GuestItem): ItemMark | undefined {
  const at = open.pass.changedAt[item.id]
  if (at === undefined || !open.noted) return undefined
  const before = open.noted.items.find(({ id }) => id === item.id)
  return before ? { at, before } : { at }
}

export interface ItemMark {
  at: number
  /** Absent if the item is new. */
  before?: GuestItem
}

export function getDayOf(copy: GuestCopy, id: string): number {
  const day = copy.items.find((item) => item.id === id)?.day ?? id
  return copy.days.findIndex((one) => one.id === day)
}
