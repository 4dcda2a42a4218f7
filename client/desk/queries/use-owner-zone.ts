import { useBookState } from '#client/book/use-book.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { useRecords } from './use-records.ts'

/** The owner's time zone as this device has it, with a pending edit; undefined until the first sync is complete. */
export function useOwnerZone(): string | undefined {
  const { syncedAt } = useBookState()
  const schedule = useRecords('schedule')
  if (!schedule || syncedAt === undefined) return undefined
  const { timeZone = defaultSchedule.timeZone } = schedule.get('rule-timeZone') ?? {}
  return String(timeZone)
}
