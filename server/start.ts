import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stampOf } from './site/stamp.ts'

/** `npm start` and `npm run dev`: settings from `.env`, a build where one is needed, the server. */
const root = fileURLToPath(new URL('../', import.meta.url))
const settings = path.join(root, '.env')
if (fs.existsSync(settings)) process.loadEnvFile(settings)

if (process.argv.includes('--dev')) {
  await import('./main.ts')
} else {
  process.env.NODE_ENV = 'production'
  if (!isBuilt()) runBuild()
  await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href)
}

function isBuilt(): boolean {
  const stamp = path.join(root, 'dist/stamp')
  if (!fs.existsSync(stamp)) return false
  // An installation may hold the build alone.
  if (!fs.existsSync(path.join(root, 'client'))) return true
  return fs.readFileSync(stamp, 'utf8') === stampOf(root, process.env.PUBLIC_URL)
}

/** In a process of its own: what building leaves in memory is not the server's to keep. */
function runBuild(): void {
  process.stdout.write('Building the site…\n')
  const script = fileURLToPath(new URL('./site/build.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
