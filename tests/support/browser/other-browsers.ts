import fs from 'node:fs'
import path from 'node:path'
import { findOnPath, installPackages } from './browser.ts'
import type { WebKitOptions } from './webkit.ts'

/** Environment variables with the path of the program to use; tried before anything else. */
const FIREFOX = 'FIREFOX_PATH'
const WEBKIT_DRIVER = 'WEBKIT_DRIVER_PATH'
const WEBKIT_BROWSER = 'WEBKIT_BROWSER_PATH'

/** Debian's folder of programs started by other programs, below a folder per architecture. */
const LIBRARY_FOLDER = '/usr/lib'
const WEBKIT_LIBRARIES = ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']

/** Returns the Firefox that is named, else the system's, else installs one; throws if none. */
export function ensureFirefox(): string {
  const find = () => process.env[FIREFOX] || findOnPath('firefox-esr', 'firefox')
  const found = findOrInstall(find, 'firefox-esr')
  if (!found) throw new Error(`No Firefox found. Install it, or set ${FIREFOX} to its path.`)
  return found
}

/** The same for WebKit: its driver, its small browser, and a virtual screen. */
export function ensureWebKit(): WebKitOptions {
  const packages = ['webkit2gtk-driver', 'xvfb', 'xauth']
  const found = findOrInstall(findWebKit, ...packages)
  if (!found)
    throw new Error(
      `No WebKit driver found. Install ${packages.join(', ')}, or set ${WEBKIT_DRIVER} to the path of the driver and ${WEBKIT_BROWSER} to that of its browser.`,
    )
  return found
}

function findWebKit(): WebKitOptions | undefined {
  const driver = process.env[WEBKIT_DRIVER] || findOnPath('WebKitWebDriver')
  const browser = process.env[WEBKIT_BROWSER] || findMiniBrowser()
  const screen = findOnPath('xvfb-run')
  if (!driver || !browser) return undefined
  if (screen) return { command: [screen, '--auto-servernum', driver], browser }
  return process.env.DISPLAY ? { command: [driver], browser } : undefined
}

/** Finds `MiniBrowser`, which WebKit's library brings for tests. */
function findMiniBrowser(): string | undefined {
  if (!fs.existsSync(LIBRARY_FOLDER)) return undefined
  return fs
    .readdirSync(LIBRARY_FOLDER)
    .flatMap((kind) => WEBKIT_LIBRARIES.map((version) => path.join(kind, version)))
    .map((folder) => path.join(LIBRARY_FOLDER, folder, 'MiniBrowser'))
    .find((file) => fs.existsSync(file))
}

function findOrInstall<T>(find: () => T | undefined, ...packages: string[]): T | undefined {
  const found = find()
  if (found) return found
  installPackages(...packages)
  return find()
}
