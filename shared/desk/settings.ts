import type { ServiceLocation } from '#shared/booking/meeting-location-api.ts'
import type { ServiceType } from '#shared/content/service.ts'
import type { Retention } from '#shared/privacy/api.ts'
import type { ConsentSettings } from '#shared/privacy/consents.ts'

/** The groups of settings. Each is a record of its own, whose id is the group's name. */
export interface SettingGroups {
  /** The meeting locations that the owner has set; see `addDefaultLocations`. */
  locations: Partial<Record<ServiceType, ServiceLocation>>
  /** The owner's own consents. */
  consents: ConsentSettings
  retention: Retention
}

export type SettingGroup = keyof SettingGroups

/** Has its own group only. */
export type SettingRecord = Partial<SettingGroups>
