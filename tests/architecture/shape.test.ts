import { describe, expect, test } from 'vitest'
import { parseSource, readProjectSources } from './project.ts'
import { countLines, findFunctionFaults, findTextFaults, isExempt } from './shape.ts'

const MAX_FILE_LINES = 400

const sources = readProjectSources()
const measured = sources
  .filter(({ path }) => !isExempt(path))
  .map(({ path, text }) => ({ path, lines: countLines(text) }))

test('No file is over 400 lines', () => {
  expect(measured.filter(({ lines }) => lines > MAX_FILE_LINES)).toEqual([])
})

test('No function exceeds the limits for length, markup, parameters and nesting', () => {
  expect(sources.flatMap(findFunctionFaults)).toEqual([])
})

test('No source has a to-do note, an unexplained suppression or a wholesale re-export', () => {
  expect(sources.flatMap(findTextFaults)).toEqual([])
})

describe('Code that breaks the shape rules', () => {
  const body = (lines: number, text = 'call()') => `${`${text}\n`.repeat(lines)}`

  test.each([
    ['a long function', `function long() {\n${body(59)}}`],
    ['a long arrow', `const long = () => {\n${body(59)}}`],
    ['a long method', `class A {\nlong() {\n${body(59)}}\n}`],
    ['a fourth parameter', 'function many(a: 1, b: 1, c: 1, d: 1) {}'],
    ['long markup', `function Page() { return <>\n${body(119, '<p />')}</> }`],
    ['deep nesting', 'function deep() { if (a) { if (b) { for (;;) { while (c) { x() } } } } }'],
  ])('is reported for a function: %s', (_what, text) => {
    expect(findFunctionFaults(parseSource('client/booking/a.tsx', text))).toHaveLength(1)
  })

  test.each([
    ['a note for later', `// ${'TO'}${'DO'}: mend`],
    ['a silenced compiler', `// @ts-${'ignore'}`],
    ['an expected error without a reason', `// @ts-${'expect-error'}`],
    ['a silenced rule without a reason', `// biome-${'ignore'} lint/style/x: y`],
    ['a module passed on', "export * from './b.ts'"],
  ])('is reported for its text: %s', (_what, text) => {
    expect(findTextFaults(parseSource('server/booking/a.ts', text))).toHaveLength(1)
  })

  test('is reported: an index file', () => {
    expect(findTextFaults(parseSource('server/booking/index.ts', ''))).toHaveLength(1)
  })
})

describe('Code that follows the shape rules', () => {
  const markup = (lines: number) => `${'<p />\n'.repeat(lines)}`

  test.each([
    ['a function of 60 lines', 'a.ts', `function fits() {\n${'call()\n'.repeat(58)}}`],
    ['markup of 120 lines', 'a.tsx', `function Page() { return <>\n${markup(118)}</> }`],
    ['a long migration', 'migrations/0001-a.ts', `const a = () => {\n${'call()\n'.repeat(80)}}`],
  ])('is accepted: %s', (_what, name, text) => {
    expect(findFunctionFaults(parseSource(`server/booking/${name}`, text))).toEqual([])
  })
})
