import { expect, test } from 'vitest'
import { listServiceFacts } from '#client/booking/service-text.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'

test('Where a call takes place waits for the server’s answer, so that no other place is shown before', () => {
  const findWhere = (config?: ReturnType<typeof buildSiteConfig>) =>
    listServiceFacts(catalogue['initial-consultation'], config).find(({ term }) => term === 'Where')
  expect(findWhere()).toMatchObject({ isAwaited: true })
  expect(findWhere(buildSiteConfig())).toMatchObject({ isAwaited: false })
})
