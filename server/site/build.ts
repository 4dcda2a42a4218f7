import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { build } from 'vite'
import { compressFiles } from './compress.ts'
import { stampOf } from './stamp.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stamp = path.join(root, 'dist/stamp')

try {
  await buildSite()
} catch (error) {
  // The bundler colours its messages letter by letter, in log files too.
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${stripVTControlCharacters(message)}\n`)
  process.exitCode = 1
}

async function buildSite(): Promise<void> {
  // Taken away first, so that an interrupted build is never mistaken for a whole one; the sources
  // are read for it before they are built, so that an edit in the meantime is seen at the next start.
  fs.rmSync(stamp, { force: true })
  const built = stampOf(root, process.env.PUBLIC_URL)
  process.env.NODE_ENV = 'production'
  const options = { root, logLevel: 'warn', configLoader: 'native' } as const
  await build(options)
  await build({ ...options, build: { ssr: 'server/main.ts' } })
  await compressFiles(path.join(root, 'dist/client'))
  fs.writeFileSync(stamp, built)
}
