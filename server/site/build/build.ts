import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { Plugin } from 'vite'
import { loadEnvFile } from '#server/lib/cli-command.ts'
import { compressFiles } from '#server/site/compress.ts'
import { initialContent } from '#server/site/initial-content.ts'
import { renderFiles, writeRendering } from '#server/site/pages/render-worker.ts'
import { getBuiltFile, getFolders } from '#server/site/pages/site-pages.ts'
import { showContent } from '#shared/content/registry.ts'
import { computeBuildStamp } from './build-stamp.ts'

// `npm run build`. With `--when-needed` it builds only if the sources have changed. Either way it renders the pages that the
// site has at `PUBLIC_URL` before the owner publishes anything, if that is not done yet.
const root = fileURLToPath(new URL('../../../', import.meta.url))
const { values: options } = parseArgs({ options: { 'when-needed': { type: 'boolean' } } })
const out = path.join(root, 'dist')
const stampFile = path.join(out, 'stamp')

loadEnvFile()
try {
  const stamp = computeBuildStamp(root)
  if (!options['when-needed'] || readStamp() !== stamp) await buildSite(stamp)
  await renderUntouchedPages(stamp)
} catch (error) {
  // The bundler puts colour codes between single letters, in log files too.
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${stripVTControlCharacters(message)}\n`)
  process.exitCode = 1
}

function readStamp(): string | undefined {
  return fs.existsSync(stampFile) ? fs.readFileSync(stampFile, 'utf8') : undefined
}

/** `stamp` was computed before the build, so that the next start notices an edit during it. */
async function buildSite(stamp: string): Promise<void> {
  process.stdout.write('Building the site…\n')
  // The old stamp is deleted first, so that an interrupted build is not taken for a complete one.
  fs.rmSync(stampFile, { force: true })
  fs.rmSync(path.join(out, 'rendered'), { recursive: true, force: true })
  process.env.NODE_ENV = 'production'
  // Imported only here: most starts need no build, and should not wait for Vite to load.
  const { build } = await import('vite')
  const { site, renderer } = getFolders(out)
  const common = { root, logLevel: 'warn', configLoader: 'native' } as const
  const finish = async () => {
    await build({ ...common, mode: 'guests', build: { outDir: site } })
    // With its packages, because only those of the server are installed beside a deployed build.
    await build({
      ...common,
      ssr: { noExternal: true },
      build: { ssr: 'client/app/prerender.tsx', outDir: renderer },
    })
    fs.copyFileSync(path.join(root, 'index.html'), path.join(renderer, 'index.html'))
    // Every file in `site` is public.
    fs.renameSync(path.join(site, '.vite'), path.join(renderer, 'site.vite'))
  }
  const { createServiceWorkerPlugin } = await import('./service-worker.ts')
  const bundles = listBundles(path.join(out, 'bundles.json'))
  await build({
    ...common,
    plugins: [bundles, createServiceWorkerPlugin(site, finish)],
    build: { outDir: site },
  })
  fs.renameSync(path.join(site, 'sw.js'), path.join(renderer, 'sw.js'))
  const entries = {
    main: 'server/main.ts',
    'feed-worker': 'server/schedule/feed/worker.ts',
    'render-worker': 'server/site/pages/render-worker.ts',
    'check-file': 'server/db/check-file.ts',
  }
  await build({
    ...common,
    // Bundled packages load in a third of the time. The external ones contain a binary or start
    // threads, or, as Vite, are needed by `npm run dev` only.
    ssr: { noExternal: true, external: ['better-sqlite3', 'pino', 'sharp', 'vite'] },
    build: { ssr: true, outDir: path.join(out, 'server'), rolldownOptions: { input: entries } },
  })
  await compressFiles(site)
  fs.writeFileSync(stampFile, stamp)
}

/** The first start of a new site, and each of a test, then renders nothing. */
async function renderUntouchedPages(stamp: string): Promise<void> {
  const origin = process.env.PUBLIC_URL?.replace(/\/$/, '') || undefined
  const file = getBuiltFile(out, origin)
  if (fs.existsSync(file)) return
  const content = showContent(initialContent, { isPublic: origin !== undefined, version: 0 })
  const files = await renderFiles({ content, origin, folders: getFolders(out) })
  writeRendering(file, { content, origin, build: stamp, files })
}

/** Writes the modules of each bundle to `file`, for a test that checks the bundles. Not public. */
function listBundles(file: string): Plugin {
  return {
    name: 'list-bundles',
    writeBundle(_, files) {
      const bundles = Object.values(files).flatMap((one) =>
        one.type === 'chunk' ? [{ name: one.name, modules: one.moduleIds }] : [],
      )
      const relative = bundles.map(({ name, modules }) => ({
        name,
        modules: modules.map((id) => path.relative(root, id).replaceAll(path.sep, '/')),
      }))
      fs.writeFileSync(file, JSON.stringify(relative))
    },
  }
}
