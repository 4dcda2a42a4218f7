import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/**
 * Lighthouse is not among the project's packages: it would bring 140 more into every installation,
 * and only this benchmark uses it.
 */
const VERSION = '12.8.2'
const FOLDER = path.resolve('node_modules/.cache/lighthouse')

const MANIFEST = {
  private: true,
  dependencies: { lighthouse: VERSION },
  // Lighthouse takes the newest of these, so that its figures could change from one day to the next.
  overrides: { 'third-party-web': '0.27.0', 'legacy-javascript': '0.0.1' },
}

/**
 * Installs Lighthouse with npm into a folder of its own, unless it is there, and returns its
 * module. Needs no network the second time.
 */
export async function fetchLighthouse(): Promise<unknown> {
  fs.mkdirSync(FOLDER, { recursive: true })
  fs.writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(MANIFEST))
  // A registry may be set there; npm reads the settings of the folder into which it installs.
  if (fs.existsSync('.npmrc')) fs.copyFileSync('.npmrc', path.join(FOLDER, '.npmrc'))
  try {
    // Also completes an installation that was interrupted.
    await promisify(execFile)('npm', [
      'install',
      ...['--prefix', FOLDER, '--prefer-offline', '--ignore-scripts', '--loglevel', 'error'],
    ])
  } catch (cause) {
    throw new Error(
      `Lighthouse ${VERSION} could not be fetched. npm installs it when this benchmark is run for the first time, and needs a registry that has it. The other sections of the benchmark do without.`,
      { cause },
    )
  }
  const entry = path.join(FOLDER, 'node_modules/lighthouse/core/index.js')
  return import(pathToFileURL(entry).href)
}
