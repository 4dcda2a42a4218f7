import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { chromium } from 'playwright-core'
import * as v from 'valibot'
import { listPages } from '#shared/site/pages.ts'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { fetchLighthouse } from './fetch-lighthouse.ts'
import { startBuiltServer } from './servers.ts'
import { formatKib, median } from './statistics.ts'
import type { Row } from './table.ts'

/** A figure varies with the machine's load, so the median of several runs counts. */
const RUNS = 5

/** Lighthouse's categories; `seo` does not apply to pages that search engines may not index. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const PERSONAL_PAGES = [
  '/meeting',
  '/booking/manage',
  '/booking/success',
  '/booking/cancel',
  '/on-this-device',
]

/** Distances to the same HTML without script, so that a slow machine is told from a slow page. */
const TARGET = '≥ 98 100 100 100, LCP ≤ 1.00 of its HTML alone, TBT ≤ 50 ms above it, CLS ≤ 0.01'

/** Without these, a page is its HTML, styles, fonts and pictures. */
const SCRIPTS = ['*/assets/*.js']

/** What is read of Lighthouse's module and of its result. */
const Lighthouse = v.object({ default: v.function() })
const Result = v.object({
  environment: v.object({ benchmarkIndex: v.number() }),
  categories: v.record(
    v.string(),
    v.object({
      score: v.nullable(v.number()),
      auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
    }),
  ),
  audits: v.record(
    v.string(),
    v.object({
      score: v.nullable(v.number()),
      numericValue: v.optional(v.number()),
      details: v.unknown(),
    }),
  ),
})
type Result = v.InferOutput<typeof Result>
const RequestTable = v.object({
  items: v.array(
    v.object({
      url: v.string(),
      resourceType: v.optional(v.string()),
      transferSize: v.optional(v.number(), 0),
    }),
  ),
})

interface Timing {
  /** Lighthouse's figure for the speed of the machine; a fast one has 1500 and more. */
  benchmarkIndex: number
  lcp: number
  tbt: number
}

interface Audit extends Timing {
  scores: number[]
  cls: number
  sizes: Sizes
  /** The failed audits that lower a category's score. */
  faults: string[]
}

/** Bytes as transferred. */
interface Sizes {
  script: number
  total: number
  requests: number
  external: number
}

/**
 * Each page of the built site on a simulated phone: four scores, LCP and TBT beside those of its
 * HTML without script, CLS, sizes.
 */
export async function measureLighthouse(only: string[]): Promise<Row[]> {
  const listed = listPages()
    .filter(({ isIndexed: index }) => index)
    .map(({ path }) => path)
  const paths = only.length > 0 ? only : [...listed, ...PERSONAL_PAGES]
  const run = await loadLighthouse()
  const server = await startBuiltServer()
  const port = await findFreePort()
  const options = launchOptions()
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  })
  const rows: Row[] = []
  for (const path of paths) {
    const audits: Audit[] = []
    const floors: Timing[] = []
    // In turns, because the load of the machine changes.
    for (let count = 0; count < RUNS; count++) {
      audits.push(await auditPage(run, `${server.url}${path}`, port))
      floors.push(await timeWithoutScript(run, `${server.url}${path}`, port))
    }
    const value = formatAudit(takeMedian(audits), takeMedianTiming(floors))
    rows.push({ label: path, value, target: TARGET })
  }
  await browser.close()
  await server.stop()
  return rows
}

type RunLighthouse = (url: string, flags: object) => Promise<Result>

async function loadLighthouse(): Promise<RunLighthouse> {
  const { default: lighthouse } = v.parse(Lighthouse, await fetchLighthouse())
  return async (url, flags) => {
    const found: unknown = await lighthouse(url, { logLevel: 'error', ...flags })
    return v.parse(v.object({ lhr: Result }), found).lhr
  }
}

async function auditPage(run: RunLighthouse, url: string, port: number): Promise<Audit> {
  const result = await run(url, { port, onlyCategories: CATEGORIES })
  return {
    ...readTiming(result),
    scores: CATEGORIES.map((name) => Math.round((result.categories[name]?.score ?? 0) * 100)),
    cls: readValue(result, 'cumulative-layout-shift'),
    sizes: sumSizes(result, new URL(url).origin),
    faults: listFaults(result),
  }
}

async function timeWithoutScript(run: RunLighthouse, url: string, port: number): Promise<Timing> {
  const flags = { port, onlyCategories: ['performance'], blockedUrlPatterns: SCRIPTS }
  return readTiming(await run(url, flags))
}

function readTiming(result: Result): Timing {
  return {
    benchmarkIndex: result.environment.benchmarkIndex,
    lcp: readValue(result, 'largest-contentful-paint'),
    tbt: readValue(result, 'total-blocking-time'),
  }
}

function readValue({ audits }: Result, id: string): number {
  return audits[id]?.numericValue ?? Number.NaN
}

function sumSizes({ audits }: Result, origin: string): Sizes {
  const { items: requests } = v.parse(RequestTable, audits['network-requests']?.details)
  const bytes = (kind?: string) =>
    requests
      .filter(({ resourceType }) => kind === undefined || resourceType === kind)
      .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    script: bytes('Script'),
    total: bytes(),
    requests: requests.length,
    external: requests.filter(({ url }) => isExternal(new URL(url), origin)).length,
  }
}

function isExternal(url: URL, own: string): boolean {
  return url.protocol.startsWith('http') && url.origin !== own
}

function listFaults({ audits, categories }: Result): string[] {
  return CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(
        ({ id, weight }) => weight > 0 && audits[id]?.score !== null && audits[id]?.score !== 1,
      )
      .map(({ id }) => id),
  )
}

function takeMedian(audits: Audit[]): Audit {
  const of = (pick: (audit: Audit) => number) => median(audits.map(pick))
  const [first] = audits
  if (!first) throw new Error('Nothing was measured')
  return {
    scores: CATEGORIES.map((_name, place) => of(({ scores }) => scores[place] ?? 0)),
    ...takeMedianTiming(audits),
    cls: of(({ cls }) => cls),
    sizes: first.sizes,
    faults: [...new Set(audits.flatMap(({ faults }) => faults))],
  }
}

function takeMedianTiming(timings: Timing[]): Timing {
  const of = (pick: (timing: Timing) => number) => median(timings.map(pick))
  return {
    benchmarkIndex: of(({ benchmarkIndex }) => benchmarkIndex),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
  }
}

function formatAudit(audit: Audit, floor: Timing): string {
  const { scores, lcp, tbt, cls, sizes, faults, benchmarkIndex } = audit
  return [
    scores.map((score) => String(score).padStart(3)).join(' '),
    `LCP ${Math.round(lcp)} ms, ${(lcp / floor.lcp).toFixed(2)} of ${Math.round(floor.lcp)}`,
    `TBT ${Math.round(tbt)} ms, ${Math.round(tbt - floor.tbt)} above ${Math.round(floor.tbt)}`,
    `CLS ${cls.toFixed(3)}`,
    `script ${formatKib(sizes.script)}, all ${formatKib(sizes.total)} in ${sizes.requests}`,
    `benchmarkIndex ${Math.round(benchmarkIndex)}`,
    ...(sizes.external > 0 ? [`${sizes.external} to other hosts`] : []),
    ...faults,
  ].join('  ')
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
