import type { DeletedLine } from '#client/data/edits/recently-deleted.ts'
import { toDisplayDate } from '#client/desk/kit/format-date-time.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { addDays } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'

const MINUTE = 60_000

/** `On iPhone, yesterday`; without the device, `Yesterday`. */
export function formatDeletion(
  { deletedAt, device, isHere }: Pick<DeletedLine, 'deletedAt' | 'device' | 'isHere'>,
  now: number,
): string {
  const when = formatWhen(deletedAt, now)
  const where = isHere ? 'On this device' : device && `On ${device}`
  return where ? `${where}, ${when}` : when.charAt(0).toUpperCase() + when.slice(1)
}

/** `just now`, `today at 09:05`, `yesterday`, `12 November` */
function formatWhen(instant: number, now: number): string {
  if (now - instant < MINUTE) return 'just now'
  const [date, today] = [toDisplayDate(instant), toDisplayDate(now)]
  if (date === today) return formatRelativeTime(instant, now)
  return date === addDays(today, -1) ? 'yesterday' : formatDate(date, 'day')
}

/** Says what is lost when this is deleted for good. */
export function describeErasure({
  coll,
  document,
}: Pick<DeletedLine, 'coll' | 'document'>): string {
  const gone = 'is removed from the server and from all your devices. This cannot be undone.'
  if (document !== undefined) return `The document ${gone}`
  if (coll === 'journey')
    return `The journey, with its items and documents, ${gone} Its link stays closed, and guests’ phones erase their copies.`
  if (coll === 'journey-item')
    return `The item, with its documents, ${gone} Guests keep it on their copy until you update that.`
  return `Everything about it, with its history, ${gone}`
}
