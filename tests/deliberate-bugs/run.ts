import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { getTempDirEnv } from '#tests/support/run/memory-temp-dir.ts'
import type { Bug } from './bug.ts'
import { bugs, locateBug, root } from './bugs.ts'

/** Runs of a property; no bug of this list needed more. A property stops at the first failure. */
const RUNS = '1500'
const SEED = '20261121'
const PARALLEL_COPIES = 2

const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)

type Verdict = 'caught' | 'missed' | 'broken'

/**
 * Puts each bug into a copy of the product and runs its tests; returns whether all were caught.
 * `asked` selects bugs by a part of their title.
 */
export async function catchBugs(asked = ''): Promise<boolean> {
  const chosen = bugs.filter((bug) => formatTitle(bug).includes(asked))
  if (chosen.length === 0) throw new Error(`No bug speaks of ${asked}`)
  const places = chosen.map((bug) => ({ ...locateBug(bug), bug }))
  const copies = Array.from({ length: PARALLEL_COPIES }, copyProduct)
  const [first = ''] = copies
  const tests = [...new Set(chosen.flatMap((bug) => bug.tests))]
  const missed: string[] = []
  try {
    const { verdict, failed } = await runTests(first, tests, {})
    if (verdict !== 'missed') throw new Error(`Tests fail without a bug: ${failed.join('; ')}`)
    const left = places.values()
    await Promise.all(
      copies.map(async (copy) => {
        for (const { bug, file, text } of left) {
          const verdict = await tryBug(copy, { file, text, tests: bug.tests })
          process.stdout.write(`${verdict}: ${formatTitle(bug)}\n`)
          if (verdict !== 'caught') missed.push(formatTitle(bug))
        }
      }),
    )
  } finally {
    for (const copy of copies) fs.rmSync(copy, { recursive: true })
  }
  process.stdout.write(`\n${chosen.length - missed.length} of ${chosen.length} bugs caught\n`)
  for (const one of missed) process.stdout.write(`Not caught: ${one}\n`)
  return missed.length === 0
}

const formatTitle = ({ what, file }: Bug) => `${what} (${file})`

function copyProduct(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'deliberate-bugs-'))
  const files = ['package.json', 'tsconfig.json', 'vite.config.ts']
  for (const name of ['client', 'server', 'shared', 'sw', 'tests', ...files])
    fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  for (const name of ['node_modules', 'dist'])
    if (fs.existsSync(path.join(root, name)))
      fs.symlinkSync(fs.realpathSync(path.join(root, name)), path.join(copy, name))
  return copy
}

async function tryBug(
  copy: string,
  { file, text, tests }: { file: string; text: string; tests: string[] },
): Promise<Verdict> {
  const target = path.join(copy, file)
  const before = fs.readFileSync(target)
  fs.writeFileSync(target, text)
  try {
    return (await runTests(copy, tests, { PROPERTY_RUNS: RUNS })).verdict
  } finally {
    fs.writeFileSync(target, before)
  }
}

interface Outcome {
  verdict: Verdict
  failed: string[]
}

/** Runs tests on a copy, those of PostgreSQL last, until one fails. */
async function runTests(
  copy: string,
  tests: string[],
  env: Record<string, string>,
): Promise<Outcome> {
  const isOnPostgres = (test: string) => test.startsWith('tests/postgres/')
  let outcome: Outcome = { verdict: 'missed', failed: [] }
  for (const [projects, chosen] of [
    [['unit', 'components', 'guests'], tests.filter((test) => !isOnPostgres(test))],
    [['postgres'], tests.filter(isOnPostgres)],
  ] as const)
    if (chosen.length > 0 && outcome.verdict === 'missed')
      outcome = await runProjects(copy, { projects, tests: chosen, env })
  return outcome
}

interface ProjectRun {
  projects: readonly string[]
  tests: readonly string[]
  env: Record<string, string>
}

/**
 * Runs tests on a copy and names those that fail. A crash without a failed test is `broken`: it
 * proves nothing.
 */
async function runProjects(copy: string, { projects, tests, env }: ProjectRun): Promise<Outcome> {
  const report = path.join(copy, 'report.json')
  fs.rmSync(report, { force: true })
  const inProjects = projects.map((name) => `--project=${name}`)
  const args = ['run', ...tests, '--config=tests/vitest.config.ts', ...inProjects, '--bail=1']
  const child = spawn(
    process.execPath,
    [vitest, ...args, '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`],
    {
      cwd: copy,
      stdio: 'ignore',
      env: { ...getTempDirEnv(), ...process.env, PROPERTY_SEED: SEED, ...env },
    },
  )
  await once(child, 'exit')
  if (!fs.existsSync(report)) return { verdict: 'broken', failed: ['Vitest wrote no report'] }
  const { success, testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName)
  if (success) return { verdict: 'missed', failed }
  return failed.length > 0
    ? { verdict: 'caught', failed }
    : { verdict: 'broken', failed: testResults.map(({ message }) => message).filter(Boolean) }
}

/** The fields of Vitest's `json` report that are used here. */
interface Report {
  success: boolean
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[]
}
