import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { Plugin } from 'vite'
import { loadEnvFile } from '#server/lib/cli-command.ts'
import { photographs } from '#shared/site/owner/photographs.ts'
import { computeBuildStamp } from './build-stamp.ts'
import { compressFiles } from './compress.ts'
import { prerenderPages } from './prerender.ts'

// `npm run build`. With `--when-needed` it builds only if the sources or `PUBLIC_URL` have changed;
// `--out` names another folder than `dist`, for tests that need a second build.
const root = fileURLToPath(new URL('../../', import.meta.url))
const { values: options } = parseArgs({
  options: { 'when-needed': { type: 'boolean' }, out: { type: 'string', default: 'dist' } },
})
const out = path.join(root, options.out)
const stampFile = path.join(out, 'stamp')

loadEnvFile()
try {
  if (!options['when-needed'] || !isBuilt()) await buildSite()
} catch (error) {
  // The bundler puts colour codes between single letters, in log files too.
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${stripVTControlCharacters(message)}\n`)
  process.exitCode = 1
}

function isBuilt(): boolean {
  if (!fs.existsSync(stampFile)) return false
  return fs.readFileSync(stampFile, 'utf8') === computeBuildStamp(root, process.env.PUBLIC_URL)
}

async function buildSite(): Promise<void> {
  process.stdout.write('Building the site…\n')
  // The old stamp is deleted first, so that an interrupted build is not taken for a complete one.
  // The new one is computed before the build, so that the next start notices an edit during it.
  fs.rmSync(stampFile, { force: true })
  const stamp = computeBuildStamp(root, process.env.PUBLIC_URL)
  process.env.NODE_ENV = 'production'
  // Imported only here: most starts need no build, and should not wait for Vite to load.
  const { build } = await import('vite')
  const site = path.join(out, 'client')
  const renderer = path.join(out, 'prerender')
  const common = { root, logLevel: 'warn', configLoader: 'native' } as const
  const drawPages = async () => {
    await build({ ...common, mode: 'guests', build: { outDir: site } })
    await build({ ...common, build: { ssr: 'client/app/prerender.tsx', outDir: renderer } })
    await prerenderPages({ root, site, renderer, origin: publicOrigin() })
    // Only the build needs these folders, and every file in `site` is public.
    for (const folder of [renderer, path.join(site, '.vite')])
      fs.rmSync(folder, { recursive: true })
  }
  const { createServiceWorkerPlugin } = await import('./service-worker.ts')
  const bundles = listBundles(path.join(out, 'bundles.json'))
  await build({
    ...common,
    plugins: [bundles, createServiceWorkerPlugin(site, drawPages)],
    build: { outDir: site },
  })
  const entries = {
    main: 'server/main.ts',
    'feed-worker': 'server/schedule/feed/worker.ts',
    'check-file': 'server/db/check-file.ts',
  }
  await build({
    ...common,
    // Bundled packages load in a third of the time. The external ones contain a binary or start
    // threads, or, as Vite, are needed by `npm run dev` only.
    ssr: { noExternal: true, external: ['better-sqlite3', 'pino', 'vite'] },
    build: { ssr: true, outDir: path.join(out, 'server'), rolldownOptions: { input: entries } },
  })
  if (photographs.portrait) {
    const { writeMailPortrait } = await import('./mail-portrait.ts')
    const folder = path.join(root, 'client/site/photographs')
    await writeMailPortrait(photographs.portrait, { folder, site })
  }
  await compressFiles(site)
  fs.writeFileSync(stampFile, stamp)
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

function publicOrigin(): string | undefined {
  return process.env.PUBLIC_URL?.replace(/\/$/, '') || undefined
}
