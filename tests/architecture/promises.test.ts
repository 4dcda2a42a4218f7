import { describe, expect, test } from 'vitest'
import { projectSources, readSource } from './project.ts'
import { promiseFaults } from './promises.ts'

test('no promise of the server is left without anybody to hear of its failure', () => {
  expect(projectSources().flatMap(promiseFaults)).toEqual([])
})

const faultsOf = (text: string, path = 'server/booking/a.ts') =>
  promiseFaults(readSource(path, text))

describe('the rule catches', () => {
  test.each([
    ['an async timer', 'setTimeout(async () => { await a() }, 1)'],
    ['an async listener', "process.on('SIGTERM', async () => { await a() })"],
    ['an async step of a loop', 'list.forEach(async (one) => { await a(one) })'],
    ['a promise that is thrown away', 'void a()'],
    ['one that is only followed up', 'void a().then(b)'],
  ])('%s', (_what, text) => {
    expect(faultsOf(text)).toHaveLength(1)
  })
})

describe('the rule allows', () => {
  test.each([
    ['what is caught', 'void a().catch(note)'],
    ['an answer', 'const answer = () => void res.status(304).end()'],
    ['a job, which its queue awaits', "jobs.on('mail', async () => { await a() })"],
  ])('%s', (_what, text) => {
    expect(faultsOf(text)).toEqual([])
  })

  test('what a page does', () => {
    expect(faultsOf('void a()', 'client/booking/a.ts')).toEqual([])
  })
})
