import type { Bug } from './bug.ts'

const mails = ['tests/mail/public-mails.test.ts']

export const publicSiteBugs: Bug[] = [
  {
    what: 'mails of a public site leave with the sample sender',
    file: 'server/mail/address.ts',
    find: '(!isPublicSite || !isSampleAddress(chosen.address))',
    replace: 'true',
    tests: mails,
  },
  {
    what: 'a public site sells without a seller',
    file: 'server/wiring/features.ts',
    find: "getSeller() ? settings.payments.kind : 'off'",
    replace: 'settings.payments.kind',
    tests: mails,
  },
  {
    what: 'a public site has the invented founder',
    file: 'shared/site/owner/business.ts',
    find: "isPublicSite ? null : 'Ingrid Solheim'",
    replace: "'Ingrid Solheim'",
    tests: ['tests/site/public-site.test.ts'],
  },
]
