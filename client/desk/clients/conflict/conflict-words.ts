import { shortMoment } from '#client/desk/clients/day-of.ts'
import type { EditedBy } from '#shared/sync/protocol.ts'

/** `Edited today, 16:40`; `at` is an ISO 8601 instant, empty where nobody knows. */
function editedWords(at: string, now: number): string {
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return 'Edited earlier'
  return `Edited ${shortMoment(instant, now).replace(/^Today/, 'today')}`
}

/** `On this device`, `On iPhone`. */
function deviceWords({ deviceId, deviceName }: EditedBy, device: string | undefined): string {
  const isHere = deviceId !== '' && deviceId === device
  return isHere ? 'On this device' : `On ${deviceName || 'another device'}`
}

/** Which device made a value, and when. */
export interface Place {
  name: string
  edited: string
}

export function placeWords(by: EditedBy, device: string | undefined, now: number): Place {
  return { name: deviceWords(by, device), edited: editedWords(by.at, now) }
}

/** What is the same for all values of a side; the rest is said beside each value. */
export function commonPlace(places: readonly Place[]): Partial<Place> {
  const [first] = places
  if (!first) return {}
  const isSame = (part: keyof Place) => places.every((place) => place[part] === first[part])
  if (!isSame('name')) return {}
  return isSame('edited') ? first : { name: first.name }
}
