import { expect, it } from 'vitest'
import { findMovedModules, readBundles } from './bundles.ts'

it('A build puts each module into its recorded bundle; `npm run bundles` accepts moved modules', () => {
  const { meant, made: built } = readBundles()
  expect(findMovedModules(meant, built)).toEqual([])
  const unlisted = [...built.keys()].filter((module) => !meant.has(module))
  expect(unlisted.length, `not in the list: ${unlisted.join(', ')}`).toBeLessThan(built.size / 10)
})

it('A moved module is reported with both bundles, and a new or deleted one does not count as moved', () => {
  const before = new Map([
    ['client/a.ts', 'site'],
    ['client/b.ts', 'desk'],
    ['client/gone.ts', 'desk'],
  ])
  const after = new Map([
    ['client/a.ts', 'site'],
    ['client/b.ts', 'site'],
    ['client/new.ts', 'apart'],
  ])
  expect(findMovedModules(before, after)).toEqual(['client/b.ts: from desk to site'])
})
