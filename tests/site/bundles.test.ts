import { expect, it } from 'vitest'
import { movesBetween, readBundles } from './bundles.ts'

it('a build puts each module into the bundle where it was; `npm run bundles` accepts what moved', () => {
  const { meant, made } = readBundles()
  expect(movesBetween(meant, made)).toEqual([])
  const unlisted = [...made.keys()].filter((module) => !meant.has(module))
  expect(unlisted.length, `not in the list: ${unlisted.join(', ')}`).toBeLessThan(made.size / 10)
})

it('a module that moved is named with both bundles, and one that is new or gone has not moved', () => {
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
  expect(movesBetween(before, after)).toEqual(['client/b.ts: from desk to site'])
})
