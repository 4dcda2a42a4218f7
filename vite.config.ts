import { fileURLToPath } from 'node:url'
import globalData from '@csstools/postcss-global-data'
import react from '@vitejs/plugin-react'
import customMedia from 'postcss-custom-media'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { imagetools } from 'vite-imagetools'

type CodeSplittingNameFunction = Extract<
  Rolldown.CodeSplittingGroup['name'],
  (...args: never[]) => unknown
>
type ModuleInfo = Rolldown.ModuleInfo
type ChunkingContext = Parameters<CodeSplittingNameFunction>[1]

/** Style sheet of the pages that the server writes itself; they link to it by this name. */
const PLAIN_STYLES = 'plain.css'

/** Output folder of the Web Workers' chunks, which Vite's manifest leaves out. */
const WORKERS = 'assets/desk-workers'

function routerFile(name: string): string {
  return fileURLToPath(
    new URL(`./node_modules/react-router/dist/production/${name}`, import.meta.url),
  )
}

/**
 * Puts modules that several pages load into bundles by audience; other modules stay with their
 * page. All pages that load a module also load its imports, so no bundle depends on a narrower one.
 */
function bundleByLoader(): CodeSplittingNameFunction {
  let loaders: Map<string, string[]>
  return (id, graph) => {
    loaders ??= staticLoaders(id, graph)
    const parts = loaders.get(id) ?? []
    const loading = parts.filter((part) => /client\/app\/|-page\.tsx$/.test(part))
    const pages = loading.filter((part) => !GUESTS.test(part))
    const bundle = pages.length > 1 ? bundleOf(pages) : null
    // Visitors must not fetch the desk's bundle for a module that they need too.
    if (bundle === 'desk' && !parts.every((part) => OWNERS.test(part))) return null
    if (!bundle || !parts.some((part) => GUESTS.test(part))) return bundle
    return pages.length < loading.length ? `${bundle}-base` : null
  }
}

/** Bundle name for a module that these pages load; null leaves the module to the bundler. */
function bundleOf(pages: string[]): string | null {
  const pagesIn = (folder: RegExp) => pages.filter((page) => folder.test(page)).length
  const site = pagesIn(/client\/site\//)
  if (site === pages.length) return 'content'
  if (pagesIn(/client\/app\/(start|service-worker)\./) > 0 || site > 1) return 'site'
  const booking = pagesIn(/client\/(booking|payment)\//)
  // The two pages after a payment do not load the booking flow.
  if (booking === pages.length) return pagesIn(/client\/booking\//) > 0 ? 'booking' : null
  if (booking > 0) return pagesIn(OWNERS) > 0 ? 'common' : 'forms'
  // A compromise: a tab of the desk needs few files, and little in them is unused by that tab.
  return pages.length > 3 || pagesIn(/client\/app\//) > 0 ? 'desk' : null
}

/** The guests' page: what it shares with others is in bundles of its own, or apart, to keep it small. */
const GUESTS = /client\/journey\//

/** Modules that only owners load; visitors' pages load `wipe-owner-data` for signing out. */
const OWNERS = /client\/(app\/desk|book(?!\/wipe-owner-data)|desk|encryption)\//

/** Maps each module's id to the ids of the dynamic imports (pages, dialogs, …) that contain it. */
function staticLoaders(start: string, graph: ChunkingContext): Map<string, string[]> {
  const modules = new Map<string, ModuleInfo>()
  const open = [start]
  for (const id of open) {
    const module = modules.has(id) ? null : graph.getModuleInfo(id)
    if (!module) continue
    modules.set(id, module)
    open.push(...module.importers, ...module.importedIds)
    open.push(...module.dynamicImporters, ...module.dynamicallyImportedIds)
  }
  const loaders = new Map<string, string[]>()
  for (const [part, { dynamicImporters }] of modules) {
    if (dynamicImporters.length === 0) continue
    const loaded = new Set([part])
    for (const id of loaded) {
      loaders.set(id, [...(loaders.get(id) ?? []), part])
      for (const imported of modules.get(id)?.importedIds ?? []) loaded.add(imported)
    }
  }
  return loaders
}

/** Makes the custom media of client/styles/media.css available in every style sheet. */
const css: UserConfig['css'] = {
  postcss: { plugins: [globalData({ files: ['client/styles/media.css'] }), customMedia()] },
}

/** Rolldown's warning about slow builds is noise on a busy machine. */
const QUIET = { bundlerTimings: false }

const client: UserConfig = {
  css,
  define: { 'import.meta.env.VITE_PUBLIC_SITE': JSON.stringify(Boolean(process.env.PUBLIC_URL)) },
  publicDir: 'client/public',
  resolve: {
    alias: [
      // Without code for older browsers: 1.5 KiB less in the page and in the worker.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // The production build; the package gives browsers the one with developer warnings.
      { find: /^react-router$/, replacement: routerFile('index.mjs') },
      { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
    ],
  },
  plugins: [react(), imagetools()],
  // Only ES modules can import chunks on demand. The folder marks the chunks as the desk's.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: `${WORKERS}/[name]-[hash].js`,
        chunkFileNames: `${WORKERS}/[name]-[hash].js`,
      },
    },
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    // The prerendering looks up in it which files a page needs.
    manifest: true,
    // The content security policy allows no data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: QUIET,
      input: ['index.html', `client/styles/${PLAIN_STYLES}`],
      output: {
        assetFileNames: ({ names }) =>
          names.includes(PLAIN_STYLES) ? PLAIN_STYLES : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // Changes with React's releases only, so browsers keep it in cache across our releases.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
              priority: 1,
            },
            // Code that runs before the page is rendered, and what makes elements of JSX: the guests'
            // page needs that and no more of React.
            {
              name: 'entry',
              test: /vite\/preload-helper|client\/lib\/entry\/|node_modules\/react\/(cjs\/react-)?jsx-runtime/,
              priority: 2,
            },
            { name: bundleByLoader(), test: /./, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}

const server: UserConfig = {
  css,
  publicDir: false,
  plugins: [react(), imagetools()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/server',
    emptyOutDir: true,
    ssr: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'node20',
    // For readable stack traces; nobody downloads this file, so its size does not matter.
    minify: false,
    rolldownOptions: { checks: QUIET },
  },
}

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : client))
