import { SiteProxy } from '#tests/support/browser/site-proxy.ts'
import { FirefoxVisitor } from './support/browser/firefox.ts'
import { OfflineVisit } from './support/browser/offline-visit.ts'
import { ensureFirefox, ensureWebKit } from './support/browser/other-browsers.ts'
import { createOwner } from './support/browser/owner.ts'
import type { Visitor } from './support/browser/visitor.ts'
import { WebKitVisitor } from './support/browser/webkit.ts'
import { JourneyVisit } from './support/journeys/journey-visit.ts'
import { ServerProcess } from './support/server/server.ts'

/**
 * `npm run test:browsers`: the same visits in browsers without Background Sync; only one with
 * `-- firefox` or `-- webkit`. Not part of `npm test` because it may have to install browsers.
 */
const browsers: Record<string, (url: string) => Promise<Visitor>> = {
  firefox: (url) => FirefoxVisitor.start(ensureFirefox(), url),
  webkit: (url) => WebKitVisitor.start(ensureWebKit(), url),
}

interface Site {
  server: ServerProcess
  front: SiteProxy
}

type Steps = [string, () => Promise<void>][]

/** Of a visitor who writes, and of a guest who reads a journey. */
const visits: ((visitor: Visitor, site: Site) => Promise<Steps>)[] = [
  async (visitor, { server, front }) => new OfflineVisit(visitor, server, front).listSteps(),
  async (visitor, site) => {
    await createOwner(site.server)
    return (await JourneyVisit.prepare(visitor, site)).listSteps()
  },
]

const count = { passed: 0, failed: 0 }
const [chosen] = process.argv.slice(2)
if (chosen && !browsers[chosen]) throw new Error(`There is no browser ${chosen}`)

for (const [name, start] of Object.entries(browsers))
  if (!chosen || chosen === name) await visitWith(name, start)

process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
process.exitCode = count.failed === 0 ? 0 : 1

async function visitWith(name: string, start: (url: string) => Promise<Visitor>): Promise<void> {
  for (const prepare of visits) {
    const server = await ServerProcess.start()
    const front = await SiteProxy.start(server.url)
    let visitor: Visitor | undefined
    const open = async () => {
      visitor = await start(front.url)
    }
    if ((await step(`${name} starts`, open)) && visitor) {
      process.stdout.write(`\n${visitor.browser}\n`)
      for (const [title, run] of await prepare(visitor, { server, front }))
        if (!(await step(title, run))) break
    }
    await visitor?.close()
    await front.close()
    await server.dispose()
  }
}

/** Runs one step; false if it failed. Later steps build on it and are then skipped. */
async function step(title: string, run: () => Promise<void>): Promise<boolean> {
  const start = performance.now()
  const report = (word: string, more = '') => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(`  ${word} ${title} (${seconds} s)${more}\n`)
  }
  try {
    await run()
    count.passed++
    report('✓')
    return true
  } catch (error) {
    count.failed++
    report('✗', `\n${error instanceof Error ? error.message : error}`)
    return false
  }
}
