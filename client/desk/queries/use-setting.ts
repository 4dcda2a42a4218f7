import type { SettingGroup, SettingGroups } from '#shared/desk/settings.ts'
import { useRecords, useUnknownRecords } from './use-records.ts'

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
