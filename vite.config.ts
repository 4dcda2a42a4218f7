import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

/** For the pages that the server writes itself; they know it by this name. */
const PLAIN_STYLES = 'plain.css'

/** On a busy machine it would report its own slowness at a start. */
const QUIET = { bundlerTimings: false }

const client: UserConfig = {
  publicDir: 'client/public',
  plugins: [react()],
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
          groups: [
            {
              // Changes with React's releases only, so it stays in a visitor's cache over ours.
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
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
