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

/** What pages load for it beside themselves, each when it is first needed. */
const PAGE_PART = [
  'client/app/service-worker.ts',
  'client/outbox/waiting.ts',
  'client/app/update-note.tsx',
  'client/outbox/page-outbox.ts',
]

/** Counted apart, and what each page has by itself. */
const OTHERWISE = /^(dexie|react|react-dom|react-router-dom|valibot)(\/|$)|\/ui\//

/** What working without a connection costs, in bytes. */
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

/** Bundled by itself, without Dexie and what pages have anyway. */
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
