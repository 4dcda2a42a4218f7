import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { PlaywrightReport, PlaywrightSuite, VitestReport } from './test-counts.ts'

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
