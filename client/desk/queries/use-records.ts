import { useCallback, useState } from 'react'
import * as v from 'valibot'
import { callData, getData } from '#client/data/data-client.ts'
import type {
  DataState,
  ListedCollection,
  ListedRecords,
  RecordsAnswer,
  RecordsPosition,
} from '#client/data/store/types.ts'
import { useDataState, useDataVersion } from '#client/data/use-data.ts'
import { useOnline } from '#client/lib/browser.ts'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { locationKinds } from '#shared/booking/meeting-location.ts'
import {
  bookingStatuses,
  guestChangeKinds,
  historyKinds,
  paymentStatuses,
} from '#shared/booking/status.ts'
import type { SettingGroup, SettingGroups } from '#shared/desk/settings.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { receiptKinds } from '#shared/payment/receipt.ts'
import { disputeStates, refundStates } from '#shared/payment/reversals.ts'
import { vatReasons } from '#shared/payment/vat.ts'
import { feedFaults, feedNoteKinds } from '#shared/schedule/calendar-state.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import type { ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'
import { type DeskData, type Source, useDeskData } from './use-desk-data.ts'

type Records<Coll extends ListedCollection> = ReadonlyMap<string, ListedRecords[Coll]>
type Rows<Coll extends ListedCollection> = RecordsAnswer<ListedRecords[Coll]>['rows']

interface Shown<Coll extends ListedCollection> {
  records: Records<Coll>
  /** Records with a value that only a newer version knows; see `knownRecords`. */
  unknown: Records<Coll>
}

interface Content<Coll extends ListedCollection> extends Shown<Coll> {
  isComplete: boolean
}

/** The collections with records that are left out. */
const collectionsWithGaps = createStore<ReadonlySet<ListedCollection>>(new Set())

/** This tab's copy of a collection. It reads from the device only what has changed. */
class RecordsInTab<Coll extends ListedCollection> {
  /** Undefined until the first answer; the same map until something changes. */
  readonly content = createStore<Content<Coll> | undefined>(undefined)
  private userId: string | undefined
  private position: RecordsPosition | undefined
  private lastRead: Promise<unknown> = Promise.resolve()
  private isReadWaiting = false

  constructor(private readonly coll: Coll) {
    // Another owner must not see this owner's records.
    subscribeToAccount(() => {
      if (getStoredOwner()?.userId !== this.userId) this.clear()
    })
  }

  /** Reads one at a time, so that no answer overtakes another; one waiting read is enough. */
  refresh(): void {
    if (this.isReadWaiting) return
    this.isReadWaiting = true
    const read = () => {
      this.isReadWaiting = false
      return this.read()
    }
    this.lastRead = this.lastRead.then(read).catch(() => undefined)
  }

  /** Rejects if the local data cannot be read; its next version asks again. */
  private async read(): Promise<void> {
    const userId = getStoredOwner()?.userId
    if (!userId) return
    this.userId = userId
    const answer = await callData(userId, (data) => data.records.list(this.coll, this.position))
    if (getStoredOwner()?.userId !== userId) return
    this.position = answer.position
    const { isWhole, isComplete, rows } = answer
    const before = this.content.get()
    if (before && !isWhole && rows.length === 0 && isComplete === before.isComplete) return
    const shown = applyRows(this.coll, isWhole ? undefined : before, rows as Rows<Coll>)
    this.content.set({ ...shown, isComplete })
    this.noteGaps(shown.unknown.size > 0)
  }

  private noteGaps(hasGaps: boolean): void {
    const before = collectionsWithGaps.get()
    if (before.has(this.coll) === hasGaps) return
    const others = [...before].filter((coll) => coll !== this.coll)
    collectionsWithGaps.set(new Set(hasGaps ? [...others, this.coll] : others))
  }

  private clear(): void {
    this.userId = undefined
    this.position = undefined
    if (this.content.get()) this.content.set(undefined)
    this.noteGaps(false)
  }
}

function applyRows<Coll extends ListedCollection>(
  coll: Coll,
  before: Shown<Coll> | undefined,
  rows: Rows<Coll>,
): Shown<Coll> {
  if (before && rows.length === 0) return before
  const records = new Map(before?.records)
  const unknown = new Map(before?.unknown)
  for (const { id, data } of rows) {
    const target = isKnown(coll, data) ? records : unknown
    for (const part of [records, unknown])
      if (part === target && data !== undefined) part.set(id, data)
      else part.delete(id)
  }
  return { records, unknown }
}

function isKnown(coll: ListedCollection, data: unknown): boolean {
  return !isReadOnlyCollection(coll) || v.is(knownRecords[coll], data)
}

const inTab = new Map<ListedCollection, RecordsInTab<ListedCollection>>()

function getTabCopy<Coll extends ListedCollection>(coll: Coll): RecordsInTab<Coll> {
  const copy = inTab.get(coll) ?? new RecordsInTab<ListedCollection>(coll)
  inTab.set(coll, copy)
  return copy as unknown as RecordsInTab<Coll>
}

/**
 * All records of a collection, by id; undefined until this device has all of them and they are read. Those with a value
 * that only a newer version knows are left out; see `useUnknownRecords`.
 */
export function useRecords<Coll extends ListedCollection>(coll: Coll): Records<Coll> | undefined {
  const content = useContent(coll)
  return content?.isComplete ? content.records : undefined
}

/** The records that `useRecords` leaves out, because only a newer version knows a value in them. */
export function useUnknownRecords<Coll extends ListedCollection>(
  coll: Coll,
): Records<Coll> | undefined {
  return useContent(coll)?.unknown
}

/** The records that this device has so far: some may be missing until its first sync is complete. */
export function useRecordsSoFar<Coll extends ListedCollection>(
  coll: Coll,
): Records<Coll> | undefined {
  return useContent(coll)?.records
}

function useContent<Coll extends ListedCollection>(coll: Coll) {
  const copy = getTabCopy(coll)
  useEffectOn(useDataVersion(), () => copy.refresh())
  return useStore(copy.content)
}

/** The owner's time zone as this device has it, with a pending edit; undefined until the first sync is complete. */
export function useOwnerZone(): string | undefined {
  const schedule = useRecords('schedule')
  if (!schedule) return undefined
  const { timeZone = defaultSchedule.timeZone } = schedule.get('rule-timeZone') ?? {}
  return String(timeZone)
}

/** Whether this browser can store records; true until it turns out that it cannot. */
export function useCanStore(): boolean {
  const { phase } = useDataState()
  return phase === 'opening' || phase === 'ready'
}

interface ServerQuery<Input, Data> {
  endpoint: Endpoint<Input, Data>
  input: Input
}

/**
 * The server's answer, where records on this device cannot be shown: it can store none, or its first sync is not
 * complete. After that sync the answer stays until the records are read (`isRead`); then there is none.
 */
export function useServerAnswer<Input, Data>(
  { endpoint, input }: ServerQuery<Input, Data>,
  isRead: boolean,
): DeskData<Data> | undefined {
  const { phase, syncedAt } = useDataState()
  const isNeeded = !useCanStore() || (phase === 'ready' && syncedAt === undefined)
  const answer = useDeskData(endpoint, input, { isOff: !isNeeded })
  const [wasShown, setShown] = useState(isNeeded)
  const isShown = isNeeded || (wasShown && !isRead)
  if (isShown !== wasShown) setShown(isShown)
  return isShown ? answer : undefined
}

/** Data that was derived from records, or from the server's answer in their place. */
export function toSource<Data>(
  data: Data | undefined,
  answer: DeskData<unknown> | undefined,
): Source<Data> {
  return { data, refusal: answer?.refusal, reload: answer?.reload ?? (() => undefined) }
}

interface RecordData<Data> {
  /** Undefined until the records are read. */
  derived: Data | undefined
  /** The collections of the records that it was derived from. */
  from: readonly ListedCollection[]
}

/**
 * The data for a screen, derived from records on this device. Where they cannot be shown, the server's answer.
 * `hasGaps`: records were left out, because only a newer version knows a value in them.
 */
export function useRecordData<Input, Data>(
  { derived, from }: RecordData<Data>,
  query: ServerQuery<Input, Data>,
): DeskData<Data> {
  const state = useDataState()
  const hasGaps = useStore(collectionsWithGaps, (some) => from.some((coll) => some.has(coll)))
  const canStore = useCanStore()
  const isOffline = !useOnline()
  const answer = useServerAnswer(query, derived !== undefined)
  const reload = useCallback(
    () =>
      void getData()
        .sync.run()
        .catch(() => undefined),
    [],
  )
  // During the first sync, the server's answer may be a part of what this device is about to have.
  if (answer) return canStore && answer.state === 'fresh' ? { ...answer, state: 'cached' } : answer
  const refusal = findRefusal(state, { isOffline, error: query.endpoint.failure })
  const known = state.sync === 'idle' ? 'fresh' : 'cached'
  const unknown = refusal ? 'none' : 'opening'
  return {
    ...{ data: derived, hasGaps, reload, refusal, asOf: state.syncedAt },
    state: derived === undefined ? unknown : known,
  }
}

const refusedStatuses: Partial<Record<DataState['sync'] | 'unreachable', number>> = {
  unreachable: 0,
  failed: 500,
  'signed out': 401,
}

function findRefusal(
  { sync, isUnreachable }: DataState,
  { isOffline, error }: { isOffline: boolean; error: string },
): ApiRefusal | undefined {
  // Until the server answers, also while it is asked again.
  const isUnanswered = isUnreachable || (isOffline && sync !== 'idle')
  const status = refusedStatuses[isUnanswered ? 'unreachable' : sync]
  return status === undefined ? undefined : { status, code: 'sync', error }
}

/**
 * A group of the owner's settings; undefined until this device has it, and if only a newer version of the site knows a
 * value in it.
 */
export function useSetting<Group extends SettingGroup>(
  group: Group,
  unset: SettingGroups[Group],
): SettingGroups[Group] | undefined {
  const records = useRecords('setting')
  const unknown = useUnknownRecords('setting')
  if (!records || unknown?.has(group)) return undefined
  return records.get(group)?.[group] ?? unset
}

// By the lists of values alone: the schemas of endpoints would come with every page of the desk.

const history = v.array(v.object({ kind: v.picklist(historyKinds) }))

const KnownEvent = v.variant('kind', [
  v.object({ kind: v.literal('paid') }),
  v.object({ kind: v.literal('refund'), state: v.picklist(refundStates) }),
  v.object({ kind: v.literal('dispute'), state: v.picklist(disputeStates) }),
])

/**
 * The fields in which a newer server may use values that this version does not know. A record with such a
 * value is left out of what screens show.
 */
const knownRecords: Readonly<Record<ReadOnlyCollection, v.GenericSchema>> = {
  booking: v.object({
    serviceType: v.string(),
    status: v.picklist(bookingStatuses),
    payment: v.picklist(paymentStatuses),
    locationKind: v.picklist(locationKinds),
    guestChanges: v.array(v.object({ kind: v.picklist(guestChangeKinds) })),
    history,
  }),
  'booking-money': v.object({
    purchase: v.nullable(v.object({ vat: v.object({ reason: v.picklist(vatReasons) }) })),
    events: v.array(KnownEvent),
    history,
  }),
  'busy-times': v.array(v.object({ start: v.number(), end: v.number() })),
  'calendar-feed': v.object({
    failure: v.nullable(v.picklist(feedFaults)),
    notes: v.array(v.object({ kind: v.picklist(feedNoteKinds) })),
  }),
  submission: v.object({ form: v.picklist(formNames) }),
  receipt: v.object({ kind: v.picklist(receiptKinds), serviceType: v.string() }),
  // Any kind of job can be shown.
  'failing-job': v.object({ kind: v.string() }),
  setting: v.object({
    locations: v.optional(v.record(v.string(), v.object({ kind: v.picklist(locationKinds) }))),
  }),
  // Any form can be its source.
  'newsletter-reader': v.object({ source: v.string() }),
  'audit-day': v.array(v.object({ action: v.string() })),
  'site-version': v.object({ publishedAt: v.number() }),
}

function isReadOnlyCollection(coll: string): coll is ReadOnlyCollection {
  return Object.hasOwn(knownRecords, coll)
}
