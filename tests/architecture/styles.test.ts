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

/**
 * Limit in percent of all rules: those of three or more declarations that another sheet repeats. Two
 * that agree are a colour with a text style, or a step beside another: the words of the scale.
 */
const MAX_REPEATED_PERCENT = 2

test('Fewer than 2% of the style rules are repeated in another stylesheet', () => {
  const rules = readSheets().flatMap(({ path, text }) =>
    listRules(text).map((rule) => ({ path, rule })),
  )
  const places = new Map<string, Set<string>>()
  for (const { path, rule } of rules) places.set(rule, (places.get(rule) ?? new Set()).add(path))
  const repeated = rules.filter(
    ({ rule }) => rule.split(';').length > 2 && (places.get(rule)?.size ?? 0) > 1,
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

/** Distances that belong to a picture, to what is drawn or to the screen’s edge, by sheet. */
const drawnDistances: Record<string, string[]> = {
  // Text that keeps clear of the sky or the water of the picture behind it, or hangs beside one.
  'client/site/sections.module.css': [
    'clamp(7rem, 13vw, 13rem)',
    'clamp(0rem, 12vw, 12rem)',
    '17rem 14rem',
    '13rem 15rem',
    '14vw 0',
    '12.5rem 12rem',
    '9rem 10rem',
  ],
  'client/site/home-page.module.css': ['clamp(0rem, 8vw, 7.5rem)', 'clamp(5.5rem, 11vw, 11rem)'],
  // The walls of the floor plan.
  'client/site/services/mastery-page.module.css': ['6px', '5px', '4px'],
  // The columns of the page end where those of the header end.
  'client/site/services/services-page.module.css': ['0rem'],
  // Rows of the calendar, and the bar at the foot of a phone.
  'client/desk/clients/calendar/month-view.module.css': ['1.5rem'],
  // The column of a narrow page, of which the bar is as wide as the window.
  'client/desk/schedule/schedule-page.module.css': [
    'calc(clamp(var(--space-5), 3.6vw, var(--space-11)) + max(0px, 50vw - 40rem))',
  ],
  'client/desk/clients/crm-layout.module.css': ['calc(3.75rem + env(safe-area-inset-bottom))'],
}

test('Every margin, padding and gap on a screen is a step of space, or grows between two steps', () => {
  const sheets = readScreenSheets()
  expect(sheets.flatMap((sheet) => findOtherDistances(sheet, drawnDistances[sheet.path]))).toEqual(
    [],
  )
  expect(
    Object.entries(drawnDistances).flatMap(([path, values]) => {
      const text = sheets.find((sheet) => sheet.path === path)?.text ?? ''
      return values.filter((value) => !text.includes(`: ${value};`))
    }),
  ).toEqual([])
})

test('A distance in figures is found, also in the property that a margin uses; hairlines, ems and print are not', () => {
  const text = `
    .a { --inset: 1.6rem; margin: -2px 0 var(--space-4); padding: 0 0.14em }
    .b { padding: var(--inset); gap: 0.7rem clamp(var(--space-5), 3vw, var(--space-9)) }
    .c { width: 3rem; margin-inline: max(var(--gutter), calc(50vw - var(--maxw) / 2)) }
    @media print { .c { margin: 4mm } }`
  expect(findOtherDistances({ path: 'a.css', text })).toEqual([
    'a.css: --inset: 1.6rem',
    'a.css: gap: 0.7rem clamp(var(--space-5), 3vw, var(--space-9))',
  ])
})

/** The letters of drawings and the name as a mark; print has sizes of its own, in points. */
const drawnLetters: Record<string, string> = {
  'client/site/layout/site-layout.module.css': '300 100px / 1 var(--serif)',
  'client/site/sections.module.css': '300 2.6em / 1 var(--serif)',
  'client/ui/wordmark.module.css': '300 min(1.375rem, 13vw) / 1 var(--serif)',
}

test('Every `font` on a screen is one of the nine text styles, perhaps in italics or another weight', () => {
  const others = readScreenSheets().flatMap(({ path, text }) =>
    listDeclarations(text)
      .filter(({ name, value }) => name === 'font' && !isTextStyle(value))
      .filter(({ value }) => value !== drawnLetters[path] && !/\dpt\b/.test(value))
      .map(({ value }) => `${path}: ${value}`),
  )
  expect(others).toEqual([])
})

function isTextStyle(value: string): boolean {
  return (
    value === 'inherit' ||
    /^(italic )?(\d00 )?var\(--text-(h1|h2|title|h3|h4|body|name|ui|small)\)$/.test(value)
  )
}

interface Sheet {
  path: string
  text: string
}

function readSheets(): Sheet[] {
  return listProjectFiles()
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => ({ path: file, text: fs.readFileSync(path.resolve(file), 'utf8') }))
}

/** All but the tokens and the sheet of pages that the server writes itself, which has no tokens. */
function readScreenSheets(): Sheet[] {
  return listProjectFiles()
    .filter((file) => file.startsWith('client/') && file.endsWith('.css'))
    .filter((file) => !/\/(tokens|faces|plain)\.css$/.test(file))
    .map((file) => ({ path: file, text: fs.readFileSync(path.resolve(file), 'utf8') }))
}

function listDeclarations(css: string): { name: string; value: string }[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^{};]+)/g)].map(
    ([, name = '', value = '']) => ({ name, value: value.trim().replace(/\s+/g, ' ') }),
  )
}

/** Declarations of distances outside the scale: also of properties that distances are made from. */
function findOtherDistances({ path, text }: Sheet, drawn: string[] = []): string[] {
  const declarations = listDeclarations(text)
  const isDistance = (name: string) => /^(margin|padding|gap|row-gap|column-gap)/.test(name)
  const parts = declarations
    .filter(({ name }) => isDistance(name))
    .flatMap(({ value }) => value.match(/--[\w-]+/g) ?? [])
  return declarations
    .filter(({ name }) => isDistance(name) || parts.includes(name))
    .filter(({ value }) => !drawn.includes(value) && hasOtherLength(value))
    .map(({ name, value }) => `${path}: ${name}: ${value}`)
}

/** 1 and 2 px are hairlines and nudges; lengths in em belong to a line of text, in mm to paper. */
function hasOtherLength(value: string): boolean {
  const rest = value
    .replace(/clamp\((0rem|var\([^)]*\)), [\d.]+(vw|vh), var\([^)]*\)\)/g, '')
    .replace(/calc\(50vw - [^)]*\)/g, '')
    .replace(/(?<![\d.])[12]px/g, '')
  return /\d(rem|px|pt|ch|vw|vh)\b/.test(rest)
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
