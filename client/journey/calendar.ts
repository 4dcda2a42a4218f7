import { saveFile } from '#client/lib/data/save-file.ts'
import { writeCalendarFile } from '#shared/journeys/calendar-file.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'

/** Saves the journey for the guest's own calendar. */
export async function saveCalendar(copy: GuestCopy): Promise<void> {
  const blob = new Blob([writeCalendarFile(copy)], { type: 'text/calendar;charset=utf-8' })
  await saveFile({ blob, name: 'journey.ics' })
}
