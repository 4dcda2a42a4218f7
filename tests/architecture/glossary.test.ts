import type { ESTree } from 'vite'
import { expect, test } from 'vitest'
import {
  listProjectFiles,
  parseSource,
  readProjectSources,
  readText,
  type SourceFile,
} from './project.ts'

const glossary = readText('docs/glossary.md')
const retired = listRetiredWords(glossary)

test('the glossary lists retired words, and none of them is one of its own', () => {
  expect(retired).toContain('lapse')
  const own = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    splitWords(cell),
  )
  expect(retired.filter((word) => own.includes(word.toLowerCase()))).toEqual([])
})

test('no file name has a retired word', () => {
  expect(listProjectFiles().flatMap((file) => retiredIn(file, retired))).toEqual([])
})

test('no export has a retired word in its name', () => {
  expect(readProjectSources().flatMap(retiredExports)).toEqual([])
})

test('a name in backticks in a comment exists in the code', () => {
  const sources = readProjectSources()
  const code = new Set(sources.flatMap(({ text, comments }) => listIdentifiers(text, comments)))
  const unknown = sources.flatMap(({ path, comments }) =>
    comments
      .flatMap((comment) => [...comment.matchAll(/`(\w+)(?:\(\))?`/g)].map(([, name = '']) => name))
      .filter((name) => /[a-z][A-Z]|^[A-Z]+_[A-Z_]+$/.test(name) && !code.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('a retired word is found inside a longer name, and not inside a longer word', () => {
  expect(retiredIn('client/booking/held-time.ts', ['held'])).toEqual([
    'client/booking/held-time.ts: held',
  ])
  expect(retiredIn('lapsedRequests', ['lapsed'])).toEqual(['lapsedRequests: lapsed'])
  expect(retiredIn('runCallOffJob', ['callOff'])).toEqual(['runCallOffJob: callOff'])
  expect(retiredIn('HELD_SLOTS', ['held'])).toEqual(['HELD_SLOTS: held'])
  expect(retiredIn('collapse', ['lapse'])).toEqual([])
})

test('the name that a list exports, or renames on export, is read too', () => {
  const text =
    'const held = 1\nconst twin = 2\nexport { held, twin as duplicate }\nexport const { lapsed } = x'
  expect(retiredExports(parseSource('client/x.ts', text))).toEqual([
    'client/x.ts held: held',
    'client/x.ts lapsed: lapsed',
  ])
})

/** All names in a file outside its comments. */
function listIdentifiers(text: string, comments: readonly string[]): string[] {
  const code = comments.reduce((rest, comment) => rest.replace(comment, ' '), text)
  return code.match(/[A-Za-z_$][\w$]*/g) ?? []
}

/** The words in the last column of the glossary's tables. */
function listRetiredWords(text: string): string[] {
  return [...text.matchAll(/^\|.*\|([^|]*)\|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word),
  )
}

/** The words of a name such as `run-job.ts` or `runJob`, or of a text, in lower case. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
}

/** A retired word of two words, such as `callOff`, is found where both follow each other. */
function retiredIn(name: string, words: string[]): string[] {
  const spaced = ` ${splitWords(name).join(' ')} `
  return words
    .filter((word) => spaced.includes(` ${splitWords(word).join(' ')} `))
    .map((word) => `${name}: ${word}`)
}

function retiredExports({ path, program }: SourceFile): string[] {
  return program.body
    .flatMap(exportedNames)
    .flatMap((name) => retiredIn(name, retired))
    .map((found) => `${path} ${found}`)
}

function exportedNames(statement: ESTree.Statement | ESTree.ModuleDeclaration): string[] {
  if (statement.type !== 'ExportNamedDeclaration') return []
  const { declaration, specifiers } = statement
  const listed = specifiers.map(({ exported }) =>
    exported.type === 'Literal' ? exported.value : exported.name,
  )
  if (!declaration) return listed
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => boundNames(id))
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}

function boundNames(pattern: ESTree.BindingPattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((property) =>
    property.type === 'Property' ? boundNames(property.value as ESTree.BindingPattern) : [],
  )
}
