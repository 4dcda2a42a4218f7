import type { OpenConflict } from '../../../shared/sync/protocol.ts'
import { shortMoment } from '../day-of.ts'
import type { DisputedField } from './review.ts'

/** `Edited today, 16:40`; `at` in UTC milliseconds, undefined where nobody knows. */
export function editedWords(at: number | undefined, now: number): string {
  if (at === undefined || Number.isNaN(at)) return 'Edited earlier'
  return `Edited ${shortMoment(at, now).replace(/^Today/, 'today')}`
}

/** `On this device`, `On iPhone`. */
function deviceWords({ deviceId, deviceName }: OpenConflict, device: string | undefined): string {
  return deviceId === device ? 'On this device' : `On ${deviceName || 'another device'}`
}

export interface Place {
  name: string
  edited: string
}

/** Which device put a value, and when by that device's clock. */
export function placeWords(conflict: OpenConflict, device: string | undefined, now: number): Place {
  return {
    name: deviceWords(conflict, device),
    edited: editedWords(Date.parse(conflict.at), now),
  }
}

/** The one device whose values are all not in use, with its last edit; undefined where they are several. */
export function sharedPlace(disputed: readonly DisputedField[], device: string | undefined) {
  const all = disputed.flatMap(({ others }) => others)
  const [first] = all
  const one = disputed.every(({ others }) => others.length === 1)
  if (!first || !one || all.some(({ deviceId }) => deviceId !== first.deviceId)) return undefined
  return {
    name: deviceWords(first, device),
    own: first.deviceId === device,
    at: Math.max(...all.map(({ at }) => Date.parse(at))),
  }
}
