import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { stampOf } from '#server/site/stamp.ts'

let root: string

const write = (name: string, body: string) => {
  const file = path.join(root, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, body)
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'stamp-'))
  write('client/app/page.tsx', 'one')
  write('shared/lib/date.ts', 'two')
  write('index.html', 'three')
})

test('a build is stale once any source is edited, added, renamed or removed', () => {
  const seen = new Set([stampOf(root, undefined)])
  write('client/app/page.tsx', 'edited')
  seen.add(stampOf(root, undefined))
  write('client/app/other.tsx', 'added')
  seen.add(stampOf(root, undefined))
  fs.renameSync(path.join(root, 'client/app/other.tsx'), path.join(root, 'client/app/next.tsx'))
  seen.add(stampOf(root, undefined))
  fs.rmSync(path.join(root, 'shared'), { recursive: true })
  seen.add(stampOf(root, undefined))
  expect(seen.size).toBe(5)
})

test('a build is stale once the public address is another', () => {
  expect(stampOf(root, 'https://example.com')).not.toBe(stampOf(root, undefined))
})

test('a checkout that only changes the times of files needs no build', () => {
  const before = stampOf(root, undefined)
  fs.utimesSync(path.join(root, 'index.html'), 1, 1)
  write('tests/any.test.ts', 'tests are not built')
  expect(stampOf(root, undefined)).toBe(before)
})
