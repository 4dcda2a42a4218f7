import { expect, test } from 'vitest'
import { countPlaywright, countVitest, sum } from './count.ts'

const loaded = { status: 'passed', assertionResults: [{ status: 'passed' }] }
const unloaded = { status: 'failed', assertionResults: [] }

test('counts add up over the runners', () => {
  expect(
    sum([
      { passed: 2, failed: 0 },
      { passed: 3, failed: 1 },
    ]),
  ).toEqual({ passed: 5, failed: 1 })
})

test('a test file that cannot be loaded is a failure', () => {
  const report = { numPassedTests: 4, numFailedTests: 0, testResults: [loaded, unloaded] }
  expect(countVitest(report, false)).toEqual({ passed: 4, failed: 1 })
})

test('a runner without tests, without a report or with a bad end is a failure', () => {
  const empty = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  expect(countVitest(empty, true).failed).toBe(1)
  expect(countVitest(undefined, true).failed).toBe(1)
  expect(countVitest({ ...empty, numPassedTests: 7 }, false)).toEqual({ passed: 7, failed: 1 })
})

test('a browser test that passed only when repeated has failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] }
  expect(countPlaywright(report, true)).toEqual({ passed: 5, failed: 2 })
})

test('errors outside of any browser test are failures', () => {
  const report = { stats: { expected: 5, unexpected: 0, flaky: 0 }, errors: ['boom'] }
  expect(countPlaywright(report, false)).toEqual({ passed: 5, failed: 1 })
})

test('an all-passed report of a good run fails nothing', () => {
  expect(
    countVitest({ numPassedTests: 3, numFailedTests: 0, testResults: [loaded] }, true),
  ).toEqual({ passed: 3, failed: 0 })
})
