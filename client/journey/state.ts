import type { ReactNode } from 'react'
import type { GuestCopy, GuestItem } from '#shared/journeys/guest-copy.ts'
import type { JourneyDocument } from '#shared/journeys/journey-fields.ts'
import type { Device } from './device.ts'
import type { OpenPass } from './pass/pass.ts'
import type { StoredDocument } from './pass/saved-pass.ts'
import type { RoutePlateProps } from './view/route-plate.tsx'

/** What the page shows instead of a journey. */
export type Message =
  | { kind: 'opening' }
  | { kind: 'incomplete' | 'nothing saved' | 'closed' | 'closed by host' | 'withdrawn' | 'removed' }
  /** `endedAt`: UTC milliseconds. */
  | { kind: 'ended'; endedAt: number }
  /** The first visit did not reach the server, or got no valid answer. `not yet`: see `PassAnswer`. */
  | { kind: 'offline' | 'trouble' | 'not yet' }

/** Whether the journey opens without a connection. */
export type Storage = 'saving' | 'saved' | 'full' | 'unavailable'

/** The journey's documents on this device. */
export interface DocumentState {
  /** By document id: what has arrived. */
  stored: ReadonlyMap<string, StoredDocument>
  /** Whether they are being fetched. */
  isFetching: boolean
  problem?: 'full' | 'offline' | 'trouble'
  /** The document that is being opened. */
  opening?: string
  /** By document id: why it did not open. */
  failed: ReadonlyMap<string, string>
}

/** How guests can put the page on their home screen. */
export type InstallWay = 'prompt' | 'ios' | 'menu'

/** Night for the cover, day beside an item, print on paper. */
export type PlateInks = 'night' | 'day' | 'print'

/** The component that draws maps, and the sizes of their frames, CSS pixels. */
export interface Plates {
  Plate: (props: RoutePlateProps) => ReactNode
  sizes: Readonly<Partial<Record<PlateInks, { width: number; height: number }>>>
}

export interface JourneyState {
  open: OpenPass
  device: Device
  /** The current time by the server's clock, UTC milliseconds. */
  now: number
  /** Id of the shown day or item; empty for the whole journey. */
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
  /** Why an action failed. */
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
  /** The address of a day or item on this page; without an id, of the whole journey. */
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

/** Documents of a copy, each once, in the order of the journey. */
export function listDocuments({ items }: Pick<GuestCopy, 'items'>): JourneyDocument[] {
  const all = items.flatMap(({ documents }) => documents)
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index)
}
