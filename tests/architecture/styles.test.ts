import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listProjectFiles, readProjectSources, type SourceFile } from './project.ts'

const client = readProjectSources().filter((source) => /^(client|tests\/kit)\//.test(source.path))
const words = new Set(
  client.concat(listSharedSources()).flatMap(({ text }) => text.match(/\w+/g) ?? []),
)

test('Each class of a stylesheet is used by a component that imports that stylesheet', () => {
  expect(readSheets().flatMap((sheet) => findUnusedClasses(sheet, client, words))).toEqual([])
})

test('A class renamed by a merge is reported as unused, even if the component looks up classes by value', () => {
  const sheet = { path: 'client/site/bars.module.css', text: '.solid {} .bars .barsSolid {}' }
  const user = {
    imports: [{ target: sheet.path, names: ['default'] }],
    text: "import styles from './bars.module.css'\nstyles[ink]",
  } as SourceFile
  expect(findUnusedClasses(sheet, [user], new Set(['solid']))).toEqual([
    'client/site/bars.module.css: .bars',
    'client/site/bars.module.css: .barsSolid',
  ])
})

test('Each class that a component names exists in its stylesheet', () => {
  expect(client.flatMap(findMissingClasses)).toEqual([])
})

test('A class missing from the stylesheet is reported, but a path or another object’s field is not', () => {
  const user = {
    path: 'client/ui/button.tsx',
    imports: [{ target: 'client/ui/button.module.css', names: ['default'] }],
    text: "import button from './button.module.css'\nbutton.button, button.gone, a.button.x",
  } as SourceFile
  expect(findMissingClasses(user)).toEqual(['client/ui/button.tsx: button.gone'])
})

/** Limit in percent of all rules: those of two or more declarations that another sheet repeats. */
const MAX_REPEATED_PERCENT = 5

test('Fewer than 5% of the style rules are repeated in another stylesheet', () => {
  const rules = readSheets().flatMap(({ path, text }) =>
    listRules(text).map((rule) => ({ path, rule })),
  )
  const places = new Map<string, Set<string>>()
  for (const { path, rule } of rules) places.set(rule, (places.get(rule) ?? new Set()).add(path))
  const repeated = rules.filter(
    ({ rule }) => rule.includes(';') && (places.get(rule)?.size ?? 0) > 1,
  )
  expect((100 * repeated.length) / rules.length).toBeLessThan(MAX_REPEATED_PERCENT)
})

test('Two style rules are equal if they have the same declarations, in any order', () => {
  const [one, other, wide] = listRules(
    '.a { color: red; top: 0 } .b { top: 0; color: red } @media print { .c { top: 0; color: red } }',
  )
  expect(one).toBe(other)
  expect(wide).not.toBe(one)
})

interface Sheet {
  path: string
  text: string
}

function readSheets(): Sheet[] {
  return listProjectFiles()
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => ({ path: file, text: fs.readFileSync(path.resolve(file), 'utf8') }))
}

function listSharedSources(): SourceFile[] {
  return readProjectSources().filter((source) => source.path.startsWith('shared/'))
}

/**
 * The classes of a sheet that nothing uses. A class is used as `styles.bar`, by `composes` in a
 * sheet or, if a component looks classes up by value (`styles[ink]`), by that value in the code.
 */
function findUnusedClasses(sheet: Sheet, sources: SourceFile[], values: Set<string>): string[] {
  const users = sources.filter(({ imports }) => imports.some(({ target }) => target === sheet.path))
  const text = users.map((user) => user.text).join('\n')
  const picks = /\w\[\w/.test(text)
  const composed = readSheets()
    .flatMap((other) => [...other.text.matchAll(/composes: ([^;]+);/g)])
    .flatMap(([, names = '']) => names.split(/\s+/))
  return listClasses(sheet.text)
    .filter((name) => !new RegExp(`\\.${name}\\b`).test(text))
    .filter((name) => !(picks && values.has(name)) && !composed.includes(name))
    .map((name) => `${sheet.path}: .${name}`)
}

function listClasses(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '')
  return [
    ...new Set(
      [...rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name),
    ),
  ]
}

/** Each `sheet.class` in a component whose sheet has no such class. */
function findMissingClasses({ path: file, text, imports }: SourceFile): string[] {
  return imports
    .filter(({ target }) => target.endsWith('.module.css'))
    .flatMap(({ target }) => {
      const sheet = fs.readFileSync(path.resolve(target), 'utf8')
      const known = new Set(listClasses(sheet))
      const name = new RegExp(`import (\\w+) from '[^']*${path.basename(target)}'`).exec(text)?.[1]
      const named = text.matchAll(new RegExp(`(?<![\\w./'"-])${name}\\.(\\w+)`, 'g'))
      return [...named].flatMap(([use, one = '']) => (known.has(one) ? [] : [`${file}: ${use}`]))
    })
}

/** Each rule as its media query and its declarations, sorted. */
function listRules(css: string, media = ''): string[] {
  const rules: string[] = []
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, head = '', body = ''] of plain.matchAll(/([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g)) {
    const condition = head.trim()
    if (condition.startsWith('@media')) rules.push(...listRules(body, condition))
    else if (!condition.startsWith('@')) {
      const declarations = body.split(';').map((one) => one.trim().replace(/\s+/g, ' '))
      rules.push(`${media} ${declarations.filter(Boolean).sort().join(';')}`)
    }
  }
  return rules
}
