import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { listPrecachedFiles } from '#tests/support/browser/transfer.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { formatKib } from './statistics.ts'
import type { Row } from './table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Modules that pages load lazily for working offline. */
const PAGE_MODULES = [
  'client/app/service-worker.ts',
  'client/outbox/drain-scheduler.ts',
  'client/app/update-note.tsx',
  'client/outbox/page-outbox.ts',
]

/** Not counted: Dexie, which has its own row, and what every page loads anyway. */
const EXTERNAL = /^(dexie|react|react-dom|react-router-dom|valibot)(\/|$)|\/ui\//

/** What working offline costs, in bytes. */
export async function measureOffline(): Promise<Row[]> {
  const server = await ServerProcess.start()
  const script = await (await fetch(`${server.url}/sw.js`)).arrayBuffer()
  const worker = brotliCompressSync(Buffer.from(script)).length
  const precached = await listPrecachedFiles(server.url)
  await server.dispose()
  const sum = precached.reduce((total, { size }) => total + size, 0)
  return [
    { label: 'service worker, brotli', value: formatKib(worker, 1), target: '≤ 60 KiB' },
    {
      label: `kept on the device, ${precached.length} files, as they are`,
      value: `${(sum / 1e6).toFixed(2)} MB`,
      target: '≤ 1.84 MB',
    },
    {
      label: 'page’s part, brotli',
      value: formatKib(await measurePageModules(), 1),
      target: '≤ 8 KiB without Dexie',
    },
  ]
}

/** Compressed bytes of `PAGE_MODULES` as its own bundle, without `EXTERNAL`. */
async function measurePageModules(): Promise<number> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: PAGE_MODULES.map((file) => path.join(root, file)),
        preserveEntrySignatures: 'strict',
        external: EXTERNAL,
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output
    .filter((file) => file.type === 'chunk')
    .reduce((total, { code }) => total + brotliCompressSync(code).length, 0)
}
