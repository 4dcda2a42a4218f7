import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { topLevelFiles } from './folder-names.ts'
import { findLayoutFaults } from './layout.ts'
import { listProjectFiles, listTopLevelNames, readText } from './project.ts'

const MAX_MODULES = 15

/** A string literal that is a path of the project. */
const SOURCE_PATH = /'((?:client|server|shared|sw|tests)\/[\w./-]+\.(?:tsx?|css|html))'/g

/** A project file or folder that a document names in backticks, without placeholders. */
const NAMED_PATH = /`((?:client|server|shared|sw|tests|docs)\/[\w./-]*\w\/?)`/g

test('The top level contains only the agreed names', () => {
  expect(listTopLevelNames().filter((name) => !topLevelFiles.includes(name))).toEqual([])
})

test('Every file and folder name follows the project’s vocabulary and naming rules', () => {
  expect(listProjectFiles().flatMap(findLayoutFaults)).toEqual([])
})

test('A product folder contains at most 15 modules, and a larger one is split into parts', () => {
  const counts = new Map<string, number>()
  for (const file of listProjectFiles()) {
    if (file.startsWith('tests/') || !/\.tsx?$/.test(file)) continue
    const folder = path.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count > MAX_MODULES)).toEqual([])
})

test('Every source file that a benchmark or a deliberate bug names exists', () => {
  const files = listProjectFiles()
  const known = new Set(files)
  const named = files
    .filter((file) => /^tests\/(bench|deliberate-bugs)\//.test(file))
    .flatMap((file) => [...readText(file).matchAll(SOURCE_PATH)].map(([, path = '']) => path))
  expect(named).not.toEqual([])
  expect(named.filter((path) => !known.has(path))).toEqual([])
})

test('Every path that the documentation names exists', () => {
  const files = listProjectFiles()
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

describe('A path that breaks the layout rules', () => {
  test.each([
    ['a folder that is no word', 'server/helpers/date.ts'],
    ['a layer of another program', 'server/ui/button.ts'],
    ['a capital', 'client/booking/BookingPage.tsx'],
    ['an underscore', 'client/booking/booking_page.tsx'],
    ['depth', 'client/booking/a/b/c/d.ts'],
  ])('is reported: %s', (_what, path) => {
    expect(findLayoutFaults(path)).toHaveLength(1)
  })
})

test('The layout rules accept a page’s stylesheet, a migration and a font', () => {
  const paths = [
    'client/booking/booking-page.module.css',
    'server/db/migrations/0001-initial.ts',
    'client/public/fonts/hanken.woff2',
    'tests/booking/slots.test.ts',
  ]
  expect(paths.flatMap(findLayoutFaults)).toEqual([])
})
