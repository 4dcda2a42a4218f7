import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getTempDirEnv } from '#tests/support/run/memory-temp-dir.ts'
import {
  countPlaywright,
  countVitest,
  listFailedBrowserTests,
  listFailedUnitTests,
  type PlaywrightReport,
  sumCounts,
  type TestCount,
  type VitestReport,
} from '#tests/support/run/test-counts.ts'
import { PUBLIC_URL, renderPublicPages } from '#tests/support/server/server.ts'
import { ensureBrowser } from './support/browser/browser.ts'
import { findPostgres } from './support/db/postgres.ts'

/** `npm test`: all checks in one command, with one count at the end. */
const root = fileURLToPath(new URL('..', import.meta.url))
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'test-reports-'))

const FAILED: TestCount = { passed: 0, failed: 1 }
const PASSED: TestCount = { passed: 1, failed: 0 }

/** Tools are started by their own files: a process started through npx may outlive it. */
const tools = {
  tsc: tool('typescript', 'bin/tsc'),
  biome: tool('@biomejs/biome', 'bin/biome'),
  knip: tool('knip', 'bin/knip.js'),
  vitest: tool('vitest', 'vitest.mjs'),
  playwright: tool('@playwright/test', 'cli.js'),
}

/** The duration of each part, in seconds. */
const times: [part: string, seconds: number][] = []

/** Failed tests, listed again at the end. */
const failures: string[] = []

const counts = [
  run('Types', [tools.tsc, '-b']) ? PASSED : FAILED,
  run('Lint', [tools.biome, 'ci']) ? PASSED : FAILED,
  run('Unused code', [tools.knip]) ? PASSED : FAILED,
]
const built =
  run('Build', ['--import', 'tsx', 'server/site/build/build.ts'], { PUBLIC_URL: '' }) &&
  run('Public pages', renderPublicPages, { PUBLIC_URL })
counts.push(built ? PASSED : FAILED)
counts.push(unitTests())
counts.push(built ? await browserTests() : FAILED)

fs.rmSync(reports, { recursive: true })
if (!process.env.TEST_DATABASE_URL && !findPostgres())
  process.stdout.write(
    '\nPostgreSQL is not installed: the tests of the server on it did not run.\n',
  )
const { passed, failed } = sumCounts(counts)
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`)
process.stdout.write(
  `\n${times.map(([part, seconds]) => `${part}: ${duration(seconds)}`).join(', ')}\n`,
)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function unitTests(): TestCount {
  const file = path.join(reports, 'vitest.json')
  const args = ['run', '--config', 'tests/vitest.config.ts', '--reporter=default']
  const PROPERTY_SEED = process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31))
  const ok = run(
    `Unit tests (PROPERTY_SEED=${PROPERTY_SEED})`,
    [tools.vitest, ...args, '--reporter=json', `--outputFile.json=${file}`],
    { PROPERTY_SEED, ON_POSTGRES: 'differing' },
  )
  const report = readReport<VitestReport>(file)
  const failed = report ? listFailedUnitTests(report) : []
  failures.push(
    ...(ok || failed.length > 0
      ? failed
      : ['an error outside any unit test; see the output above']),
  )
  return countVitest(report, ok)
}

async function browserTests(): Promise<TestCount> {
  try {
    process.stdout.write(`\nBrowser: ${await ensureBrowser()}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return FAILED
  }
  const file = path.join(reports, 'playwright.json')
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const ok = run('Browser tests', [tools.playwright, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const report = readReport<PlaywrightReport>(file)
  if (report) failures.push(...listFailedBrowserTests(report))
  return countPlaywright(report, ok)
}

function run(title: string, args: string[], env: Record<string, string> = {}): boolean {
  process.stdout.write(`\n${title}\n`)
  const start = performance.now()
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...getTempDirEnv(), ...process.env, ...env },
  })
  times.push([title.replace(/ \(.*/, ''), (performance.now() - start) / 1000])
  return status === 0
}

function duration(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

function readReport<Report>(file: string): Report | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : undefined
}

function tool(name: string, file: string): string {
  return path.join(root, 'node_modules', name, file)
}
