import fs from 'node:fs'
import path from 'node:path'

/**
 * The part of Vite's manifest that our build reads. Keys are source files; shared chunks have keys
 * of their own.
 */
export type ViteManifest = Record<string, ManifestChunk>

interface ManifestChunk {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

export function readViteManifest(folder: string, file = '.vite/manifest.json'): ViteManifest {
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))
}

/** The manifests of the three builds; the build puts those of the browser's beside the program that renders the pages. */
export function readBuildManifests(
  renderer: string,
): Record<'renderer' | 'site' | 'guests', ViteManifest> {
  return {
    renderer: readViteManifest(renderer),
    site: readViteManifest(renderer, 'site.vite/manifest.json'),
    guests: readViteManifest(renderer, 'site.vite/guests.json'),
  }
}

/** Name in `vite.config.ts`: the folder of the build of the guests' page. */
export const GUESTS_FOLDER = 'assets/guests'

export interface PageAssets {
  styles: string[]
  fonts: string[]
  entry: string
  /** The chunks that the entry imports, itself not included. */
  modules: string[]
  /** The chunks that hydrate the page after its first paint. */
  hydrationModules: string[]
}

/** What the site begins with. */
const ENTRY = 'index.html'

/** The module with the site's router, which the entry imports after the page's first paint. */
export const START_SOURCE = 'client/app/start.tsx'

/** Fonts to preload: headings and controls, which the first view of every page contains. */
const PRELOADED_FONTS = ['newsreader-display', 'hanken'].map(
  (name) => `client/styles/fonts/${name}.woff2`,
)

interface Sources {
  /** The source that begins; by default the site's. */
  entry?: string
  initial: string[]
  /** Sources whose styles the page links, and whose code loads when it is needed. */
  deferred: string[]
}

const toAddress = (file: string) => `/${file}`

/** The files that a page made of these sources fetches, in the order in which it needs them. */
export function collectAssets(manifest: ViteManifest, sources: Sources): PageAssets {
  const { entry: source = ENTRY, initial, deferred } = sources
  const chunksOf = (keys: string[]) =>
    [...collectImports(manifest, keys)].map((key) => getChunk(manifest, key))
  const first = chunksOf([source])
  const page = chunksOf([source, ...initial])
  const styled = chunksOf([source, ...initial, ...deferred])
  const entry = getChunk(manifest, source)
  return {
    styles: [...new Set(styled.flatMap(({ css = [] }) => css.map(toAddress)))],
    fonts: PRELOADED_FONTS.map((font) => toAddress(getChunk(manifest, font).file)),
    entry: toAddress(entry.file),
    modules: first.filter((chunk) => chunk !== entry).map(({ file }) => toAddress(file)),
    hydrationModules: page
      .filter((chunk) => !first.includes(chunk))
      .map(({ file }) => toAddress(file)),
  }
}

/** The source file that a built `file` was made from; throws if the manifest has none. */
export function findSource(manifest: ViteManifest, file: string): string {
  const name = path.basename(file)
  const chunk = Object.values(manifest).find((entry) => path.basename(entry.file) === name)
  if (!chunk?.src) throw new Error(`The build manifest has no source for ${file}`)
  return chunk.src
}

/**
 * The chunks with all their static imports, each after its imports: later styles win, and a page's
 * own styles must win over those of what it imports.
 */
function collectImports(
  manifest: ViteManifest,
  keys: string[],
  found = new Set<string>(),
): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue
    collectImports(manifest, getChunk(manifest, key).imports ?? [], found)
    found.add(key)
  }
  return found
}

export function getChunk(manifest: ViteManifest, key: string): ManifestChunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build manifest has no entry for ${key}`)
  return chunk
}
