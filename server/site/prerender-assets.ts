import fs from 'node:fs'
import path from 'node:path'

/**
 * The part of Vite's manifest that our build reads. Keys are source files; shared chunks have keys
 * of their own.
 */
export type Manifest = Record<string, ManifestChunk>

interface ManifestChunk {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** Reads the manifest of the build in `folder`. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(fs.readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'))
}

export interface PageAssets {
  styles: string[]
  /** Styles of parts further down the page, which the first view does not wait for. */
  lateStyles: string[]
  fonts: string[]
  entry: string
  /** The chunks that the entry imports, itself not included. */
  modules: string[]
  /** The chunks that hydrate the page after its first paint. */
  afterwards: string[]
}

const ENTRY = 'index.html'

/** The module that the entry imports dynamically after the page's first paint. */
const START = 'client/app/start.tsx'

/** Fonts to preload: headings and controls, which the first view of every page contains. */
const FONTS = ['newsreader-display', 'hanken'].map((name) => `client/styles/fonts/${name}.woff2`)

interface Sources {
  now: string[]
  /** Sources whose styles the page links, and whose code loads when it is needed. */
  later: string[]
}

const address = (file: string) => `/${file}`

/** The files that a page made of these sources fetches, in the order in which it needs them. */
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

/** The source file that a built `file` was made from; throws if the manifest has none. */
export function sourceOf(manifest: Manifest, file: string): string {
  const name = path.basename(file)
  const chunk = Object.values(manifest).find((entry) => path.basename(entry.file) === name)
  if (!chunk?.src) throw new Error(`The manifest names no source of ${file}`)
  return chunk.src
}

/**
 * The chunks with all their static imports, each after its imports: later styles win, and a page's
 * own styles must win over those of what it imports.
 */
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
