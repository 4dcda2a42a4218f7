import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

/** For the pages that the server writes itself; they know it by this name. */
const PLAIN_STYLES = 'plain.css'

/** Where the parts of Web Workers lie, which Vite's list of what leads to what leaves out. */
const WORKERS = 'assets/desk-workers'

function routerFile(name: string): string {
  return fileURLToPath(
    new URL(`./node_modules/react-router/dist/production/${name}`, import.meta.url),
  )
}

/** On a busy machine it would report its own slowness at a start. */
const QUIET = { bundlerTimings: false }

const client: UserConfig = {
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
          // A folder is what is loaded together. A module that only one page has stays in that page's file.
          // A folder is what is loaded together. What a single page has stays in that page's file, and
          // what pages share otherwise is split by who shares it.
          groups: [
            // It changes with React's releases only, so it stays in a visitor's cache over ours.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
              priority: 6,
            },
            // All that runs before the page is drawn.
            { name: 'entry', test: /vite\/preload-helper|client\/lib\/entry\//, priority: 6 },
            { name: 'site', test: /client\/(ui|lib|site\/layout)\/[^/]+$/, priority: 5 },
            {
              name: 'rules',
              test: /shared\//,
              minShareCount: 2,
              priority: 5,
              entriesAware: true,
              entriesAwareMergeThreshold: 3000,
            },
            {
              name: 'forms',
              test: /node_modules\/valibot\/|client\/(lib\/data|ui\/controls)\/[^/]+$/,
              minShareCount: 2,
              priority: 4,
            },
            {
              name: 'desk',
              test: /client\/(app\/desk|desk\/(kit|queries|shell))\//,
              minShareCount: 2,
              priority: 2,
            },
          ],
        },
      },
    },
  },
}

const server: UserConfig = {
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
