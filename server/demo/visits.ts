import type { ServiceType } from '#shared/content/service.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'

export interface Person {
  firstName: string
  lastName: string
  email: string
  phone: string
  zone: string
  /** Postal address; the country is an ISO 3166 code. */
  country: string
  postalCode: string
  city: string
}

/** How a booking ends, if its time has come by the end of the demo. */
type BookingEnding = 'completed' | 'missed' | 'cancelled' | 'moved'

interface Visit {
  /** When the visitor's form reaches the site, UTC milliseconds. */
  at: number
  person: Person
}

export type DemoVisit =
  | (Visit & {
      form: 'booking'
      service: ServiceType
      /** The earliest day that suits the visitor. */
      from: PlainDate
      /** Which of the free slots is chosen: 0 is the first, just below 1 the last. */
      choice: number
      ending: BookingEnding
      message: string
    })
  | (Visit & { form: 'contact'; message: string; newsletter: boolean })
  | (Visit & { form: 'inquiry'; destination: string; departure: PlainDate; nights: number })

const DAY = 86_400_000
const YEAR_DAYS = 365

// All people are invented.
export const people = [
  ['Elisabeth', 'Vance', '+1 5550101140', 'America/New_York', 'US', '10012', 'New York'],
  ['Kenji', 'Arai', '+81 355501177', 'Asia/Tokyo', 'JP', '104-0061', 'Tokyo'],
  ['Claire', 'Marchetti', '+33 155501214', 'Europe/Paris', 'FR', '75004', 'Paris'],
  ['Daniel', 'Okafor', '+44 2055501251', 'Europe/London', 'GB', 'W1G 9QN', 'London'],
  ['Sólrún', 'Einarsdóttir', '+354 55501288', 'Atlantic/Reykjavik', 'IS', '101', 'Reykjavík'],
  ['Hanna', 'Lindqvist', '+46 855501325', 'Europe/Stockholm', 'SE', '114 32', 'Stockholm'],
  ['Tomas', 'Virtanen', '+358 955501362', 'Europe/Helsinki', 'FI', '00100', 'Helsinki'],
  ['Margaret', 'Bell', '+1 5550101399', 'America/Los_Angeles', 'US', '94110', 'San Francisco'],
  ['Astrid', 'Hellevik', '+47 55501436', 'Europe/Oslo', 'NO', '0264', 'Oslo'],
  ['Lucia', 'Ferrer', '+34 955501473', 'Europe/Madrid', 'ES', '28004', 'Madrid'],
  ['Ingrid', 'Solberg', '+47 55501510', 'Europe/Oslo', 'NO', '5003', 'Bergen'],
  ['Rashid', 'Al-Amin', '+971 45551547', 'Asia/Dubai', 'AE', '', 'Dubai'],
  ['Mei', 'Tanaka-Wood', '+65 65551584', 'Asia/Singapore', 'SG', '238823', 'Singapore'],
  ['Johann', 'Brandstätter', '+43 155501621', 'Europe/Vienna', 'AT', '1070', 'Vienna'],
  ['Beatriz', 'Nogueira', '+55 1155501658', 'America/Sao_Paulo', 'BR', '01310-100', 'São Paulo'],
  ['Noor', 'van der Meer', '+31 205551695', 'Europe/Amsterdam', 'NL', '1017 GC', 'Amsterdam'],
  ['Priya', 'Raman', '+91 2255501732', 'Asia/Kolkata', 'IN', '400001', 'Mumbai'],
  ['Oliver', 'Ashdown', '+61 255501769', 'Australia/Sydney', 'AU', '2010', 'Sydney'],
  ['Freja', 'Mikkelsen', '+45 55501806', 'Europe/Copenhagen', 'DK', '1366', 'Copenhagen'],
  ['Giulia', 'Bonfanti', '+39 0255501843', 'Europe/Rome', 'IT', '00186', 'Rome'],
].map(toPerson)

const messages = [
  'We would like to see the light in February, and few other people.',
  'A honeymoon in June: water, a sauna, and no schedule.',
  'Three generations, eleven people, one house. Is that possible?',
  'My husband turns sixty in March. He has talked of Lofoten for thirty years.',
  'We run nine rooms by a fjord, and our winter is empty. Where would you begin?',
  'Vegetarian, slow, by train where there are trains.',
  'We have five days only. Is that too few?',
  'Is the ferry in November a good idea with a four-year-old?',
]

const destinations = ['Norway', 'Iceland', 'Sweden', 'Denmark', 'Norway,Iceland']

/**
 * A year of visits that ends at `now`, in order of time, with bookings for the weeks ahead. The
 * same seed gives the same year.
 */
export function createDemoVisits(now: number, seed = 1): DemoVisit[] {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const visits: DemoVisit[] = []
  for (let day = YEAR_DAYS; day >= 0; day--) {
    const at = now - day * DAY - Math.floor(random() * 9 * 3_600_000) - 60_000
    const today = new Date(at).toISOString().slice(0, 10)
    const who = () => ({ at: at + visits.length, person: pick(people) })
    if (random() < 0.45)
      visits.push({
        ...who(),
        form: 'booking',
        service: pickService(random()),
        from: addDays(today, 2 + Math.floor(random() * 15)),
        choice: random(),
        ending: pickEnding(random()),
        message: pick(messages),
      })
    if (random() < 0.15)
      visits.push({
        ...who(),
        form: 'contact',
        message: pick(messages),
        newsletter: random() < 0.5,
      })
    if (random() < 0.08)
      visits.push({
        ...who(),
        form: 'inquiry',
        destination: pick(destinations),
        departure: addDays(today, 30 + Math.floor(random() * 200)),
        nights: 4 + Math.floor(random() * 10),
      })
  }
  return visits
}

function pickService(chosen: number): ServiceType {
  if (chosen < 0.5) return 'initial-consultation'
  return chosen < 0.78 ? 'bespoke-planning' : 'business-consultancy'
}

function pickEnding(chosen: number): BookingEnding {
  if (chosen < 0.8) return 'completed'
  if (chosen < 0.84) return 'missed'
  return chosen < 0.93 ? 'cancelled' : 'moved'
}

function toPerson(row: string[]): Person {
  const [firstName = '', lastName = '', phone = '', zone = '', country = ''] = row
  const [postalCode = '', city = ''] = row.slice(5)
  const name = `${firstName}.${lastName}`.normalize('NFD').toLowerCase()
  const email = `${name.replaceAll(/[^a-z.]/g, '')}@example.com`
  return { firstName, lastName, email, phone, zone, country, postalCode, city }
}

/** Mulberry32, a seeded random number generator: 0 up to, but not including, 1. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
