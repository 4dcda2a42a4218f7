import { safeParse } from 'valibot'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { type ServiceType, serviceTypes } from '#shared/booking/catalogue.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import {
  type Availability,
  type AvailabilityQuestion,
  getAvailability,
  getSchedule,
} from '#shared/schedule/api.ts'
import type { Clock } from './lib/clock.ts'
import { covers, wideRange } from './rules.ts'

/** Cache of the only function answers that are cached: they are the same for all visitors. */
const CACHE = 'times'
const PUBLIC: readonly string[] = [getAvailability.path, getSchedule.path]

/** Seconds to wait for the network before a cached answer is used. */
const PATIENCE = 3

/** Without cookies, an answer cannot contain personal data. */
const ANONYMOUS: RequestInit = { credentials: 'omit', cache: 'no-store' }

interface Kept {
  question: AvailabilityQuestion
  answer: Availability
  response: Response
}

/** Answers requests for available times and the schedule from the network first, then the cache. */
export function answerTimes(clock: Clock): void {
  const strategy = new NetworkFirst({
    cacheName: CACHE,
    networkTimeoutSeconds: PATIENCE,
    fetchOptions: ANONYMOUS,
    plugins: [
      {
        fetchDidSucceed: async ({ response }) => {
          if (!isJson(response)) throw new Error('This answer is not ours')
          return response
        },
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          (await newestFor(request.url, todayOf(clock))) ?? cachedResponse,
      },
    ],
  })
  registerRoute(({ url, sameOrigin }) => sameOrigin && PUBLIC.includes(url.pathname), strategy)
}

/** Fetches all available times once a day, so that a calendar opened first offline has data. */
export async function fetchTimesAhead(clock: Clock): Promise<void> {
  await Promise.all(serviceTypes.map((service) => fetchAhead(service, todayOf(clock))))
}

async function fetchAhead(service: ServiceType, today: PlainDate): Promise<void> {
  const cache = await caches.open(CACHE)
  const { from, to } = wideRange(today)
  const address = `${getAvailability.path}?${new URLSearchParams({ service, from, to })}`
  if (await cache.match(address)) return
  const response = await fetch(address, ANONYMOUS).catch(() => undefined)
  if (response?.status !== 200 || !isJson(response)) return
  // This answer is newer and covers all bookable dates; delete earlier ones for the service.
  const before = (await keptAnswers(cache)).filter(({ question }) => question.service === service)
  await cache.put(address, response)
  for (const kept of before) await cache.delete(kept.response.url)
}

async function newestFor(address: string, today: PlainDate): Promise<Response | undefined> {
  const asked = questionOf(address)
  if (!asked) return undefined
  const kept = (await keptAnswers(await caches.open(CACHE))).filter(
    ({ question, answer }) =>
      question.service === asked.service &&
      covers({ ...question, bookableTo: answer.bookableTo }, asked, today),
  )
  kept.sort((a, b) => b.answer.generatedAt.localeCompare(a.answer.generatedAt))
  return kept[0]?.response
}

async function keptAnswers(cache: Cache): Promise<Kept[]> {
  const responses = await cache.matchAll()
  const read = await Promise.all(
    responses.map(async (response) => {
      const question = questionOf(response.url)
      const body: unknown = question && (await response.clone().json())
      const parsed = safeParse(getAvailability.output, body)
      return question && parsed.success ? [{ question, answer: parsed.output, response }] : []
    }),
  )
  return read.flat()
}

function questionOf(address: string): AvailabilityQuestion | undefined {
  const { pathname, searchParams } = new URL(address)
  if (pathname !== getAvailability.path) return undefined
  const parsed = safeParse(getAvailability.input, Object.fromEntries(searchParams))
  return parsed.success ? parsed.output : undefined
}

function isJson(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('application/json') ?? false
}

function todayOf(clock: Clock): PlainDate {
  return new Date(clock()).toISOString().slice(0, 10)
}
