import type { Bug } from './bug.ts'

const throttle = ['tests/account/sign-in-throttle.test.ts']
const guard = ['tests/account/access-control.test.ts']

export const accountBugs: Bug[] = [
  {
    what: 'attempts on one account from many IP addresses are not counted together',
    file: 'server/account/throttle.ts',
    find: `!one.isAllowed || tried.device ? one : await account.consume(normalizeEmail(tried.account))`,
    replace: 'one',
    tests: throttle,
  },
  {
    what: 'an email address in capitals counts as another account',
    file: 'server/account/throttle.ts',
    find: `import { normalizeEmail, normalizeMailbox, toNetworks } from '#server/lib/sender-identity.ts'`,
    replace: `import { normalizeMailbox, toNetworks } from '#server/lib/sender-identity.ts'\nconst normalizeEmail = (account: string) => account`,
    tests: throttle,
  },
  {
    what: 'one correct attempt resets the count of wrong ones',
    file: 'server/account/throttle.ts',
    find: 'if (!tried.device) await account.giveBack(normalizeEmail(tried.account))',
    replace: 'await account.clear(normalizeEmail(tried.account))',
    tests: throttle,
  },
  {
    what: 'a former owner stays signed in',
    file: 'server/account/accounts.ts',
    find: '    await endSessions(tx, id)\n',
    replace: '',
    tests: ['tests/account/owner-command.test.ts', 'tests/account/accounts.test.ts', ...guard],
  },
  {
    what: 'a former owner keeps the role',
    file: 'server/account/accounts.ts',
    find: `    await updateUser(tx, id, { role: 'visitor', now })\n`,
    replace: '',
    tests: ['tests/account/owner-command.test.ts', 'tests/account/accounts.test.ts'],
  },
  {
    what: 'a password change does not end other sessions',
    file: 'server/account/accounts.ts',
    find: `await endAllAccess(tx, known.id)\n  if (!keep)`,
    replace: `if (!keep)`,
    tests: ['tests/account/owner-command.test.ts', 'tests/account/accounts.test.ts'],
  },
  {
    what: 'a second owner can be created',
    file: 'server/account/accounts.ts',
    find: `if (others.length > 0 && !replace) return { status: 'another' }`,
    replace: ``,
    tests: ['tests/account/owner-command.test.ts'],
  },
  {
    what: 'ending all other sessions also ends the current one',
    file: 'server/account/accounts.ts',
    find: '{ except: sessionId }',
    replace: '{}',
    tests: ['tests/account/accounts.test.ts', 'tests/account/session-tokens.test.ts', ...guard],
  },
  {
    what: 'functions accept cross-site requests',
    file: 'server/http/function-routes.ts',
    find: `    if (!endpoint.allowsCrossSite && isCrossSite(req))
      return sendRefusal(res, 403, CROSS_SITE_REFUSAL)
`,
    replace: '',
    tests: guard,
  },
  {
    what: 'a refused account’s request is executed anyway',
    file: 'server/http/function-routes.ts',
    find: '    if (refused) return sendRefusal(res, refused.status, refused.refusal)\n',
    replace: '    void refused\n',
    tests: guard,
  },
  {
    what: 'the library reads cookies by rules of its own, so wrong codes do not count for their account',
    file: 'server/account/auth-relay.ts',
    find: 'toPlainCookies(req.headers.cookie)',
    replace: "(req.headers.cookie ?? '')",
    tests: throttle,
  },
]
