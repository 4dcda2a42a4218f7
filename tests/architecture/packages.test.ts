import fs from 'node:fs'
import { expect, test } from 'vitest'
import { projectSources } from './project.ts'
import { programs } from './words.ts'

/** Its output is committed; only a developer, who has all packages, runs it. */
const MADE_BEFOREHAND = 'server/site/make-fonts.ts'

test('all that builds and runs the site is there without the packages of development', () => {
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'))
  const needed = projectSources()
    .filter(({ path }) => !path.startsWith('tests/') && path !== MADE_BEFOREHAND)
    .flatMap(({ path, imports }) =>
      imports.map(({ target }) => ({ path, name: packageOf(target) })),
    )
  expect(needed.filter(({ name }) => name && !(name in dependencies))).toEqual([])
})

/** `better-auth` for `better-auth/node`; undefined for our own, Node's and generated modules. */
function packageOf(target: string): string | undefined {
  const [first = '', second] = target.split('/')
  if (programs.includes(first) || !/^@?[a-z][\w.-]*$/.test(first)) return undefined
  return first.startsWith('@') ? `${first}/${second}` : first
}
