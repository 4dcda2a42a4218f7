import { fileURLToPath } from 'node:url'
import globalData from '@csstools/postcss-global-data'
import react from '@vitejs/plugin-react'
import customMedia from 'postcss-custom-media'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'

/** Manifest and folder of the guests' page, which is a build of its own. */
const GUESTS_MANIFEST = '.vite/guests.json'
const GUESTS_FOLDER = 'assets/guests'

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
    const pages = parts.filter((part) => /client\/app\/|-page\.tsx$/.test(part))
    const bundle = pages.length > 1 ? bundleOf(pages) : null
    if (STYLE_SHEET.test(id) && bundle !== 'booking' && isSharedByVisitors(parts)) return 'site'
    // Visitors must not fetch the desk's bundle for a module that they need too.
    const isOfDesk = bundle === 'desk' || bundle === SITE_TAB
    return isOfDesk && !parts.every((part) => OWNERS.test(part)) ? null : bundle
  }
}

/**
 * The styles that visitors' pages share are one file, since a page is painted when all its style
 * sheets are there.
 */
function isSharedByVisitors(parts: string[]): boolean {
  return parts.includes(START) || (parts.length > 1 && parts.some((part) => VISITORS.test(part)))
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
  const owners = pages.filter((page) => OWNERS.test(page))
  if (booking > 0 && owners.length > 0) return bundleOfOwners(owners)
  if (booking > 0) return pages.some((page) => page.endsWith('/booking-page.tsx')) ? 'forms' : null
  // The tab Site has many pages, which need the texts of all pages of the site; no other tab does.
  const siteTab = pagesIn(/client\/desk\/site\//)
  if (siteTab === pages.length) return SITE_TAB
  const others = pages.length - siteTab
  // A compromise: a tab of the desk needs few files, and little in them is unused by that tab.
  if (others + Math.min(siteTab, 1) > 6 || pagesIn(/client\/app\//) > 0) return 'desk'
  return isOfMeetings(pages) ? 'dashboard' : null
}

/** Bundle name for a module that the booking pages share with these pages of the desk. */
function bundleOfOwners(owners: string[]): string | null {
  const areIn = (folder: RegExp) => owners.every((page) => folder.test(page))
  // What only few tabs share with visitors would make the other tabs larger.
  if (owners.length === 1) return null
  if (owners.length === 2 || areIn(/client\/desk\/(schedule|(clients\/)?settings)\//))
    return 'input'
  return areIn(MEETINGS) ? 'meetings' : 'common'
}

/** The bundle of what the pages of the tab Site share. */
const SITE_TAB = 'site-tab'

const MEETINGS = /client\/desk\/(bookings|clients\/calendar|dashboard)\//

/** Whether bookings and the dashboard share it, and no other tab needs it but the calendar. */
function isOfMeetings(pages: string[]): boolean {
  const isNeededIn = (folder: RegExp) => pages.some((page) => folder.test(page))
  return (
    pages.every((page) => MEETINGS.test(page)) &&
    isNeededIn(/desk\/bookings\//) &&
    isNeededIn(/desk\/dashboard\//)
  )
}

const STYLE_SHEET = /\.css$/
const START = fileURLToPath(new URL('client/app/start.tsx', import.meta.url))
const VISITORS = /client\/(account|booking|contact|inquiry|payment|site)\//

/** Modules that only owners load; visitors' pages load `wipe-owner-data` for signing out. */
const OWNERS = /client\/(app\/desk|data(?!\/wipe-owner-data)|desk)\//

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

/**
 * Puts all modules that a worker loads at once into one file. By itself the bundler divides them where a part
 * that is loaded later needs some of them, and two files are larger than one.
 */
function bundleWorker(): CodeSplittingNameFunction {
  let loaded: Set<string>
  return (id, graph) => {
    loaded ??= findLoadedAtOnce(id, graph)
    return loaded.has(id) ? 'worker' : null
  }
}

/** The modules that the entry imports statically. */
function findLoadedAtOnce(start: string, graph: ChunkingContext): Set<string> {
  const open = new Set([start])
  const loaded = new Set<string>()
  for (const id of open) {
    const module = graph.getModuleInfo(id)
    if (module?.isEntry) loaded.add(id)
    for (const importer of module?.importers ?? []) open.add(importer)
    for (const importer of module?.dynamicImporters ?? []) open.add(importer)
  }
  for (const id of loaded)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported)
  return loaded
}

/** Makes the custom media of client/styles/media.css available in every style sheet. */
const css: UserConfig['css'] = {
  postcss: { plugins: [globalData({ files: ['client/styles/media.css'] }), customMedia()] },
}

/** Rolldown's warning about slow builds is noise on a busy machine. */
const QUIET = { bundlerTimings: false }

/** Without code for older browsers: 1.5 KiB less in the page and in the worker. */
const modernDexie = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }

/** Without transpiled classes: 0.9 KiB less in every page. */
const modernWorkboxWindow = {
  find: /^workbox-window$/,
  replacement: 'workbox-window/build/workbox-window.prod.mjs',
}

const browserBuild = {
  // The content security policy allows no data: URLs for scripts and fonts.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
} as const

const client: UserConfig = {
  css,
  publicDir: 'client/public',
  resolve: {
    alias: [
      modernDexie,
      modernWorkboxWindow,
      // The production build; the package gives browsers the one with developer warnings.
      { find: /^react-router$/, replacement: routerFile('index.mjs') },
      { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
    ],
  },
  plugins: [react()],
  // Only ES modules can import chunks on demand. The folder marks the chunks as the desk's.
  worker: {
    format: 'es',
    rolldownOptions: {
      checks: QUIET,
      output: {
        entryFileNames: `${WORKERS}/[name]-[hash].js`,
        chunkFileNames: `${WORKERS}/[name]-[hash].js`,
        codeSplitting: {
          groups: [{ name: bundleWorker(), test: /./, includeDependenciesRecursively: false }],
        },
      },
    },
  },
  build: {
    ...browserBuild,
    emptyOutDir: true,
    // Rendering looks up in it which files a page needs.
    manifest: true,
    rolldownOptions: {
      // Our packages have no getters with side effects, so unused reads can go.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      checks: QUIET,
      input: [
        'index.html',
        fileURLToPath(new URL(`client/styles/${PLAIN_STYLES}`, import.meta.url)),
      ],
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
            // Code that runs before the page is rendered.
            { name: 'entry', test: /vite\/preload-helper|client\/lib\/entry\//, priority: 1 },
            // Shown by pages of the site and of bookings, but not by the desk.
            {
              name: 'photographs',
              test: /client\/ui\/photographs\/.*\.tsx/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: bundleByLoader(), test: /./, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}

/** Preact instead of React, with which the guests' page is 50 KiB smaller. */
export const preact = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-dev-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

/** The guests' page, apart from the site: it shares no bundle with it. */
const guests: UserConfig = {
  css,
  publicDir: false,
  resolve: {
    alias: [modernDexie, ...preact],
  },
  plugins: [react()],
  build: {
    ...browserBuild,
    emptyOutDir: false,
    manifest: GUESTS_MANIFEST,
    rolldownOptions: {
      checks: QUIET,
      input: 'client/journey-main.tsx',
      output: {
        entryFileNames: `${GUESTS_FOLDER}/[name]-[hash].js`,
        chunkFileNames: `${GUESTS_FOLDER}/[name]-[hash].js`,
        // Pictures and fonts are the site's own files.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? `${GUESTS_FOLDER}/[name]-[hash][extname]`
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
}

const server: UserConfig = {
  css,
  publicDir: false,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
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

export default defineConfig(({ isSsrBuild, mode }) => {
  if (isSsrBuild) return server
  return mode === 'guests' ? guests : client
})
