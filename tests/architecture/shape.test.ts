import { describe, expect, test } from 'vitest'
import { projectSources, readSource } from './project.ts'
import { functionFaults, isExempt, lineCount, textFaults } from './shape.ts'

const LONGEST = 400

const sources = projectSources()
const measured = sources
  .filter(({ path }) => !isExempt(path))
  .map(({ path, text }) => ({ path, lines: lineCount(text) }))

test('no file is over 400 lines', () => {
  expect(measured.filter(({ lines }) => lines > LONGEST)).toEqual([])
})

test('functions are short, take little and nest little', () => {
  expect(sources.flatMap(functionFaults)).toEqual([])
})

test('nothing is left for later, silenced without a reason or passed on wholesale', () => {
  expect(sources.flatMap(textFaults)).toEqual([])
})

describe('the rule catches', () => {
  const body = (lines: number, text = 'call()') => `${`${text}\n`.repeat(lines)}`

  test.each([
    ['a long function', `function long() {\n${body(59)}}`],
    ['a long arrow', `const long = () => {\n${body(59)}}`],
    ['a long method', `class A {\nlong() {\n${body(59)}}\n}`],
    ['a fourth parameter', 'function many(a: 1, b: 1, c: 1, d: 1) {}'],
    ['deep nesting', 'function deep() { if (a) { if (b) { for (;;) { while (c) { x() } } } } }'],
  ])('%s', (_what, text) => {
    expect(functionFaults(readSource('server/booking/a.ts', text))).toHaveLength(1)
  })

  test.each([
    ['a note for later', `// ${'TO'}${'DO'}: mend`],
    ['a silenced compiler', `// @ts-${'ignore'}`],
    ['an expected error without a reason', `// @ts-${'expect-error'}`],
    ['a silenced rule without a reason', `// biome-${'ignore'} lint/style/x: y`],
    ['a module passed on', "export * from './b.ts'"],
  ])('%s', (_what, text) => {
    expect(textFaults(readSource('server/booking/a.ts', text))).toHaveLength(1)
  })

  test('an index file', () => {
    expect(textFaults(readSource('server/booking/index.ts', ''))).toHaveLength(1)
  })
})

describe('the rule allows', () => {
  const markup = (lines: number) => `${'<p />\n'.repeat(lines)}`

  test.each([
    ['a function of 60 lines', 'a.ts', `function fits() {\n${'call()\n'.repeat(58)}}`],
    ['long markup', 'a.tsx', `function Page() { return <>\n${markup(60)}</> }`],
    ['a long migration', 'migrations/0001-a.ts', `const a = () => {\n${'call()\n'.repeat(80)}}`],
  ])('%s', (_what, name, text) => {
    expect(functionFaults(readSource(`server/booking/${name}`, text))).toEqual([])
  })
})
