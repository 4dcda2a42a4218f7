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

/** The only answers of functions that are kept: they are the same for everyone. */
const CACHE = 'times'
const PUBLIC: readonly string[] = [getAvailability.path, getSchedule.path]

/** Seconds; after that a kept answer is better than waiting. */
const PATIENCE = 3

/** Without cookies nothing that belongs to a person can be in an answer. */
const ANONYMOUS: RequestInit = { credentials: 'omit', cache: 'no-store' }

interface Kept {
  question: AvailabilityQuestion
  answer: Availability
  response: Response
}

/** Times and hours from the network, or the last ones known. */
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

/** Once a day, asks for all open times, so that a calendar never opened before can be filled. */
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
  // What was kept of this service says less, and says it later.
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
