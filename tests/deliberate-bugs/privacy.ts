import type { Bug } from './bug.ts'

const erasure = ['tests/privacy/erasure.test.ts', 'tests/privacy/client-erasure.test.ts']
const retention = ['tests/privacy/retention.test.ts']

export const privacyBugs: Bug[] = [
  {
    what: 'mails to somebody who was erased stay',
    file: 'server/db/privacy/erasure.ts',
    find: `    sql\`DELETE FROM mail WHERE id IN \${toSqlList(mails)}\`,\n`,
    replace: '',
    tests: erasure,
  },
  {
    what: 'answers to repeats still name the booking',
    file: 'server/db/privacy/erasure.ts',
    find: `    sql\`DELETE FROM answer WHERE json_extract(body, '$.bookingId') IN \${toSqlList(bookings)}\`,\n`,
    replace: '',
    tests: erasure,
  },
  {
    what: 'a booking behind a receipt keeps its network and mailbox',
    file: 'server/db/privacy/erasure.ts',
    find: `browser = '', mailbox = '',\n      network = NULL,`,
    replace: `browser = '',\n     `,
    tests: erasure,
  },
  {
    what: 'who has a meeting to come is erased',
    file: 'server/db/privacy/erasure.ts',
    find: `WHERE id IN \${mine} AND ends_at > \${now}`,
    replace: `WHERE id IN \${mine} AND ends_at < \${now}`,
    tests: erasure,
  },
  {
    what: 'who waits for money is erased',
    file: 'server/db/privacy/erasure.ts',
    find: `return moving ? 'money' : undefined`,
    replace: `return moving ? undefined : undefined`,
    tests: erasure,
  },
  {
    what: 'receipts go a year too early',
    file: 'server/db/privacy/erasure.ts',
    find: 'getAccountingYear(issued_at) + RETENTION_YEARS + 1',
    replace: 'getAccountingYear(issued_at) + RETENTION_YEARS',
    tests: erasure,
  },
  {
    what: 'an accounting year ends by Greenwich',
    file: 'server/db/privacy/erasure.ts',
    find: `const ACCOUNTING_ZONE = 'Europe/Oslo'`,
    replace: `const ACCOUNTING_ZONE = 'UTC'`,
    tests: erasure,
  },
  {
    what: 'a former address stays in the history',
    file: 'server/db/privacy/erasure.ts',
    find: '  eraseFormerAddresses(tx, mailbox)\n',
    replace: '  void eraseFormerAddresses\n',
    tests: erasure,
  },
  {
    what: 'devices do not hear of an erasure',
    file: 'server/db/privacy/erasure.ts',
    find: `SET seq = \${next?.seq}, rev = rev + 1, deleted = 1, erased = 1,`,
    replace: 'SET rev = rev + 1, deleted = 1, erased = 1,',
    tests: [...erasure, 'tests/sync/erased-clients.test.ts'],
  },
  {
    what: 'a client with the address in second place is passed over',
    file: 'server/db/privacy/personal-data.ts',
    find: `    OR EXISTS (SELECT 1 FROM json_each(data, '$.otherEmails') WHERE lower(trim(value)) = \${mailbox})\n`,
    replace: '',
    tests: erasure,
  },
  {
    what: 'clients of after the search are passed over',
    file: 'server/db/privacy/personal-data.ts',
    find: `(seq > \${searched.throughSeq} OR seq IN \${toSqlList(searched.foundSeqs)})`,
    replace: `(seq IN \${toSqlList(searched.foundSeqs)})`,
    tests: erasure,
  },
  {
    what: 'an erasure leaves nothing to repeat after a restore',
    file: 'server/privacy/commands.ts',
    find: `  insertErasure(tx, { mailbox: mark, at: now, clientIds: rows.clients })
`,
    replace: `  void insertErasure
`,
    tests: [...erasure, 'tests/db/restore.test.ts'],
  },
  {
    what: 'files of mails stay',
    file: 'server/privacy/commands.ts',
    find: 'payload: { jobs: rows.jobs },',
    replace: 'payload: { jobs: [] },',
    tests: erasure,
  },
  {
    what: 'failed jobs go before anybody has seen to them',
    file: 'server/privacy/store.ts',
    find: `WHERE state = 'done' AND done_at < \${jobs}`,
    replace: `WHERE coalesce(done_at, 0) < \${jobs}`,
    tests: retention,
  },
  {
    what: 'networks of past bookings stay',
    file: 'server/privacy/store.ts',
    find: `WHERE network IS NOT NULL AND starts_at < \${now}`,
    replace: 'WHERE network IS NOT NULL AND starts_at < 0',
    tests: retention,
  },
]
