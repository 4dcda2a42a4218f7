import fs from 'node:fs'
import { expect, test } from 'vitest'
import { programs } from './folder-names.ts'
import { readProjectSources } from './project.ts'

/** A script whose output is committed; only developers, who have all packages, run it. */
const EXEMPT_SCRIPT = 'server/site/build/make-fonts.ts'

test('Every package needed to build and run the site is a production dependency', () => {
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'))
  const needed = readProjectSources()
    .filter(({ path }) => !path.startsWith('tests/') && path !== EXEMPT_SCRIPT)
    .flatMap(({ path, imports }) =>
      imports.map(({ target }) => ({ path, name: getPackageName(target) })),
    )
  expect(needed.filter(({ name }) => name && !(name in dependencies))).toEqual([])
})

/** `better-auth` for `better-auth/node`; undefined for our own, Node's and generated modules. */
function getPackageName(target: string): string | undefined {
  const [first = '', second] = target.split('/')
  if (programs.includes(first) || !/^@?[a-z][\w.-]*$/.test(first)) return undefined
  return first.startsWith('@') ? `${first}/${second}` : first
}
