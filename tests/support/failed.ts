import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { PlaywrightReport, PlaywrightSuite, VitestReport } from './count.ts'

// Lists the failed tests at the end of the output, since often only the end of a log is kept.

export function failedUnits({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('', name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [line(file, message)] : []
    return failed.map(({ fullName, failureMessages }) =>
      line(`${file} › ${fullName}`, failureMessages[0]),
    )
  })
}

export function failedPages({ suites, errors }: PlaywrightReport): string[] {
  return [...suites.flatMap(failedIn), ...errors.map(({ message }) => line('outside', message))]
}

function failedIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ file, title, tests }) =>
      line(`${file} › ${title}`, tests[0]?.results.at(-1)?.error?.message),
    ),
    ...suites.flatMap(failedIn),
  ]
}

function line(title: string, message = ''): string {
  const [reason = ''] = stripVTControlCharacters(message).split('\n')
  return `${title}: ${reason}`
}
