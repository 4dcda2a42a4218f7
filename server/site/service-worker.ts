import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { pageFiles } from '#shared/site/routes.ts'
import { chunkOf, type Manifest, readManifest } from './prerender-assets.ts'

/** Not precached, because useless offline: pictures for other sites and launchers, plain styles. */
const LEFT_OUT = ['og/**', 'screenshots/**', 'icons/*512.png', 'plain.css']

/**
 * Writes `sw.js` into the site, with the precache manifest in it. `finish` prerenders the pages
 * before that, because they belong in the manifest.
 */
export function serviceWorker(site: string, finish: () => Promise<void>): PluginOption {
  let desk = new Set<string>()
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // The page registers the service worker itself, and prerendering writes the web app manifest.
    injectRegister: false,
    manifest: false,
    includeManifestIcons: false,
    integration: {
      beforeBuildServiceWorker: async () => {
        // Read before `finish`, which deletes Vite's manifest.
        desk = deskFiles(site)
        await finish()
      },
      configureCustomSWViteBuild: (config) => {
        Object.assign(config, { logLevel: 'warn' })
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*.{html,js,css,svg,png,woff2,webmanifest}'],
      globIgnores: LEFT_OUT,
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map(({ url, ...entry }) => ({
            ...entry,
            url: addressOf(`/${url}`),
            integrity: digestOf(path.join(site, url)),
            ...(desk.has(url) ? { only: 'desk' } : {}),
          })),
        }),
      ],
    },
  })
}

/** Digest of a file, so that a hotel's log-in page is never cached in place of our file. */
function digestOf(file: string): string {
  return `sha256-${createHash('sha256').update(fs.readFileSync(file)).digest('base64')}`
}

/** The address under which the server serves a file. */
function addressOf(file: string): string {
  if (Object.values<string>(pageFiles).includes(file)) return file
  return file.replace(/\/index\.html$/, '/').replace(/\.html$/, '')
}

const ENTRY = 'index.html'
const DESK = 'client/app/desk/routes.tsx'
/**
 * Folder of the web workers, as set in `vite.config.ts`. Vite's manifest does not list what a
 * worker imports; only the desk has workers.
 */
const WORKERS = 'assets/desk-workers'

/** The built files that only the desk needs, relative to `site`. */
function deskFiles(site: string): Set<string> {
  const manifest = readManifest(site)
  const publicly = filesOf(manifest, reach(manifest, ENTRY, DESK))
  const desk = filesOf(manifest, reach(manifest, DESK))
  const workers = fs.readdirSync(path.join(site, WORKERS)).map((name) => `${WORKERS}/${name}`)
  return new Set([...desk, ...workers].filter((file) => !publicly.has(file)))
}

/** The chunks that `key` leads to by static and dynamic imports, not following `closed`. */
function reach(manifest: Manifest, key: string, closed?: string): Set<string> {
  const found = new Set<string>()
  const open = [key]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === closed || found.has(next)) continue
    found.add(next)
    const { imports = [], dynamicImports = [] } = chunkOf(manifest, next)
    open.push(...imports, ...dynamicImports)
  }
  return found
}

function filesOf(manifest: Manifest, keys: Set<string>): Set<string> {
  return new Set(
    [...keys].flatMap((key) => {
      const { file, css = [], assets = [] } = chunkOf(manifest, key)
      return [file, ...css, ...assets]
    }),
  )
}
