import type { Bug } from './bug.ts'

const mails = ['tests/mail/public-mails.test.ts']

export const publicSiteBugs: Bug[] = [
  {
    what: 'mails of a public site leave with the sample sender',
    file: 'server/mail/address.ts',
    find: '(!isPublic || !isSampleAddress(chosen.address))',
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
    file: 'shared/content/business.ts',
    find: "sample('founder’s name', line('Your name', 60, 'Ingrid Solheim'))",
    replace: "line('Your name', 60, 'Ingrid Solheim')",
    tests: ['tests/site/public-site.test.ts'],
  },
]
