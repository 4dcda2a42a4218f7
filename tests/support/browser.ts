import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium, type LaunchOptions } from 'playwright-core'

/** Names the browser to use, before anything else is tried. */
const CHOICE = 'CHROMIUM_PATH'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Chromium without windows: a page takes four fifths of the time, but there is no background sync.
 * `npm test` uses it where the system has it, save for the tests that wait for that.
 */
const SHELL = 'chromium-headless-shell'
const SHELL_CHOICE = 'CHROMIUM_SHELL_PATH'

/** Milliseconds; where downloads are barred, Playwright would try for longer than a test run takes. */
const DOWNLOAD_LIMIT = 300_000
const CONNECTION_LIMIT = 20_000

/** Quiet and the same everywhere: no updates, no sync, no traffic of its own. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[
    // On a page with a form it would ask a server of its maker what the fields mean.
    'AutofillServerCommunication',
    // Each new window would load two pages of its address bar: half of what opening one takes.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    // A process in store for each context, which most of them never use.
    'SpareRendererForSitePerProcess',
  ]}`,
]

/** For browser tests, save those of background sync. */
export function shellOptions(): LaunchOptions {
  const shell = process.env[SHELL_CHOICE]
  return shell ? { executablePath: shell, args: browserFlags } : launchOptions()
}

/** For every other Chromium of tests, benchmarks and audits. Throws where no browser is to be found. */
export function launchOptions(): LaunchOptions {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(`No browser found; name one in ${CHOICE}, or run npm test.`)
  return { executablePath, args: browserFlags }
}

/** What is there already: the one named, Playwright's own, one of the system. */
function findBrowser(): string | undefined {
  return process.env[CHOICE] || ownBrowser() || systemBrowser()
}

/**
 * Finds a browser or installs one, sees it start, and names it for the processes that follow.
 * A browser that was named must be the one; the others give way to the next when they do not start.
 */
export async function ensureBrowser(): Promise<string> {
  const named = process.env[CHOICE]
  const ways = named ? [() => named] : [ownBrowser, systemBrowser, installOwn, installSystem]
  const failures: string[] = []
  for (const way of ways) {
    const found = way()
    const failure = found && (await startFailure(found))
    if (found && !failure) {
      process.env[CHOICE] = found
      const shell = named ? undefined : onPath(SHELL)
      if (!shell || (await startFailure(shell))) return found
      process.env[SHELL_CHOICE] = shell
      return `${found}, ${shell}`
    }
    if (failure) failures.push(`${found}: ${failure}`)
  }
  throw new Error(
    [
      `No browser starts. Install Chromium, or name one in ${CHOICE}.`,
      ...failures.map((failure) => `  ${failure}`),
    ].join('\n'),
  )
}

function ownBrowser(): string | undefined {
  const file = chromium.executablePath()
  return fs.existsSync(file) ? file : undefined
}

function systemBrowser(): string | undefined {
  return onPath(...NAMES)
}

/** The first of these programs that the system has. */
export function onPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => fs.existsSync(file))
}

function installOwn(): string | undefined {
  const cli = createRequire(import.meta.url).resolve('playwright/package.json')
  spawnSync(process.execPath, [path.join(path.dirname(cli), 'cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: DOWNLOAD_LIMIT,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECTION_LIMIT) },
  })
  return ownBrowser()
}

function installSystem(): string | undefined {
  installPackages('chromium')
  return systemBrowser()
}

/** Where the system is Debian's or of its kind, and we may. */
export function installPackages(...packages: string[]): void {
  if (process.getuid?.() !== 0) return
  const run = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=600', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  run('update')
  run('install', '--yes', '--no-install-recommends', ...packages)
}

async function startFailure(executablePath: string): Promise<string | undefined> {
  try {
    const browser = await chromium.launch({ executablePath, args: browserFlags })
    await browser.close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error)
  }
}
