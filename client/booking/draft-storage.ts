import type { KeyGenerator } from '#client/lib/data/ids.ts'
import { readStored, writeStored } from '#client/lib/stored-value.ts'
import type { ServiceType } from '#shared/content/service.ts'
import { Draft, nothingTyped, pickTyped, type Typed, typedNames } from './flow.ts'

/** `base` with those texts of `from` that `takes` names. */
function takeTyped(base: Draft, from: Draft, takes: (name: keyof Typed) => boolean): Draft {
  return { ...base, typed: { ...base.typed, ...pickTyped(from.typed, typedNames.filter(takes)) } }
}

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
  const filled = takeTyped(own, shared, (name) => own.typed[name] === nothingTyped[name])
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
  const isStepChanged = (Object.keys(draft) as (keyof Draft)[]).some(
    (key) => key !== 'typed' && draft[key] !== before[key],
  )
  const base = isStepChanged ? takeTyped(draft, shared, takeAll) : shared
  const merged = takeTyped(base, draft, (name) => {
    const [now, earlier] = [draft.typed[name], before.typed[name]]
    // A sent booking empties the form, but not of what another tab has typed since.
    const isForeign = now === nothingTyped[name] && shared.typed[name] !== earlier
    return now !== earlier && !isForeign
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
