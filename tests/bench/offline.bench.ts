import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { keptFiles } from '#tests/support/kept-files.ts'
import { kib } from './figures.ts'
import type { Row } from './table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const site = path.join(root, 'dist/client')

/** Modules that pages load lazily for working offline. */
const PAGE_PART = [
  'client/app/service-worker.ts',
  'client/outbox/waiting.ts',
  'client/app/update-note.tsx',
  'client/outbox/page-outbox.ts',
]

/** Not counted: Dexie, which has its own row, and what every page loads anyway. */
const OTHERWISE = /^(dexie|react|react-dom|react-router-dom|valibot)(\/|$)|\/ui\//

/** What working offline costs, in bytes. */
export async function offlineRows(): Promise<Row[]> {
  const worker = fs.statSync(path.join(site, 'sw.js.br')).size
  const kept = keptFiles(site)
  const sum = kept.reduce((total, { size }) => total + size, 0)
  return [
    { what: 'service worker, brotli', value: kib(worker, 1), aim: '≤ 60 KiB' },
    {
      what: `kept on the device, ${kept.length} files, as they are`,
      value: `${(sum / 1e6).toFixed(2)} MB`,
      aim: '≤ 1.5 MB',
    },
    { what: 'page’s part, brotli', value: kib(await pagePart(), 1), aim: '≤ 8 KiB without Dexie' },
  ]
}

/** Compressed bytes of `PAGE_PART` as its own bundle, without `OTHERWISE`. */
async function pagePart(): Promise<number> {
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
        input: PAGE_PART.map((file) => path.join(root, file)),
        preserveEntrySignatures: 'strict',
        external: OTHERWISE,
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output
    .filter((file) => file.type === 'chunk')
    .reduce((total, { code }) => total + brotliCompressSync(code).length, 0)
}
