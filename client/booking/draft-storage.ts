import type { KeyGenerator } from '#client/lib/data/ids.ts'
import { readStored, writeStored } from '#client/lib/stored-value.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import { createEmptyDraft, Draft } from './flow.ts'

const typedKeys = [
  'destinations',
  'otherDestination',
  'firstName',
  'lastName',
  'email',
  'country',
  'phone',
  'message',
] as const satisfies (keyof Draft)[]

type Read = (draft: Draft) => unknown

/** `base` with what was typed into `from`, where `takes` says so; `read` reads one typed value. */
function takeTyped(base: Draft, from: Draft, takes: (read: Read) => boolean): Draft {
  const merged = { ...base, buyer: { ...base.buyer } }
  const take = <Values extends object>(
    keys: readonly (keyof Values)[],
    at: (draft: Draft) => Values,
  ) => {
    for (const key of keys) if (takes((draft) => at(draft)[key])) at(merged)[key] = at(from)[key]
  }
  take(typedKeys, (draft) => draft)
  take(Object.keys(base.buyer) as (keyof Draft['buyer'])[], ({ buyer }) => buyer)
  return merged
}

const untouched = createEmptyDraft(() => '')

function isSame(read: Read, a: Draft, b: Draft): boolean {
  return JSON.stringify(read(a)) === JSON.stringify(read(b))
}

const isEmpty = (read: Read, draft: Draft) => isSame(read, draft, untouched)

const takeAll = () => true

/**
 * This tab's draft; what it lacks is filled from the draft that other tabs have left on this
 * device. Undefined if there is none or storage is unavailable.
 */
export function loadDraft(service: ServiceType, newKey: KeyGenerator): Draft | undefined {
  const own = readDraft(service, 'session')
  const shared = readDraft(service, 'local')
  if (!own || !shared) {
    // Another tab may send its booking under its key.
    const isFree = shared !== undefined && shared.attempt === null
    return own ?? (isFree ? { ...shared, key: newKey() } : shared)
  }
  const filled = takeTyped(own, shared, (read) => isEmpty(read, own))
  const { start, attempt, submittedBooking, savedBooking, lostStart } = own
  const isUnderWay = [start, attempt, submittedBooking, savedBooking, lostStart].some(
    (value) => value !== null,
  )
  return isUnderWay ? filled : takeTyped(shared, filled, takeAll)
}

/**
 * Stores the draft for this tab, and what this tab has changed `before` for the device: two tabs
 * keep each other's text.
 */
export function saveDraft(service: ServiceType, draft: Draft, before: Draft): void {
  writeDraft(service, draft, 'session')
  const shared = readDraft(service, 'local') ?? before
  const isTyped = (key: string) => key === 'buyer' || typedKeys.some((typed) => typed === key)
  const isStepChanged = (Object.keys(draft) as (keyof Draft)[]).some(
    (key) => !isTyped(key) && draft[key] !== before[key],
  )
  const base = isStepChanged ? takeTyped(draft, shared, takeAll) : shared
  const merged = takeTyped(base, draft, (read) => {
    // A sent booking empties the form, but not of what another tab has typed since.
    const isForeign = isEmpty(read, draft) && !isSame(read, shared, before)
    return !isSame(read, draft, before) && !isForeign
  })
  writeDraft(service, merged, 'local')
}

const getStorageKey = (service: ServiceType) => `booking-draft:${service}`

type StorageKind = 'session' | 'local'

const storages = { session: () => sessionStorage, local: () => localStorage }

const readDraft = (service: ServiceType, kind: StorageKind) =>
  readStored(storages[kind], getStorageKey(service), Draft)

/** If the browser refuses, the draft lives in memory only: the text is still on the screen. */
const writeDraft = (service: ServiceType, draft: Draft, kind: StorageKind) =>
  writeStored(storages[kind], getStorageKey(service), draft)
