import { describe, expect, test } from 'vitest'
import { importFaults, importRings } from './imports.ts'
import { projectSources, readSource } from './project.ts'

test('every import of the project points the way it may', () => {
  expect(projectSources().flatMap(importFaults)).toEqual([])
})

test('no modules import each other in a ring, by values or by types', () => {
  expect(importRings(projectSources())).toEqual([])
})

test('a ring is found, and what is loaded later makes none', () => {
  const a = readSource('shared/booking/a.ts', "import { b } from './b.ts'")
  const b = readSource('shared/booking/b.ts', "import type { C } from '#shared/lib/c.ts'")
  const c = readSource('shared/lib/c.ts', "export { a } from '../booking/a.ts'")
  const later = readSource('shared/lib/c.ts', "const a = () => import('../booking/a.ts')")
  expect(importRings([a, b, c])).toEqual([
    'shared/booking/a.ts -> shared/booking/b.ts -> shared/lib/c.ts -> shared/booking/a.ts',
  ])
  expect(importRings([a, b, later])).toEqual([])
})

describe('the rule catches', () => {
  test.each([
    ['shared/booking/slots.ts', '../../server/lib/clock.ts'],
    ['shared/booking/slots.ts', 'node:fs'],
    ['shared/booking/slots.ts', 'react'],
    ['client/booking/page.tsx', '../../server/booking/store.ts'],
    ['client/booking/page.tsx', '../payment/step.tsx'],
    ['client/booking/page.tsx', 'node:crypto'],
    ['client/ui/button.tsx', '../booking/page.tsx'],
    ['server/booking/commands.ts', '../payment/store.ts'],
    ['server/http/functions.ts', '../booking/store.ts'],
    ['server/booking/commands.ts', '../../client/lib/api.ts'],
    ['server/booking/commands.ts', '../../tests/support/site.ts'],
    ['sw/worker.ts', '../client/booking/page.tsx'],
    ['client/account/session.ts', '../book/book.ts'],
    ['client/outbox/send.ts', '../encryption/cipher.ts'],
    ['client/site/layout/header.tsx', '../../desk/kit/box.tsx'],
    ['client/lib/clock.ts', '../outbox/send.ts'],
  ])('%s importing %s', (file, target) => {
    expect(importFaults(readSource(file, `import { a } from '${target}'`))).toHaveLength(1)
    expect(importFaults(readSource(file, `export { a } from '${target}'`))).toHaveLength(1)
    expect(importFaults(readSource(file, `import type { A } from '${target}'`))).toHaveLength(1)
    expect(importFaults(readSource(file, `const a = await import('${target}')`))).toHaveLength(1)
  })
})

describe('the rule allows', () => {
  test.each([
    ['shared/booking/slots.ts', '../schedule/opening.ts'],
    ['shared/booking/schema.ts', 'valibot'],
    ['client/booking/page.tsx', '../ui/button.tsx'],
    ['client/booking/page.tsx', '../../shared/booking/api.ts'],
    ['client/app/routes.tsx', '../booking/page.tsx'],
    ['client/app/routes.tsx', './desk/routes.tsx'],
    ['client/desk/clients/clients-page.tsx', '../../book/use-book.ts'],
    ['server/app.ts', './booking/routes.ts'],
    ['server/booking/store.ts', '../db/database.ts'],
    ['sw/worker.ts', '#client/outbox/store.ts'],
    ['tests/booking/slots.test.ts', '../../server/booking/store.ts'],
  ])('%s importing %s', (file, target) => {
    expect(importFaults(readSource(file, `import { a } from '${target}'`))).toEqual([])
  })
})
