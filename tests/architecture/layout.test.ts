import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { layoutFaults } from './layout.ts'
import { projectFiles, textOf, topLevelNames } from './project.ts'
import { topLevel } from './words.ts'

const MOST_MODULES = 15

/** A string literal that is a path of the project. */
const SOURCE_PATH = /'((?:client|server|shared|sw|tests)\/[\w./-]+\.(?:tsx?|css|html))'/g

/** A project file or folder that a document names in backticks, without placeholders. */
const NAMED_PATH = /`((?:client|server|shared|sw|tests|docs)\/[\w./-]*\w\/?)`/g

test('the top level holds the agreed names and no more', () => {
  expect(topLevelNames().filter((name) => !topLevel.includes(name))).toEqual([])
})

test('every file and folder speaks the product’s words', () => {
  expect(projectFiles().flatMap(layoutFaults)).toEqual([])
})

test('a folder of the product holds at most 15 modules; one that outgrows them has parts', () => {
  const counts = new Map<string, number>()
  for (const file of projectFiles()) {
    if (file.startsWith('tests/') || !/\.tsx?$/.test(file)) continue
    const folder = path.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count > MOST_MODULES)).toEqual([])
})

test('every source file that a benchmark or a deliberate bug names is there', () => {
  const files = projectFiles()
  const known = new Set(files)
  const named = files
    .filter((file) => /^tests\/(bench|deliberate-bugs)\//.test(file))
    .flatMap((file) => [...textOf(file).matchAll(SOURCE_PATH)].map(([, path = '']) => path))
  expect(named).not.toEqual([])
  expect(named.filter((path) => !known.has(path))).toEqual([])
})

test('every path that the documents name is there', () => {
  const files = projectFiles()
  const isThere = (path: string) =>
    files.includes(path) || files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`))
  const documents = [
    'README.md',
    ...fs.readdirSync('docs').flatMap((name) => (/\.md$/.test(name) ? `docs/${name}` : [])),
  ]
  const named = documents.flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(NAMED_PATH)].map(([, path = '']) => path),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

describe('the rule catches', () => {
  test.each([
    ['a folder that is no word', 'server/helpers/date.ts'],
    ['a layer of another program', 'server/ui/button.ts'],
    ['a capital', 'client/booking/BookingPage.tsx'],
    ['an underscore', 'client/booking/booking_page.tsx'],
    ['depth', 'client/booking/a/b/c/d.ts'],
  ])('%s', (_what, path) => {
    expect(layoutFaults(path)).toHaveLength(1)
  })
})

test('a page with its styles, a migration and a font are within the grammar', () => {
  const paths = [
    'client/booking/booking-page.module.css',
    'server/db/migrations/0001-initial.ts',
    'client/public/fonts/hanken.woff2',
    'tests/booking/slots.test.ts',
  ]
  expect(paths.flatMap(layoutFaults)).toEqual([])
})
