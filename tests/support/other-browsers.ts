import fs from 'node:fs'
import path from 'node:path'
import { installPackages, onPath } from './browser.ts'
import type { WebKitOptions } from './webkit.ts'

/** Environment variables with the path of the program to use; tried before anything else. */
const FIREFOX = 'FIREFOX_PATH'
const WEBKIT_DRIVER = 'WEBKIT_DRIVER_PATH'
const WEBKIT_BROWSER = 'WEBKIT_BROWSER_PATH'

/** Debian's folder of programs started by other programs, below a folder per architecture. */
const LIBRARIES = '/usr/lib'
const VERSIONS = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']

/** Returns the Firefox that is named, else the system's, else installs one; throws if none. */
export function ensureFirefox(): string {
  const find = () => process.env[FIREFOX] || onPath('firefox-esr', 'firefox')
  const found = orInstalled(find, 'firefox-esr')
  if (!found) throw new Error(`No Firefox found. Install it, or name one in ${FIREFOX}.`)
  return found
}

/** The same for WebKit: its driver, its small browser, and a virtual screen. */
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

/** Finds `MiniBrowser`, which WebKit's library brings for tests. */
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
