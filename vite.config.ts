import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

/** For the pages that the server writes itself; they know it by this name. */
const PLAIN_STYLES = 'plain.css'

/** Where the parts of Web Workers lie, which Vite's list of what leads to what leaves out. */
const WORKERS = 'assets/desk-workers'

/** What most pages have: the frame, the looks, and what several content pages share. */
const PARTS = [
  /client\/app\/(?!start|update|back|account|desk)/,
  /client\/site\/(emphasis|invitation|philosophy|plate-frame|points|quiet-layout|section-link|signature|site-|testimonial)/,
  /client\/ui\/(announcer|button|icons|net-bar|offline-bar|page-frame|plate|text-link|type|visually-hidden|wordmark|wrap)/,
  /client\/lib\/(clock|cycle-focus|glide|shown-content|use-hydrated|use-online|use-taken-over|use-scroll|use-title|waiting-flag|when-wanted)/,
  /shared\/(site\/(business|content-common|content-services|titles)|booking\/catalogue|payment\/money)/,
]

/** What content pages share and Home, whose budget is the tightest, has not. */
const CONTENT = /client\/site\/(fee|long-form|service-hero)\.|client\/ui\/(contours|page-head)\./

/** What pages with a form share, and the desk with them. */
const FORMS =
  /node_modules\/valibot\/|client\/booking\/destination-words|client\/lib\/(api|background-sync|device-zone|ids|moment-words|removed-here|use-typing-lock)\.|client\/ui\/(banner|checkbox|chip|demo-mark|field|more-icons|select|skeleton)\.|shared\/(lib\/(?!wall|fold|fields|parse)|submissions\/form-post)|shared\/booking\/(booking-id|clock-change|place|status|times)|shared\/schedule\/(schema|time-of-day)/

/** What visitors’ pages with a form share, and the desk has not. */
const SENDING =
  /client\/lib\/(outbox|saved-choice)\.|client\/offline\/(entry|probe|replaced|send|send-directly|told|use-can-store|use-editing|use-entry)\.|client\/ui\/(keeps-nothing|phone-field)\.|shared\/lib\/(fields|parse)|shared\/booking\/(dial-codes|phone)/

/** What writing to us and an inquiry share, and a booking has not. */
const LETTERS =
  /client\/lib\/send-form\.|client\/offline\/use-arrival\.|client\/ui\/(form-plumbing|send-trouble|waiting-note)\.|shared\/(contact\/|submissions\/(?!api|form-post))/

/** What the pages of a booking share. */
const BOOKING =
  /client\/booking\/(?!desk\/|manage-|saved-step|remove-request|other-time-step|nearest-times)|shared\/booking\/(?!desk-|flood-|owner-|rulers)|client\/lib\/(payment-step|use-site-config)|client\/ui\/(aside-page|facts|result-page|step-head|stepper)\./

/** What the desk's first screen shares with its others. */
const DESK =
  /node_modules\/comlink\/|client\/crm\/(deletions|queue\/pill-face)|client\/desk\/(centre-tab|desk-(button|dialog|icons|page)|empty-state|iconed|known|search-box|sync-|tab-link|text-action|two-pane|use-(change-watch|desk-data|minute|news-counts))|client\/offline\/(crm\/(page-book|plain-store|rescue-queue|unsent|use-book)|desk-copies)|client\/lib\/(event-stream|use-visible)|shared\/desk\/news-api|client\/offline\/seal\/(lock-state|sealer-here)|shared\/crm\/field-names/

/** What the desk's tabs share: each file of it would be one more to wait for when a tab is opened. */
const TABS =
  /client\/crm\/(client-link|use-likely-client)|client\/desk\/(as-of|booking-tones|box|confirm-dialog|data-table|ledger|list-row|segmented|settings-page|status|sub-tabs)\.|client\/offline\/crm\/likely-client|shared\/(crm\/(addresses|trip-words)|schedule\/calendar-state)/

/** What the hours share with a tab here and there, none of them the dashboard; small files otherwise. */
const HOURS = /client\/desk\/choice-option\.|shared\/(lib\/wall|schedule\/desk-api)/

/** What several settings share, and a visitor’s account with them. */
const SWITCH = /client\/(desk\/switch\.|lib\/use-left)/

/** What sends and what lists have in common, on IndexedDB; neither brings the other. */
const STORE = /node_modules\/dexie\/|client\/offline\/(blocked|database|outbox|page-store)\./

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
            { name: 'sending', test: SENDING, minShareCount: 2, priority: 2 },
            { name: 'letters', test: LETTERS, minShareCount: 2, priority: 2 },
            // Whoever signs in and out has these too, and is to fetch nothing of the desk.
            { name: 'account-here', test: /client\/lib\/account-here/, priority: 2 },
            {
              name: 'owner-here',
              test: /client\/desk\/owner-here|crm\/open-as-it-is/,
              priority: 2,
            },
            { name: 'desk', test: DESK, priority: 2 },
            { name: 'tabs', test: TABS, minShareCount: 2, priority: 1 },
            { name: 'hours', test: HOURS, minShareCount: 2, priority: 1 },
            { name: 'switch', test: SWITCH, minShareCount: 2, priority: 1 },
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
