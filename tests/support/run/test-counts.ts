import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface TestCount {
  passed: number
  failed: number
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

export interface PlaywrightSuite {
  specs: {
    title: string
    file: string
    ok: boolean
    tests: { results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

export function sumCounts(counts: TestCount[]): TestCount {
  return counts.reduce(
    (total, { passed, failed }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
    }),
    { passed: 0, failed: 0 },
  )
}

/** Counts a test file that could not be loaded as one failure. */
export function countVitest(report: VitestReport | undefined, ok: boolean): TestCount {
  const unloaded = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return ensureFailureCounted(
    {
      passed: report?.numPassedTests ?? 0,
      failed: (report?.numFailedTests ?? 0) + unloaded.length,
    },
    ok,
  )
}

/** Counts a test that needed a second try as failed. */
export function countPlaywright(report: PlaywrightReport | undefined, ok: boolean): TestCount {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  const failed = unexpected + flaky + (report?.errors.length ?? 0)
  return ensureFailureCounted({ passed: expected, failed }, ok)
}

/** Counts as a failure, too: no test at all, or a runner with an error exit and no failed test. */
function ensureFailureCounted({ passed, failed }: TestCount, ok: boolean): TestCount {
  if (failed > 0 || (ok && passed > 0)) return { passed, failed }
  return { passed, failed: 1 }
}

// Lists the failed tests at the end of the output, since often only the end of a log is kept.

export function listFailedUnitTests({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('', name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [formatLine(file, message)] : []
    return failed.map(({ fullName, failureMessages }) =>
      formatLine(`${file} › ${fullName}`, failureMessages[0]),
    )
  })
}

export function listFailedBrowserTests({ suites, errors }: PlaywrightReport): string[] {
  return [
    ...suites.flatMap(listFailedSpecs),
    ...errors.map(({ message }) => formatLine('outside', message)),
  ]
}

function listFailedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ file, title, tests }) =>
      formatLine(`${file} › ${title}`, tests[0]?.results.at(-1)?.error?.message),
    ),
    ...suites.flatMap(listFailedSpecs),
  ]
}

function formatLine(title: string, message = ''): string {
  const [reason = ''] = stripVTControlCharacters(message).split('\n')
  return `${title}: ${reason}`
}
