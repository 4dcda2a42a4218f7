import { currentZone } from '#shared/lib/zone.ts'

/** The time zone that this device is set to, by the name that it has today. */
export function deviceZone(): string {
  return currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
}
