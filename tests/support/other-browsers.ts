import fs from 'node:fs'
import path from 'node:path'
import { installPackages, onPath } from './browser.ts'
import type { WebKitOptions } from './webkit.ts'

/** Each names the program to use, before anything else is tried. */
const FIREFOX = 'FIREFOX_PATH'
const WEBKIT_DRIVER = 'WEBKIT_DRIVER_PATH'
const WEBKIT_BROWSER = 'WEBKIT_BROWSER_PATH'

/** Where Debian keeps what only other programs start, below a folder for the machine's kind. */
const LIBRARIES = '/usr/lib'
const VERSIONS = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']

/** The one named, one of the system, or the one that the system can install. */
export function ensureFirefox(): string {
  const find = () => process.env[FIREFOX] || onPath('firefox-esr', 'firefox')
  const found = orInstalled(find, 'firefox-esr')
  if (!found) throw new Error(`No Firefox found. Install it, or name one in ${FIREFOX}.`)
  return found
}

/** As for Firefox: its driver, a small browser, and a screen for it where there is none. */
export function ensureWebKit(): WebKitOptions {
  const packages = ['webkit2gtk-driver', 'xvfb', 'xauth']
  const found = orInstalled(findWebKit, ...packages)
  if (!found)
    throw new Error(
      `No driver of WebKit found. Install ${packages.join(', ')}, or name it in ${WEBKIT_DRIVER} and its browser in ${WEBKIT_BROWSER}.`,
    )
  return found
}

function findWebKit(): WebKitOptions | undefined {
  const driver = process.env[WEBKIT_DRIVER] || onPath('WebKitWebDriver')
  const browser = process.env[WEBKIT_BROWSER] || miniBrowser()
  const screen = onPath('xvfb-run')
  if (!driver || !browser) return undefined
  if (screen) return { command: [screen, '--auto-servernum', driver], browser }
  return process.env.DISPLAY ? { command: [driver], browser } : undefined
}

/** Comes with the library, for tests. */
function miniBrowser(): string | undefined {
  if (!fs.existsSync(LIBRARIES)) return undefined
  return fs
    .readdirSync(LIBRARIES)
    .flatMap((kind) => VERSIONS.map((version) => path.join(kind, version)))
    .map((folder) => path.join(LIBRARIES, folder, 'MiniBrowser'))
    .find((file) => fs.existsSync(file))
}

function orInstalled<T>(find: () => T | undefined, ...packages: string[]): T | undefined {
  const found = find()
  if (found) return found
  installPackages(...packages)
  return find()
}
