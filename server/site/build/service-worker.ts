import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import {
  GUESTS_FOLDER,
  getChunk,
  readViteManifest,
  type ViteManifest,
} from '#server/site/pages/assets.ts'

/** Useless offline: pictures for other sites and launchers, plain styles, plates shown only beside an answer of the server. */
const PRECACHE_IGNORES = ['og/**', 'icons/*512.png', 'plain.css', 'assets/{falls,dunes}-*.svg']

/**
 * Writes `sw.js` into the site, with the files of the build in its precache manifest. `finish` adds the rest of
 * them before that. What is rendered from the owner's content is added for each version; see `render.ts`.
 */
export function createServiceWorkerPlugin(site: string, finish: () => Promise<void>): PluginOption {
  let desk = new Set<string>()
  const getPart = (url: string) => {
    if (desk.has(url)) return { only: 'desk' }
    return isGuestFile(url) ? { only: 'journey' } : {}
  }
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // The page registers the service worker itself, and the web app manifest is rendered with the pages.
    injectRegister: false,
    manifest: false,
    includeManifestIcons: false,
    integration: {
      beforeBuildServiceWorker: async () => {
        // Read before `finish`, which moves Vite's manifest.
        desk = listDeskFiles(site)
        await finish()
      },
      configureCustomSWViteBuild: (config) => {
        Object.assign(config, { logLevel: 'warn' })
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*.{js,css,svg,png,woff2}'],
      globIgnores: PRECACHE_IGNORES,
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map(({ url, ...entry }) => ({
            ...entry,
            url: `/${url}`,
            integrity: computeIntegrity(path.join(site, url)),
            ...getPart(url),
          })),
        }),
      ],
    },
  })
}

/** Digest of a file, so that a hotel's log-in page is never cached in place of our file. */
function computeIntegrity(file: string): string {
  return `sha256-${createHash('sha256').update(fs.readFileSync(file)).digest('base64')}`
}

const ENTRY_SOURCE = 'index.html'
const DESK_SOURCES = ['client/app/desk/routes.tsx', 'client/app/desk/preview.tsx']
/**
 * Folder of the web workers, as set in `vite.config.ts`. Vite's manifest does not list what a
 * worker imports; only the desk has workers.
 */
const WORKERS_FOLDER = 'assets/desk-workers'

/** Whether a file belongs to the guests' page, which has its own build. */
function isGuestFile(url: string): boolean {
  return url.startsWith(`${GUESTS_FOLDER}/`)
}

/** The built files that only the desk needs, relative to `site`. */
function listDeskFiles(site: string): Set<string> {
  const manifest = readViteManifest(site)
  const publicly = listChunkFiles(manifest, collectChunks(manifest, [ENTRY_SOURCE], DESK_SOURCES))
  const desk = listChunkFiles(manifest, collectChunks(manifest, DESK_SOURCES))
  const workers = fs
    .readdirSync(path.join(site, WORKERS_FOLDER))
    .map((name) => `${WORKERS_FOLDER}/${name}`)
  return new Set([...desk, ...workers].filter((file) => !publicly.has(file)))
}

/** The chunks that `keys` lead to by static and dynamic imports, not following `closed`. */
function collectChunks(
  manifest: ViteManifest,
  keys: readonly string[],
  closed: readonly string[] = [],
): Set<string> {
  const found = new Set<string>()
  const open = [...keys]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (closed.includes(next) || found.has(next)) continue
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
