import { expect, test } from 'vitest'
import { readProjectSources } from './project.ts'

const KIT = 'client/desk/kit/'
const client = readProjectSources().filter(({ path }) => path.startsWith('client/'))
const pageImports = readProjectSources()
  .filter(({ path }) => path.startsWith('tests/kit/'))
  .flatMap(({ imports }) => imports)

test('Every component file of the kit is shown on the kit page', () => {
  const parts = client.filter(({ path }) => path.startsWith(KIT) && path.endsWith('.tsx'))
  const shown = parts.filter(({ path }) => pageImports.some(({ target }) => target === path))
  // A part that loads another on demand shows that one, too.
  const loaded = shown.flatMap(({ path, text }) =>
    [...text.matchAll(/import\('\.\/([\w-]+\.tsx)'\)/g)].map(
      ([, name]) => `${path.slice(0, path.lastIndexOf('/'))}/${name}`,
    ),
  )
  const missing = parts.filter((part) => !shown.includes(part) && !loaded.includes(part.path))
  expect(missing.map(({ path }) => path)).toEqual([])
})

test('No kit component is used on the kit page only, which would hide from knip that it is unused', () => {
  const used = new Set(
    client
      .flatMap(({ imports }) => imports)
      .flatMap(({ target, names }) => names.map((name) => `${target} ${name}`)),
  )
  const alone = pageImports
    .filter(({ target }) => target.startsWith(KIT))
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
