import { expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  listFailedBrowserTests,
  listFailedUnitTests,
  type PlaywrightReport,
  sumCounts,
} from './test-counts.ts'

const passed = { fullName: 'rises', status: 'passed', failureMessages: [] }
const loaded = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [passed] }
const unloaded = { name: 'b.test.ts', status: 'failed', message: 'no\nsuch', assertionResults: [] }

test('The counts of all test runners are added up', () => {
  expect(
    sumCounts([
      { passed: 2, failed: 0 },
      { passed: 3, failed: 1 },
    ]),
  ).toEqual({ passed: 5, failed: 1 })
})

test('A test file that cannot be loaded is a failure', () => {
  const report = { numPassedTests: 4, numFailedTests: 0, testResults: [loaded, unloaded] }
  expect(countVitest(report, false)).toEqual({ passed: 4, failed: 1 })
})

test('A runner without tests, without a report or with a failed exit counts as a failure', () => {
  const empty = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  expect(countVitest(empty, true).failed).toBe(1)
  expect(countVitest(undefined, true).failed).toBe(1)
  expect(countVitest({ ...empty, numPassedTests: 7 }, false)).toEqual({ passed: 7, failed: 1 })
})

test('A browser test that passes only on a retry counts as failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1 }, suites: [], errors: [] }
  expect(countPlaywright(report, true)).toEqual({ passed: 5, failed: 2 })
})

test('Errors outside of any browser test are failures', () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0 }
  const report = { stats, suites: [], errors: [{ message: 'boom' }] }
  expect(countPlaywright(report, false)).toEqual({ passed: 5, failed: 1 })
})

test('An all-passed report of a successful run counts no failure', () => {
  expect(
    countVitest({ numPassedTests: 3, numFailedTests: 0, testResults: [loaded] }, true),
  ).toEqual({ passed: 3, failed: 0 })
})

test('Each failure is listed with the first line of its reason', () => {
  const failing = { fullName: 'sets', status: 'failed', failureMessages: ['too\nlate'] }
  const mixed = { ...loaded, status: 'failed', assertionResults: [passed, failing] }
  const report = { numPassedTests: 2, numFailedTests: 1, testResults: [loaded, mixed, unloaded] }
  expect(listFailedUnitTests(report)).toEqual(['a.test.ts › sets: too', 'b.test.ts: no'])

  const spec = (title: string, ok: boolean) => ({
    title,
    file: 'c.spec.ts',
    ok,
    tests: [{ results: [{}, { error: { message: 'gone\nastray' } }] }],
  })
  const pages: PlaywrightReport = {
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    suites: [{ specs: [spec('opens', true)], suites: [{ specs: [spec('shuts', false)] }] }],
    errors: [{ message: 'no browser' }],
  }
  expect(listFailedBrowserTests(pages)).toEqual(['c.spec.ts › shuts: gone', 'outside: no browser'])
})
