import { readStoredLocations } from '#server/booking/location/store.ts'
import type { Tx } from '#server/db/database.ts'
import { readOwnerConsents } from '#server/privacy/commands.ts'
import { readRetention } from '#server/privacy/store.ts'
import type { SettingGroup, SettingGroups, SettingRecord } from '#shared/desk/settings.ts'

const readers: { [Group in SettingGroup]: (tx: Tx) => Promise<SettingGroups[Group]> } = {
  locations: readStoredLocations,
  consents: readOwnerConsents,
  retention: readRetention,
}

/** The owner's settings in these groups, for the devices. */
export async function readSettingRecords(
  tx: Tx,
  groups: readonly string[],
): Promise<Map<string, SettingRecord>> {
  const records = new Map<string, SettingRecord>()
  for (const group of groups as readonly SettingGroup[])
    records.set(group, { [group]: await readers[group](tx) })
  return records
}
