import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { computeBuildStamp } from '#server/site/build/build-stamp.ts'

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
  const seen = new Set([computeBuildStamp(root)])
  write('client/app/page.tsx', 'edited')
  seen.add(computeBuildStamp(root))
  write('client/app/other.tsx', 'added')
  seen.add(computeBuildStamp(root))
  fs.renameSync(path.join(root, 'client/app/other.tsx'), path.join(root, 'client/app/next.tsx'))
  seen.add(computeBuildStamp(root))
  fs.rmSync(path.join(root, 'shared'), { recursive: true })
  seen.add(computeBuildStamp(root))
  expect(seen.size).toBe(5)
})

test('A checkout that only changes file times needs no build', () => {
  const before = computeBuildStamp(root)
  fs.utimesSync(path.join(root, 'index.html'), 1, 1)
  write('tests/any.test.ts', 'tests are not built')
  expect(computeBuildStamp(root)).toBe(before)
})
