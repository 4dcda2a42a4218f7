import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { computeBuildStamp } from '#server/site/build-stamp.ts'

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

test('A build is stale once any source is edited, added, renamed or removed', () => {
  const seen = new Set([computeBuildStamp(root, undefined)])
  write('client/app/page.tsx', 'edited')
  seen.add(computeBuildStamp(root, undefined))
  write('client/app/other.tsx', 'added')
  seen.add(computeBuildStamp(root, undefined))
  fs.renameSync(path.join(root, 'client/app/other.tsx'), path.join(root, 'client/app/next.tsx'))
  seen.add(computeBuildStamp(root, undefined))
  fs.rmSync(path.join(root, 'shared'), { recursive: true })
  seen.add(computeBuildStamp(root, undefined))
  expect(seen.size).toBe(5)
})

test('A build is stale once the public address changes', () => {
  expect(computeBuildStamp(root, 'https://example.com')).not.toBe(
    computeBuildStamp(root, undefined),
  )
})

test('A checkout that only changes file times needs no build', () => {
  const before = computeBuildStamp(root, undefined)
  fs.utimesSync(path.join(root, 'index.html'), 1, 1)
  write('tests/any.test.ts', 'tests are not built')
  expect(computeBuildStamp(root, undefined)).toBe(before)
})
