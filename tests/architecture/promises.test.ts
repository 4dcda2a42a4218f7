import { describe, expect, test } from 'vitest'
import { parseSource, readProjectSources } from './project.ts'
import { findPromiseFaults } from './promises.ts'

test('Every promise on the server has a handler for its failure', () => {
  expect(readProjectSources().flatMap(findPromiseFaults)).toEqual([])
})

const findFaults = (text: string, path = 'server/booking/a.ts') =>
  findPromiseFaults(parseSource(path, text))

describe('Code that ignores the failure of a promise', () => {
  test.each([
    ['an async timer', 'setTimeout(async () => { await a() }, 1)'],
    ['an async listener', "process.on('SIGTERM', async () => { await a() })"],
    ['an async step of a loop', 'list.forEach(async (one) => { await a(one) })'],
    ['a promise that is thrown away', 'void a()'],
    ['one that is only followed up', 'void a().then(b)'],
  ])('is reported: %s', (_what, text) => {
    expect(findFaults(text)).toHaveLength(1)
  })
})

describe('Code that the promise rule allows', () => {
  test.each([
    ['what is caught', 'void a().catch(note)'],
    ['an answer', 'const answer = () => void res.status(304).end()'],
    ['a job, which its queue awaits', "jobs.on('mail', async () => { await a() })"],
  ])('is accepted: %s', (_what, text) => {
    expect(findFaults(text)).toEqual([])
  })

  test('is accepted: a promise without a handler in client code', () => {
    expect(findFaults('void a()', 'client/booking/a.ts')).toEqual([])
  })
})
