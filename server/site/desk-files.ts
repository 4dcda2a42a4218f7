import fs from 'node:fs'
import path from 'node:path'

/** Of Vite's manifest, what is read here. */
interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

type Chunks = Record<string, Chunk>

const ENTRY = 'index.html'
const DESK = 'client/app/desk/routes.tsx'
/** As `vite.config.ts` calls it. The manifest does not say what a worker leads to; only the desk has any. */
const WORKERS = 'assets/desk-workers'

/** The built files that only the owner's pages ask for, relative to `site`. */
export function deskFiles(site: string): Set<string> {
  const manifest: Chunks = JSON.parse(
    fs.readFileSync(path.join(site, '.vite/manifest.json'), 'utf8'),
  )
  const publicly = filesOf(manifest, reach(manifest, ENTRY, DESK))
  const desk = filesOf(manifest, reach(manifest, DESK))
  const workers = fs.readdirSync(path.join(site, WORKERS)).map((name) => `${WORKERS}/${name}`)
  return new Set([...desk, ...workers].filter((file) => !publicly.has(file)))
}

/** The chunks that one leads to at once or later, without going through `closed`. */
function reach(manifest: Chunks, key: string, closed?: string): Set<string> {
  const found = new Set<string>()
  const open = [key]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === closed || found.has(next)) continue
    found.add(next)
    open.push(...listOf(manifest, next, 'imports'), ...listOf(manifest, next, 'dynamicImports'))
  }
  return found
}

function filesOf(manifest: Chunks, keys: Set<string>): Set<string> {
  return new Set(
    [...keys].flatMap((key) => [
      manifest[key]?.file ?? '',
      ...listOf(manifest, key, 'css'),
      ...listOf(manifest, key, 'assets'),
    ]),
  )
}

function listOf(
  manifest: Chunks,
  key: string,
  what: 'imports' | 'dynamicImports' | 'css' | 'assets',
): string[] {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest does not know ${key}`)
  return chunk[what] ?? []
}
