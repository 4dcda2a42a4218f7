import { expect, test } from 'vitest'
import { projectSources } from './project.ts'

const KIT = 'client/desk/kit/'
const client = projectSources().filter(({ path }) => path.startsWith('client/'))
const isPage = ({ path }: { path: string }) => path.startsWith(`${KIT}kit-page`)
const shown = client.filter(isPage).flatMap(({ imports }) => imports)

test('every file of the kit’s components is on the page that shows them', () => {
  const parts = client.filter((file) => /^client\/desk\/kit\/.+\.tsx$/.test(file.path))
  const missing = parts.filter(
    (part) => !isPage(part) && !shown.some(({ target }) => target === part.path),
  )
  expect(missing.map(({ path }) => path)).toEqual([])
})

test('no component is there for that page alone, which would hide from knip that it is unused', () => {
  const used = new Set(
    client
      .filter((file) => !isPage(file))
      .flatMap(({ imports }) => imports)
      .flatMap(({ target, names }) => names.map((name) => `${target} ${name}`)),
  )
  const alone = shown
    .filter(({ target }) => target.startsWith(KIT) && !isPage({ path: target }))
    .flatMap(({ target, names }) =>
      (names[0] === '*' ? exportsOf(target) : names).map((name) => `${target} ${name}`),
    )
    .filter((one) => !used.has(one))
  expect(alone).toEqual([])
})

function exportsOf(path: string): string[] {
  const text = client.find((file) => file.path === path)?.text ?? ''
  return [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
}
