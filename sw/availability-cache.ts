import { safeParse } from 'valibot'
import { matchPrecache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import type { SiteContent } from '#shared/content/registry.ts'
import type { ServiceType } from '#shared/content/service.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import {
  type Availability,
  AvailabilityQuestion,
  type AvailabilityRequest,
  getAvailability,
  getSchedule,
} from '#shared/schedule/api.ts'
import { pageFiles } from '#shared/site/routes.ts'
import type { Clock } from '#sw/lib/clock.ts'
import { canAnswerFor, getPrefetchRange } from './rules.ts'

/** Cache of the only function answers that are cached: they are the same for all visitors. */
const CACHE = 'times'
const CACHED_PATHS: readonly string[] = [getAvailability.path, getSchedule.path]

/** Seconds to wait for the network before a cached answer is used. */
const NETWORK_TIMEOUT = 3

/** Without cookies, an answer cannot contain personal data. */
const ANONYMOUS: RequestInit = { credentials: 'omit', cache: 'no-store' }

interface CachedAvailability {
  question: AvailabilityRequest
  answer: Availability
  response: Response
}

/** Answers requests for available times and the schedule from the network first, then the cache. */
export function registerAvailability(clock: Clock): void {
  const strategy = new NetworkFirst({
    cacheName: CACHE,
    networkTimeoutSeconds: NETWORK_TIMEOUT,
    fetchOptions: ANONYMOUS,
    plugins: [
      {
        fetchDidSucceed: async ({ response }) => {
          if (!isJson(response))
            throw new Error('The response is not JSON, so it is not from our server')
          return response
        },
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          (await findNewestCached(request.url, getToday(clock))) ?? cachedResponse,
      },
    ],
  })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && CACHED_PATHS.includes(url.pathname),
    strategy,
  )
}

/** Fetches all available times once a day, so that a calendar opened first offline has data. */
export async function prefetchAvailability(clock: Clock): Promise<void> {
  const services = await listServices()
  await Promise.all(
    services.map((service) =>
      prefetchService(service, getToday(clock)).catch(() => {
        // A full device: the times come from the network, and tomorrow this is tried again.
      }),
    ),
  )
}

/** The services of the site's own version, from a page that this worker has cached. */
async function listServices(): Promise<OfferedService[]> {
  const page = await matchPrecache(pageFiles.shell)
  const [, json = '{}'] = /id="site-content"[^>]*>([^<]*)</.exec((await page?.text()) ?? '') ?? []
  const { version = 0, services = [] }: Partial<Pick<SiteContent, 'version' | 'services'>> =
    JSON.parse(json)
  return services.flatMap(({ type, isShown }) =>
    isShown ? { service: type, version: String(version) } : [],
  )
}

interface OfferedService {
  service: ServiceType
  version: string
}

async function prefetchService(
  { service, version }: OfferedService,
  today: PlainDate,
): Promise<void> {
  const cache = await caches.open(CACHE)
  const { from, to } = getPrefetchRange(today)
  const address = `${getAvailability.path}?${new URLSearchParams({ service, version, from, to })}`
  if (await cache.match(address)) return
  const response = await fetch(address, ANONYMOUS).catch(() => undefined)
  if (response?.status !== 200 || !isJson(response)) return
  // This answer is newer and covers all bookable dates; delete earlier ones for the service.
  const before = (await readCachedAnswers(cache)).filter(
    ({ question }) => question.service === service && !question.booking,
  )
  await cache.put(address, response)
  for (const cached of before) await cache.delete(cached.response.url)
}

/** Answers count for every version: a length that has changed since shows at the latest when the booking is sent. */
async function findNewestCached(address: string, today: PlainDate): Promise<Response | undefined> {
  const request = parseQuestion(address)
  if (!request) return undefined
  const candidates = (await readCachedAnswers(await caches.open(CACHE))).filter(
    ({ question, answer }) =>
      question.service === request.service &&
      question.booking === request.booking &&
      canAnswerFor({ ...question, bookableTo: answer.bookableTo }, request, today),
  )
  candidates.sort((a, b) => b.answer.generatedAt.localeCompare(a.answer.generatedAt))
  return candidates[0]?.response
}

async function readCachedAnswers(cache: Cache): Promise<CachedAvailability[]> {
  const responses = await cache.matchAll()
  const read = await Promise.all(
    responses.map(async (response) => {
      const question = parseQuestion(response.url)
      const body: unknown = question && (await response.clone().json())
      const parsed = safeParse(getAvailability.output, body)
      return question && parsed.success ? [{ question, answer: parsed.output, response }] : []
    }),
  )
  return read.flat()
}

function parseQuestion(address: string): AvailabilityRequest | undefined {
  const { pathname, searchParams } = new URL(address)
  if (pathname !== getAvailability.path) return undefined
  const parsed = safeParse(AvailabilityQuestion, Object.fromEntries(searchParams))
  return parsed.success ? parsed.output : undefined
}

function isJson(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('application/json') ?? false
}

function getToday(clock: Clock): PlainDate {
  return new Date(clock()).toISOString().slice(0, 10)
}
