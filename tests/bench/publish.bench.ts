import { setTimeout as sleep } from 'node:timers/promises'
import { initialContent } from '#server/site/initial-content.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'
import { median } from './statistics.ts'
import type { Row } from './table.ts'

const RUNS = 5

/** How long publishing takes until visitors get every page of the version, and how long one of them waits meanwhile, ms. */
export async function measurePublishing(): Promise<Row[]> {
  const server = await ServerProcess.start()
  try {
    await runCliCommand('owner', server.dataDir, '--email', owner.email)
    const device = await HeadlessDevice.create(server, 'bench')
    await device.pull()
    const served: number[] = []
    const usual = await measureWaits(server, sleep(1_000))
    const meanwhile: number[] = []
    let from = initialContent.texts.about.story.title
    for (let run = 1; run <= RUNS; run += 1) {
      const to = `Heading ${run}`
      const changes = [{ coll: 'page', id: 'about', field: 'about.story.title', from, to }]
      const start = performance.now()
      const published = device
        .edit({ [`run-${run}`]: { changes, madeAt: '' } }, 'publication')
        .then(() => waitUntilServed(server, to))
      meanwhile.push(...(await measureWaits(server, published)))
      served.push(performance.now() - start)
      from = to
    }
    const untouched = await measureStarts()
    await server.stop()
    const published = await measureStarts(server.dataDir)
    return [
      toRow('publish to served, worst', Math.max(...served), 'at most 2,000 ms'),
      toRow('longest wait of a visitor, usual', Math.max(...usual)),
      toRow('longest wait of a visitor meanwhile', Math.max(...meanwhile), 'at most 50 ms'),
      toRow('start, nothing published', untouched),
      toRow('start, published and rendered before', published, 'at most 1.2 of the one above'),
    ]
  } finally {
    await server.dispose()
  }
}

function toRow(label: string, milliseconds: number, target?: string): Row {
  return { label, value: `${Math.round(milliseconds)} ms`, ...(target && { target }) }
}

/** The waits of a visitor who fetches pages one after the other until `end`, ms. */
async function measureWaits(server: ServerProcess, end: Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let hasEnded = false
  const ending = end.finally(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const start = performance.now()
    await (await fetch(`${server.url}/services`)).arrayBuffer()
    waits.push(performance.now() - start)
  }
  await ending
  return waits
}

async function waitUntilServed(server: ServerProcess, text: string): Promise<void> {
  while (!(await (await fetch(`${server.url}/about`)).text()).includes(text)) await sleep(10)
}

/** Median time until the server listens, ms. */
async function measureStarts(dataDir?: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    const server = await ServerProcess.start({ ...(dataDir && { dataDir }) })
    times.push(performance.now() - start)
    await server.dispose()
  }
  return median(times)
}
