import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium, type LaunchOptions } from 'playwright-core'

/** Environment variable with the path of the browser to use; it is tried before anything else. */
const PATH_VARIABLE = 'CHROMIUM_PATH'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Chromium without windows: a page takes four fifths of the time, but there is no background sync.
 * `npm test` uses it where the system has it, save for the tests that wait for that.
 */
const SHELL = 'chromium-headless-shell'
const SHELL_CHOICE = 'CHROMIUM_SHELL_PATH'

/** Milliseconds. Where downloads are blocked, Playwright would retry longer than a test run. */
const DOWNLOAD_LIMIT = 300_000
const CONNECTION_LIMIT = 20_000

/** Same behaviour everywhere: no updates, no browser sync, no traffic of the browser's own. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[
    // On a page with a form, the browser would ask a Google server what the fields mean.
    'AutofillServerCommunication',
    // Each new window would load two pages for its address bar: half of the time to open one.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    // A spare process for each context, which most contexts never use.
    'SpareRendererForSitePerProcess',
  ]}`,
]

/** Together they save a fifth of the processor's time: a page of a test lives for a few seconds. */
const shellFlags = [
  // It uses no GPU, so it needs no process for one.
  '--in-process-gpu',
  // Scripts are not optimised for a long run, and short-lived objects are collected less often.
  '--js-flags=--no-opt --min-semi-space-size=16',
]

/** For browser tests, save those of background sync. */
export function shellOptions(): LaunchOptions {
  const shell = process.env[SHELL_CHOICE]
  return shell ? { executablePath: shell, args: [...browserFlags, ...shellFlags] } : launchOptions()
}

/** Options for every other Chromium of tests, benchmarks and audits. Throws if none is found. */
export function launchOptions(): LaunchOptions {
  const executablePath = findBrowser()
  if (!executablePath)
    throw new Error(
      `No browser found. Set ${PATH_VARIABLE} to its path, or run npm test, which installs one.`,
    )
  return { executablePath, args: browserFlags }
}

/** An installed browser: the one named, else Playwright's own, else one of the system. */
function findBrowser(): string | undefined {
  return process.env[PATH_VARIABLE] || findPlaywrightBrowser() || findSystemBrowser()
}

/**
 * Finds or installs a browser, starts it once, and sets its path for the processes that follow.
 * Returns the paths. A browser named in `CHROMIUM_PATH` is the only candidate; otherwise a
 * candidate that does not start is skipped. Throws if none starts.
 */
export async function ensureBrowser(): Promise<string> {
  const named = process.env[PATH_VARIABLE]
  const ways = named
    ? [() => named]
    : [findPlaywrightBrowser, findSystemBrowser, installPlaywrightBrowser, installSystemBrowser]
  const failures: string[] = []
  for (const way of ways) {
    const found = way()
    const failure = found && (await getStartFailure(found))
    if (found && !failure) {
      process.env[PATH_VARIABLE] = found
      const shell = named ? undefined : findOnPath(SHELL)
      if (!shell || (await getStartFailure(shell))) return found
      process.env[SHELL_CHOICE] = shell
      return `${found}, ${shell}`
    }
    if (failure) failures.push(`${found}: ${failure}`)
  }
  throw new Error(
    [
      `No browser could be started. Install Chromium, or set ${PATH_VARIABLE} to its path.`,
      ...failures.map((failure) => `  ${failure}`),
    ].join('\n'),
  )
}

function findPlaywrightBrowser(): string | undefined {
  const file = chromium.executablePath()
  return fs.existsSync(file) ? file : undefined
}

function findSystemBrowser(): string | undefined {
  return findOnPath(...NAMES)
}

/** The path of the first of these programs that is on the `PATH`. */
export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => fs.existsSync(file))
}

function installPlaywrightBrowser(): string | undefined {
  const cli = createRequire(import.meta.url).resolve('playwright/package.json')
  spawnSync(process.execPath, [path.join(path.dirname(cli), 'cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: DOWNLOAD_LIMIT,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECTION_LIMIT) },
  })
  return findPlaywrightBrowser()
}

function installSystemBrowser(): string | undefined {
  installPackages('chromium')
  return findSystemBrowser()
}

/** Installs with `apt-get`; does nothing unless the process runs as root. */
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

async function getStartFailure(executablePath: string): Promise<string | undefined> {
  try {
    const browser = await chromium.launch({ executablePath, args: browserFlags })
    await browser.close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error)
  }
}
