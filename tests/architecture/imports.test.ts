import { describe, expect, test } from 'vitest'
import { importFaults } from './imports.ts'
import { projectSources, readSource } from './project.ts'

test('every import of the project points the way it may', () => {
  expect(projectSources().flatMap(importFaults)).toEqual([])
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
    ['server/app.ts', './booking/routes.ts'],
    ['server/booking/store.ts', '../db/database.ts'],
    ['sw/worker.ts', '#client/outbox/store/store.ts'],
    ['tests/booking/slots.test.ts', '../../server/booking/store.ts'],
  ])('%s importing %s', (file, target) => {
    expect(importFaults(readSource(file, `import { a } from '${target}'`))).toEqual([])
  })
})
