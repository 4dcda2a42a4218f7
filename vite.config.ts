import { fileURLToPath } from 'node:url'
import globalData from '@csstools/postcss-global-data'
import react from '@vitejs/plugin-react'
import customMedia from 'postcss-custom-media'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'

type CodeSplittingNameFunction = Extract<
  Rolldown.CodeSplittingGroup['name'],
  (...args: never[]) => unknown
>
type ModuleInfo = Rolldown.ModuleInfo
type ChunkingContext = Parameters<CodeSplittingNameFunction>[1]

/** For the pages that the server writes itself; they know it by this name. */
const PLAIN_STYLES = 'plain.css'

/** Where the parts of Web Workers lie, which Vite's list of what leads to what leaves out. */
const WORKERS = 'assets/desk-workers'

function routerFile(name: string): string {
  return fileURLToPath(
    new URL(`./node_modules/react-router/dist/production/${name}`, import.meta.url),
  )
}

/**
 * Bundles what several pages load, by who they are for; the rest stays with its page. What a module
 * imports is loaded by the same pages and more, so no bundle needs a narrower one.
 */
function bundleByLoader(): CodeSplittingNameFunction {
  let loaders: Map<string, string[]>
  return (id, graph) => {
    loaders ??= staticLoaders(id, graph)
    const parts = loaders.get(id) ?? []
    const pages = parts.filter((part) => /client\/app\/|-page\.tsx$/.test(part))
    const bundle = pages.length > 1 ? bundleOf(pages) : null
    // A visitor's dialog must not fetch the desk.
    return bundle === 'desk' && !parts.every((part) => OWNERS.test(part)) ? null : bundle
  }
}

/** The bundle of a module that these pages load. */
function bundleOf(pages: string[]): string | null {
  const pagesIn = (folder: RegExp) => pages.filter((page) => folder.test(page)).length
  const site = pagesIn(/client\/site\//)
  if (site === pages.length) return 'content'
  if (pagesIn(/client\/app\/(start|service-worker)\./) > 0 || site > 1) return 'site'
  const booking = pagesIn(/client\/(booking|payment)\//)
  // What the two pages after a payment share is none of the booking's.
  if (booking === pages.length) return pagesIn(/client\/booking\//) > 0 ? 'booking' : null
  if (booking > 0) return pagesIn(OWNERS) > 0 ? 'common' : 'forms'
  // A tab opens from few files, and none of them brings much that only a few others want.
  return pages.length > 3 || pagesIn(/client\/app\//) > 0 ? 'desk' : null
}

/** What only owners load; forgetting the owner is a part of signing out, which visitors' pages offer too. */
const OWNERS = /client\/(app\/desk|book(?!\/forget-owner)|desk|encryption)\//

/** Which separately loaded parts (pages, dialogs, …) contain each module: its id to theirs. */
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

/** The widths of client/styles/media.css in every style sheet. */
const css: UserConfig['css'] = {
  postcss: { plugins: [globalData({ files: ['client/styles/media.css'] }), customMedia()] },
}

/** On a busy machine it would report its own slowness at a start. */
const QUIET = { bundlerTimings: false }

const client: UserConfig = {
  css,
  define: { 'import.meta.env.VITE_PUBLIC_SITE': JSON.stringify(Boolean(process.env.PUBLIC_URL)) },
  publicDir: 'client/public',
  resolve: {
    alias: [
      // Without what older browsers want, 1.5 KiB less in the page and in the worker.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // Without its warnings to programmers, which its package gives to browsers otherwise.
      { find: /^react-router$/, replacement: routerFile('index.mjs') },
      { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
    ],
  },
  plugins: [react()],
  // Only modules can fetch parts of themselves later; their folder says that they are the desk's.
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
    // What the prerendered pages need is looked up there.
    manifest: true,
    // The policy for scripts and fonts allows no data: addresses.
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
          // What pages share lies in the bundle of those who load it; the rest stays with its page.
          groups: [
            // It changes with React's releases only, so it stays in a visitor's cache over ours.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
              priority: 1,
            },
            // All that runs before the page is drawn.
            { name: 'entry', test: /vite\/preload-helper|client\/lib\/entry\//, priority: 1 },
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
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/server',
    emptyOutDir: true,
    ssr: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'node20',
    // Readable traces in the log weigh more than the size of a file that nobody downloads.
    minify: false,
    rolldownOptions: { checks: QUIET },
  },
}

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : client))
