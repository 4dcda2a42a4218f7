import { randomUUID } from 'node:crypto'
import { buyerFields } from '#tests/support/payment/buyer.ts'

const DAY = 86_400_000

/** The next weekday at least `days` from today, `YYYY-MM-DD`, by the real clock. */
export function getWeekdayAhead(days: number): string {
  const date = new Date(Date.now() + days * DAY)
  while (date.getUTCDay() === 0 || date.getUTCDay() === 6) date.setTime(date.getTime() + DAY)
  return date.toISOString().slice(0, 10)
}

/** A complete and valid booking form for Tuesday 24 November 2026, 10:00 in Oslo. */
export function buildBookingFields(over: Record<string, string> = {}): Record<string, string> {
  const { service_type = 'initial_consultation' } = over
  const isFree = service_type === 'initial_consultation'
  return {
    'form-name': 'booking',
    'bot-field': '',
    first_name: 'Elisabeth',
    last_name: 'Sørbø',
    email: 'elisabeth@example.com',
    phone: '+47 41209877',
    message: 'We would like to see the light in February.',
    service_type,
    start: '2026-11-24T09:00:00.000Z',
    date: '2026-11-24',
    time: '10:00',
    timezone: 'Europe/Oslo',
    destinations: 'Norway,Iceland',
    other_destination: '',
    ...(isFree ? {} : buyerFields),
    ...over,
  }
}

export function postForm(
  url: string,
  fields: Record<string, string>,
  key: string = randomUUID(),
): Promise<Response> {
  return fetch(`${url}/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'application/json', 'Idempotency-Key': key },
    body: new URLSearchParams(fields),
  })
}
