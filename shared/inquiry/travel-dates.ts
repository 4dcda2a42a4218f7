import { tripDates } from '#shared/clients/trip-words.ts'
import { isPlainDate } from '#shared/lib/date.ts'

/** `12 to 19 March 2027`; what is no date stays as it was written. */
export function travelDates(departure = '', back = ''): string {
  return isPlainDate(departure) && isPlainDate(back)
    ? tripDates({ start: departure, end: back })
    : `${departure} to ${back}`
}
