import { fullDayWords } from '#client/booking/date-words.ts'
import type { Service } from '#shared/booking/catalogue.ts'
import { longDate } from '#shared/booking/times.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { business } from '#shared/site/business.ts'

export function alternativeTimeLink(service: Service, date: PlainDate | null): string {
  return link(service, date && fullDayWords(date))
}

/** For a time that is booked already. */
export function otherTimeLink(service: Service, start: number, zone: string): string {
  return link(service, longDate(start, zone))
}

function link(service: Service, day: string | null): string {
  const subject = ['Request alternative time: ', service.title, day && `, ${day}`]
  return `mailto:${business.email}?subject=${encodeURIComponent(subject.filter(Boolean).join(''))}`
}
