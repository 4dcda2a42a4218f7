import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { pages } from '#shared/site/pages.ts'
import { launchOptions } from '#tests/support/browser.ts'
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

const TARGET = '≥ 98 100 100 100, LCP ≤ 1800 ms, TBT ≤ 100 ms, CLS ≤ 0.01'

interface Audit {
  scores: number[]
  lcp: number
  tbt: number
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

/** Each page of the built site on a simulated phone: four scores, LCP, TBT, CLS, sizes. */
export async function measureLighthouse(only: string[]): Promise<Row[]> {
  const listed = pages.filter(({ isIndexed: index }) => index).map(({ path }) => path)
  const paths = only.length > 0 ? only : [...listed, ...PERSONAL_PAGES]
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
    for (let run = 0; run < RUNS; run++) audits.push(await runAudit(`${server.url}${path}`, port))
    rows.push({ label: path, value: formatAudit(takeMedian(audits)), target: TARGET })
  }
  await browser.close()
  await server.stop()
  return rows
}

async function runAudit(url: string, port: number): Promise<Audit> {
  const found = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (!found) throw new Error(`Lighthouse has no result for ${url}`)
  const { lhr } = found
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    sizes: sumSizes(lhr, new URL(url).origin),
    faults: listFaults(lhr),
  }
}

function sumSizes({ audits }: Result, origin: string): Sizes {
  const details = audits['network-requests']?.details
  const requests = details?.type === 'table' ? details.items : []
  const bytes = (kind?: string) =>
    requests
      .filter(({ resourceType }) => kind === undefined || resourceType === kind)
      .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
  return {
    script: bytes('Script'),
    total: bytes(),
    requests: requests.length,
    external: requests.filter(({ url }) => isExternal(new URL(String(url)), origin)).length,
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
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    sizes: first.sizes,
    faults: [...new Set(audits.flatMap(({ faults }) => faults))],
  }
}

function formatAudit({ scores, lcp, tbt, cls, sizes, faults }: Audit): string {
  return [
    scores.map((score) => String(score).padStart(3)).join(' '),
    `LCP ${Math.round(lcp)} ms`,
    `TBT ${Math.round(tbt)} ms`,
    `CLS ${cls.toFixed(3)}`,
    `script ${formatKib(sizes.script)}, all ${formatKib(sizes.total)} in ${sizes.requests}`,
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
