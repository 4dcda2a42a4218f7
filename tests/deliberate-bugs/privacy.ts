import type { Bug } from './bug.ts'

const erasure = ['tests/privacy/erasure.test.ts', 'tests/privacy/client-erasure.test.ts']
const retention = ['tests/privacy/retention.test.ts']

export const privacyBugs: Bug[] = [
  {
    what: 'the picture over a mail is fetched from our server, which learns who reads it',
    file: 'server/mail/renderer.ts',
    find: '(picture) => `cid:${',
    replace: '(picture) => `https://lysning.example/mail/${',
    tests: ['tests/mail/content.test.ts'],
  },
  {
    what: 'mails to an erased person stay stored',
    file: 'server/db/privacy/erasure.ts',
    find: `    sql\`DELETE FROM mail WHERE id IN \${toTextList(mails)}\`,\n`,
    replace: '',
    tests: erasure,
  },
  {
    what: 'the mark of an erased submission stays',
    file: 'server/db/privacy/erasure.ts',
    find: `  await eraseRecords(tx, { coll: 'submission-mark', ids: marks }, now)\n`,
    replace: '',
    tests: ['tests/submissions/form-queries.test.ts'],
  },
  {
    what: 'the mark of an erased booking stays',
    file: 'server/db/privacy/erasure.ts',
    find: `  await eraseRecords(tx, { coll: 'booking-mark', ids: rows.bookings.map(toBookingMarkId) }, now)\n`,
    replace: '',
    tests: ['tests/desk/news-counts.test.ts'],
  },
  {
    what: 'a message counts as read because another one with its number was read',
    file: 'server/submissions/store.ts',
    find: `record.id = form_submissions.id || '-' || form_submissions.created_at`,
    replace: `record.id LIKE form_submissions.id || '-%'`,
    tests: ['tests/submissions/form-queries.test.ts'],
  },
  {
    what: 'stored responses still name an erased booking',
    file: 'server/db/privacy/erasure.ts',
    find: `    sql\`DELETE FROM answer WHERE json_extract(body, '$.bookingId') IN \${toTextList(bookings)}\`,\n`,
    replace: '',
    tests: erasure,
  },
  {
    what: 'an anonymised booking keeps its network and mailbox',
    file: 'server/db/privacy/erasure.ts',
    find: `browser = '', mailbox = '',\n      block = NULL, site = NULL, network = NULL,`,
    replace: `browser = '',\n     `,
    tests: erasure,
  },
  {
    what: 'a person with an upcoming meeting can be erased',
    file: 'server/db/privacy/erasure.ts',
    find: `WHERE id IN \${mine} AND ends_at > \${now}`,
    replace: `WHERE id IN \${mine} AND ends_at < \${now}`,
    tests: erasure,
  },
  {
    what: 'a person with an unsettled refund can be erased',
    file: 'server/db/privacy/erasure.ts',
    find: `return moving ? 'money' : undefined`,
    replace: `return moving ? undefined : undefined`,
    tests: erasure,
  },
  {
    what: 'receipts are deleted a year too early',
    file: 'server/db/privacy/erasure.ts',
    find: 'getAccountingYear(issued_at) + RETENTION_YEARS + 1',
    replace: 'getAccountingYear(issued_at) + RETENTION_YEARS',
    tests: erasure,
  },
  {
    what: 'an accounting year ends in UTC',
    file: 'server/db/privacy/erasure.ts',
    find: `const ACCOUNTING_ZONE = 'Europe/Oslo'`,
    replace: `const ACCOUNTING_ZONE = 'UTC'`,
    tests: erasure,
  },
  {
    what: 'a former email address stays in the field history',
    file: 'server/db/privacy/erasure.ts',
    find: '  await eraseFormerAddresses(tx, mailbox)\n',
    replace: '  void eraseFormerAddresses\n',
    tests: erasure,
  },
  {
    what: 'an erasure is not synced to devices',
    file: 'server/db/privacy/record-trees.ts',
    find: `SET seq = \${seq}, rev = rev + 1, deleted = 1, erased = 1,`,
    replace: 'SET rev = rev + 1, deleted = 1, erased = 1,',
    tests: [...erasure, 'tests/sync/erased-clients.test.ts'],
  },
  {
    what: 'an erasure leaves what belongs to a client',
    file: 'server/db/privacy/erasure.ts',
    find: `await eraseTrees(tx, { coll: personColl, ids: rows.clients }, now)`,
    replace: `await eraseRecords(tx, { coll: personColl, ids: rows.clients }, now)`,
    tests: ['tests/privacy/collections.test.ts'],
  },
  {
    what: 'a client is not found by a further email address',
    file: 'server/db/privacy/personal-data.ts',
    find: `\${sql.join(addressFields.map(isIn), sql\` OR \`)}`,
    replace: `\${isIn('email')}`,
    tests: erasure,
  },
  {
    what: 'clients added after the search are not erased',
    file: 'server/db/privacy/personal-data.ts',
    find: `(seq > \${searched.throughSeq} OR seq IN \${toNumberList(searched.foundSeqs)})`,
    replace: `(seq IN \${toNumberList(searched.foundSeqs)})`,
    tests: erasure,
  },
  {
    what: 'an erasure is not logged for a later restore',
    file: 'server/privacy/commands.ts',
    find: `  await insertErasure(tx, { mailbox: mailboxHash, at: now, ...erased })
`,
    replace: `  void erased
`,
    tests: [...erasure, 'tests/db/restore.test.ts'],
  },
  {
    what: 'mail files are not deleted',
    file: 'server/privacy/commands.ts',
    find: 'payload: { jobs: rows.jobs },',
    replace: 'payload: { jobs: [] },',
    tests: erasure,
  },
  {
    what: 'failed jobs are deleted before the owner has handled them',
    file: 'server/privacy/store.ts',
    find: `WHERE state = 'done' AND done_at < \${jobs}`,
    replace: `WHERE coalesce(done_at, 0) < \${jobs}`,
    tests: retention,
  },
  {
    what: 'the network hash of past bookings is not deleted',
    file: 'server/privacy/store.ts',
    find: `WHERE network IS NOT NULL AND starts_at < \${now}`,
    replace: 'WHERE network IS NOT NULL AND starts_at < 0',
    tests: retention,
  },
]
