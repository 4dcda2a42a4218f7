import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { pageFiles } from '#shared/site/routes.ts'
import { listFilesUnder } from './build-stamp.ts'
import { GUESTS_FOLDER, getChunk, readViteManifest, type ViteManifest } from './prerender-assets.ts'

const PRECACHED = /\.(html|js|css|svg|png|woff2|webmanifest)$/
/** Useless offline: pictures for other sites and launchers, plain styles. */
const NOT_PRECACHED = /^(og\/|screenshots\/|icons\/.*512\.png$|plain\.css$)/
/** Files with a digest in their names, so that a change gives them another address. */
const HASHED = /^assets\//

/**
 * Writes `sw.js` into `site`, with a list of all files to precache. `desk` are the files that only
 * the desk needs.
 */
export async function buildServiceWorker(
  config: InlineConfig,
  site: string,
  desk: Set<string>,
): Promise<void> {
  const files = listFilesUnder(site).filter(
    (file) => PRECACHED.test(file) && !NOT_PRECACHED.test(file),
  )
  const entries = files.map((file) => {
    const content = fs.readFileSync(path.join(site, file))
    return {
      // So that a hotel's log-in page is never cached in place of our file.
      integrity: `sha256-${createHash('sha256').update(content).digest('base64')}`,
      revision: HASHED.test(file) ? null : createHash('md5').update(content).digest('hex'),
      url: toAddress(`/${file}`),
      ...getPart(file, desk),
    }
  })
  await build({
    ...config,
    mode: 'service-worker',
    plugins: [insertEntries(JSON.stringify(entries))],
    build: { outDir: site },
  })
}

/** Replaces the name by which Workbox's documentation calls the list. */
function insertEntries(list: string): Plugin {
  return {
    name: 'insert-precached-files',
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = file.code.replace('self.__WB_MANIFEST', () => list)
    },
  }
}

function getPart(file: string, desk: Set<string>): { only?: 'desk' | 'journey' } {
  if (desk.has(file)) return { only: 'desk' }
  return isGuestFile(file) ? { only: 'journey' } : {}
}

/** The address under which the server serves a file. */
function toAddress(file: string): string {
  if (Object.values<string>(pageFiles).includes(file)) return file
  return file.replace(/\/index\.html$/, '/').replace(/\.html$/, '')
}

const ENTRY_SOURCE = 'index.html'
const DESK_SOURCE = 'client/app/desk/routes.tsx'
/**
 * Folder of the web workers, as set in `vite.config.ts`. Vite's manifest does not list what a
 * worker imports; only the desk has workers.
 */
const WORKERS_FOLDER = 'assets/desk-workers'

/** Whether a file belongs to the guests' page, which has its own build. */
function isGuestFile(url: string): boolean {
  return url.startsWith(`${GUESTS_FOLDER}/`) || /^journey\.(html|webmanifest)$/.test(url)
}

/** The built files that only the desk needs, relative to `site`, by Vite's manifest. */
export function listDeskFiles(site: string): Set<string> {
  const manifest = readViteManifest(site)
  const publicly = listChunkFiles(manifest, collectChunks(manifest, ENTRY_SOURCE, DESK_SOURCE))
  const desk = listChunkFiles(manifest, collectChunks(manifest, DESK_SOURCE))
  const workers = fs
    .readdirSync(path.join(site, WORKERS_FOLDER))
    .map((name) => `${WORKERS_FOLDER}/${name}`)
  return new Set([...desk, ...workers].filter((file) => !publicly.has(file)))
}

/** The chunks that `key` leads to by static and dynamic imports, not following `closed`. */
function collectChunks(manifest: ViteManifest, key: string, closed?: string): Set<string> {
  const found = new Set<string>()
  const open = [key]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === closed || found.has(next)) continue
    found.add(next)
    const { imports = [], dynamicImports = [] } = getChunk(manifest, next)
    open.push(...imports, ...dynamicImports)
  }
  return found
}

function listChunkFiles(manifest: ViteManifest, keys: Set<string>): Set<string> {
  return new Set(
    [...keys].flatMap((key) => {
      const { file, css = [], assets = [] } = getChunk(manifest, key)
      return [file, ...css, ...assets]
    }),
  )
}
