import { describe, expect, test } from 'vitest'
import { findImportCycles, findImportFaults, findMutualFolders } from './imports.ts'
import { parseSource, readProjectSources } from './project.ts'

test('Every import in the project goes in an allowed direction', () => {
  expect(readProjectSources().flatMap(findImportFaults)).toEqual([])
})

test('No modules import each other in a cycle, by values or by types', () => {
  expect(findImportCycles(readProjectSources())).toEqual([])
})

test('No two folders import each other, but for bookings with what they are paid and offered by', () => {
  expect(
    findMutualFolders(readProjectSources().filter(({ path }) => !/^tests\//.test(path))),
  ).toEqual(['shared/booking <> shared/payment', 'shared/booking <> shared/schedule'])
})

test('An import cycle is reported, and a dynamic import does not form one', () => {
  const a = parseSource('shared/booking/a.ts', "import { b } from './b.ts'")
  const b = parseSource('shared/booking/b.ts', "import type { C } from '#shared/lib/c.ts'")
  const c = parseSource('shared/lib/c.ts', "export { a } from '../booking/a.ts'")
  const later = parseSource('shared/lib/c.ts', "const a = () => import('../booking/a.ts')")
  expect(findImportCycles([a, b, c])).toEqual([
    'shared/booking/a.ts -> shared/booking/b.ts -> shared/lib/c.ts -> shared/booking/a.ts',
  ])
  expect(findImportCycles([a, b, later])).toEqual([])
})

describe('A forbidden import', () => {
  test.each([
    ['shared/booking/slots.ts', '../../server/lib/clock.ts'],
    ['shared/booking/slots.ts', 'node:fs'],
    ['shared/booking/slots.ts', 'react'],
    ['client/booking/page.tsx', '../../server/booking/store.ts'],
    ['client/booking/page.tsx', '../payment/step.tsx'],
    ['client/booking/page.tsx', 'node:crypto'],
    ['client/ui/button.tsx', '../booking/page.tsx'],
    ['server/booking/commands.ts', '../payment/store.ts'],
    ['server/http/function-routes.ts', '../booking/store.ts'],
    ['server/booking/commands.ts', '../../client/lib/api.ts'],
    ['server/booking/commands.ts', '../../tests/support/server/site.ts'],
    ['sw/worker.ts', '../client/booking/page.tsx'],
    ['client/account/session.ts', '../data/owner-data.ts'],
    ['client/outbox/drain.ts', '../data/encryption/cipher.ts'],
    ['client/site/layout/header.tsx', '../../desk/kit/box.tsx'],
    ['client/lib/clock.ts', '../outbox/send.ts'],
  ])('is reported: %s importing %s', (file, target) => {
    expect(findImportFaults(parseSource(file, `import { a } from '${target}'`))).toHaveLength(1)
    expect(findImportFaults(parseSource(file, `export { a } from '${target}'`))).toHaveLength(1)
    expect(findImportFaults(parseSource(file, `import type { A } from '${target}'`))).toHaveLength(
      1,
    )
    expect(findImportFaults(parseSource(file, `const a = await import('${target}')`))).toHaveLength(
      1,
    )
  })
})

describe('An allowed import', () => {
  test.each([
    ['shared/booking/slots.ts', '../schedule/opening.ts'],
    ['shared/booking/schema.ts', 'valibot'],
    ['client/booking/page.tsx', '../ui/button.tsx'],
    ['client/booking/page.tsx', '../../shared/booking/api.ts'],
    ['client/app/routes.tsx', '../booking/page.tsx'],
    ['client/app/routes.tsx', './desk/routes.tsx'],
    ['client/desk/clients/clients-page.tsx', '../../data/use-data.ts'],
    ['server/app.ts', './booking/routes.ts'],
    ['server/booking/store.ts', '../db/database.ts'],
    ['sw/worker.ts', '#client/outbox/store.ts'],
    ['tests/booking/slots.test.ts', '../../server/booking/store.ts'],
  ])('is accepted: %s importing %s', (file, target) => {
    expect(findImportFaults(parseSource(file, `import { a } from '${target}'`))).toEqual([])
  })
})
