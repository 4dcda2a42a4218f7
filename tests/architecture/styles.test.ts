import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, projectSources, type SourceFile } from './project.ts'

const client = projectSources().filter((source) => source.path.startsWith('client/'))
const words = new Set(
  client.concat(sharedSources()).flatMap(({ text }) => text.match(/\w+/g) ?? []),
)

test('each class of a style sheet is used by a component that imports the sheet', () => {
  expect(sheets().flatMap((sheet) => unusedClasses(sheet, client, words))).toEqual([])
})

test('a class that a merge has renamed is caught, also where the component picks it by a word', () => {
  const sheet = { path: 'client/site/bars.module.css', text: '.solid {} .bars .barsSolid {}' }
  const user = {
    imports: [{ target: sheet.path, names: ['default'] }],
    text: "import styles from './bars.module.css'\nstyles[ink]",
  } as SourceFile
  expect(unusedClasses(sheet, [user], new Set(['solid']))).toEqual([
    'client/site/bars.module.css: .bars',
    'client/site/bars.module.css: .barsSolid',
  ])
})

test('each class that a component names is in its sheet', () => {
  expect(client.flatMap(missingClasses)).toEqual([])
})

test('a class that no sheet has is caught, and a path or another object’s field is none', () => {
  const user = {
    path: 'client/ui/button.tsx',
    imports: [{ target: 'client/ui/button.module.css', names: ['default'] }],
    text: "import button from './button.module.css'\nbutton.button, button.gone, a.button.x",
  } as SourceFile
  expect(missingClasses(user)).toEqual(['client/ui/button.tsx: button.gone'])
})

/** Limit in percent of all rules: those of two or more declarations that another sheet repeats. */
const MOST_REPEATED = 5

test('hardly a rule of styles stands in two sheets', () => {
  const rules = sheets().flatMap(({ path, text }) => rulesOf(text).map((rule) => ({ path, rule })))
  const places = new Map<string, Set<string>>()
  for (const { path, rule } of rules) places.set(rule, (places.get(rule) ?? new Set()).add(path))
  const repeated = rules.filter(
    ({ rule }) => rule.includes(';') && (places.get(rule)?.size ?? 0) > 1,
  )
  expect((100 * repeated.length) / rules.length).toBeLessThan(MOST_REPEATED)
})

test('rules are the same where their declarations are, in whatever order', () => {
  const [one, other, wide] = rulesOf(
    '.a { color: red; top: 0 } .b { top: 0; color: red } @media print { .c { top: 0; color: red } }',
  )
  expect(one).toBe(other)
  expect(wide).not.toBe(one)
})

interface Sheet {
  path: string
  text: string
}

function sheets(): Sheet[] {
  return projectFiles()
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => ({ path: file, text: fs.readFileSync(path.resolve(file), 'utf8') }))
}

function sharedSources(): SourceFile[] {
  return projectSources().filter((source) => source.path.startsWith('shared/'))
}

/**
 * The classes of a sheet that nothing uses. A class is used as `styles.bar`, by `composes` in a
 * sheet or, if a component looks classes up by value (`styles[ink]`), by that value in the code.
 */
function unusedClasses(sheet: Sheet, sources: SourceFile[], values: Set<string>): string[] {
  const users = sources.filter(({ imports }) => imports.some(({ target }) => target === sheet.path))
  const text = users.map((user) => user.text).join('\n')
  const picks = /\w\[\w/.test(text)
  const composed = sheets()
    .flatMap((other) => [...other.text.matchAll(/composes: ([^;]+);/g)])
    .flatMap(([, names = '']) => names.split(/\s+/))
  return classesOf(sheet.text)
    .filter((name) => !new RegExp(`\\.${name}\\b`).test(text))
    .filter((name) => !(picks && values.has(name)) && !composed.includes(name))
    .map((name) => `${sheet.path}: .${name}`)
}

function classesOf(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '')
  return [
    ...new Set(
      [...rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name),
    ),
  ]
}

/** Each `sheet.class` in a component whose sheet has no such class. */
function missingClasses({ path: file, text, imports }: SourceFile): string[] {
  return imports
    .filter(({ target }) => target.endsWith('.module.css'))
    .flatMap(({ target }) => {
      const sheet = fs.readFileSync(path.resolve(target), 'utf8')
      const known = new Set(classesOf(sheet))
      const name = new RegExp(`import (\\w+) from '[^']*${path.basename(target)}'`).exec(text)?.[1]
      const named = text.matchAll(new RegExp(`(?<![\\w./'"-])${name}\\.(\\w+)`, 'g'))
      return [...named].flatMap(([use, one = '']) => (known.has(one) ? [] : [`${file}: ${use}`]))
    })
}

/** Each rule as its media query and its declarations, sorted. */
function rulesOf(css: string, media = ''): string[] {
  const rules: string[] = []
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, head = '', body = ''] of plain.matchAll(/([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g)) {
    const condition = head.trim()
    if (condition.startsWith('@media')) rules.push(...rulesOf(body, condition))
    else if (!condition.startsWith('@')) {
      const declarations = body.split(';').map((one) => one.trim().replace(/\s+/g, ' '))
      rules.push(`${media} ${declarations.filter(Boolean).sort().join(';')}`)
    }
  }
  return rules
}
