import { expect, test } from 'vitest'
import { listServiceFacts } from '#client/booking/service-text.ts'
import { getService } from '#shared/content/services.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'

test('Where a call takes place waits for the server’s answer, so that no other place is shown before', () => {
  const findWhere = (config?: ReturnType<typeof buildSiteConfig>) =>
    listServiceFacts(getService('initial-consultation'), config).find(
      ({ term }) => term === 'Where',
    )
  expect(findWhere()).toMatchObject({ isAwaited: true })
  expect(findWhere(buildSiteConfig())).toMatchObject({ isAwaited: false })
})
