import fs from 'node:fs'
import path from 'node:path'

/** Of Vite's manifest, what the build reads; keys are source files, shared chunks have names of their own. */
export type Manifest = Record<string, ManifestChunk>

interface ManifestChunk {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** Of the build in a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'))
}

export interface PageAssets {
  styles: string[]
  /** Those of parts further down, which the first view need not wait for. */
  lateStyles: string[]
  fonts: string[]
  entry: string
  /** What the entry needs besides itself to run. */
  modules: string[]
  /** What takes the page over, once it is drawn. */
  afterwards: string[]
}

const ENTRY = 'index.html'

/** What the entry asks for itself, once the page is drawn. */
const START = 'client/app/start.tsx'

/** The headings' and the controls' face: the first view of every page has both. */
const FONTS = ['newsreader-display', 'hanken'].map((name) => `client/styles/fonts/${name}.woff2`)

interface Sources {
  now: string[]
  /** Styles at once, code when it is asked for. */
  later: string[]
}

const address = (file: string) => `/${file}`

/** What a page made of these sources fetches, in the order in which it is needed. */
export function assetsOf(manifest: Manifest, { now, later }: Sources): PageAssets {
  const chunksOf = (sources: string[]) =>
    [...withImports(manifest, sources)].map((key) => chunkOf(manifest, key))
  const first = chunksOf([ENTRY])
  const page = chunksOf([ENTRY, START, ...now])
  const stylesOf = (chunks: ManifestChunk[]) => [
    ...new Set(chunks.flatMap(({ css = [] }) => css.map(address))),
  ]
  const styles = stylesOf(page)
  const entry = chunkOf(manifest, ENTRY)
  return {
    styles,
    lateStyles: stylesOf(chunksOf(later)).filter((style) => !styles.includes(style)),
    fonts: FONTS.map((font) => address(chunkOf(manifest, font).file)),
    entry: address(entry.file),
    modules: first.filter((chunk) => chunk !== entry).map(({ file }) => address(file)),
    afterwards: page.filter((chunk) => !first.includes(chunk)).map(({ file }) => address(file)),
  }
}

/** The source that the other build's `file` was made from. */
export function sourceOf(manifest: Manifest, file: string): string {
  const name = path.basename(file)
  const chunk = Object.values(manifest).find((entry) => path.basename(entry.file) === name)
  if (!chunk?.src) throw new Error(`The manifest names no source of ${file}`)
  return chunk.src
}

/** A chunk after what it imports: later styles win, and a page's own must win over those it uses. */
function withImports(manifest: Manifest, keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue
    withImports(manifest, chunkOf(manifest, key).imports ?? [], found)
    found.add(key)
  }
  return found
}

export function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest does not know ${key}`)
  return chunk
}
