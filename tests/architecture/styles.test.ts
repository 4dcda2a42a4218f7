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
 * A class is used by its name, `styles.bar`, by another sheet that composes it, or, where a
 * component picks one by a value, `styles[ink]`, if that value is a word of the code.
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
