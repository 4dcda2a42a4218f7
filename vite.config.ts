import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

/** For the pages that the server writes itself; they know it by this name. */
const PLAIN_STYLES = 'plain.css'

/** What most pages have: the frame, the looks, and what several content pages share. */
const PARTS = [
  /client\/app\/(?!start|update|back|account|desk)/,
  /client\/site\/(emphasis|invitation|philosophy|plate-frame|points|section-link|signature|site-|testimonial)/,
  /client\/ui\/(announcer|button|icons|net-bar|offline-bar|plate|text-link|type|visually-hidden|wordmark|wrap)/,
  /client\/lib\/(clock|cycle-focus|glide|use-hydrated|use-online|use-taken-over|use-scroll|use-title|waiting-flag|when-wanted)/,
  /shared\/(site\/(business|content-common|content-services|titles)|booking\/catalogue|payment\/money)/,
]

/** What content pages share and Home, whose budget is the tightest, has not. */
const CONTENT = /client\/site\/(fee|long-form|service-hero)\.|client\/ui\/(contours|page-head)\./

/** What pages with a form share, and the desk with them. */
const FORMS =
  /node_modules\/valibot\/|client\/lib\/(api|background-sync|ids|moment-words|outbox|saved-choice|send-form|use-typing-lock|waiting)\.|client\/offline\/(entry|probe|send|send-directly|told|use-arrival|use-can-store|use-editing|use-entry)\.|client\/ui\/(banner|checkbox|chip|facts|field|form-plumbing|keeps-nothing|more-icons|phone-field|select|send-trouble|skeleton|step-head|stepper|waiting-note)\.|shared\/(contact\/|lib\/(?!wall|fold)|submissions\/(?!api))|shared\/booking\/(clock-change|dial-codes|phone|status|times)|shared\/schedule\/(schema|time-of-day)/

/** What the pages of a booking share. */
const BOOKING =
  /client\/booking\/(?!desk\/|manage-|saved-step|remove-request|other-time-step|nearest-times)|shared\/booking\/(?!desk-|owner-|rulers)|client\/lib\/(payment-step|use-site-config)|client\/ui\/(aside-page|demo-mark|result-page)\./

/** What sends and what lists have in common, on IndexedDB; neither brings the other. */
const STORE = /node_modules\/dexie\/|client\/offline\/(blocked|database|outbox|page-store)\./

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
              priority: 4,
            },
            // The entry needs this alone before the page is drawn.
            { name: 'load', test: /vite\/preload-helper|client\/lib\/waiting-flag/, priority: 4 },
            // In few files: each costs a request and its headers. A group takes along what its
            // modules import, so the most general is filled first.
            { name: 'parts', test: (id) => PARTS.some((part) => part.test(id)), priority: 3 },
            { name: 'content', test: CONTENT, minShareCount: 2, priority: 2 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 2 },
            { name: 'store', test: STORE, priority: 1 },
            { name: 'booking', test: BOOKING, minShareCount: 2, priority: 1 },
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
