import type { Bug } from './bug.ts'

export const databaseBugs: Bug[] = [
  {
    what: 'a device is told of a change that a crash of PostgreSQL takes back',
    file: 'server/sync/sync-requests.ts',
    find: 'if (pulled.nextCursor !== request.cursor) await db.waitForDisk()',
    replace: '',
    tests: ['tests/postgres/seen-changes.test.ts'],
  },
  {
    what: 'numbers are taken without waiting for the transactions that took numbers before',
    file: 'server/db/migrations/ddl.ts',
    find: `  PERFORM pg_advisory_xact_lock(\${NUMBERING_LOCK});\n`,
    replace: '',
    tests: ['tests/postgres/cursor.test.ts'],
  },
  {
    what: 'a transaction is numbered at its first change instead of at its commit',
    file: 'server/db/migrations/ddl.ts',
    find: "'DEFERRABLE INITIALLY DEFERRED'",
    replace: "'DEFERRABLE INITIALLY IMMEDIATE'",
    tests: ['tests/postgres/concurrent-writes.test.ts'],
  },
  {
    what: 'a write that conflicts with another one is not run again',
    file: 'server/db/engine/concurrent-writes.ts',
    find: 'return isSerializationFailure(error) && attempt < MAX_ATTEMPTS',
    replace: 'return false',
    tests: ['tests/postgres/concurrent-writes.test.ts'],
  },
  {
    what: 'a number that two servers choose at the same time fails for one of them',
    file: 'server/db/engine/concurrent-writes.ts',
    find: 'if (isKeyTaken(error)) return attempt < ALONE_FROM',
    replace: 'if (isKeyTaken(error)) return false',
    tests: ['tests/postgres/concurrent-writes.test.ts'],
  },
  {
    what: 'a write that conflicts again and again never gets its turn',
    file: 'server/db/engine/concurrent-writes.ts',
    find: 'attempt >= ALONE_FROM',
    replace: 'false',
    tests: ['tests/postgres/concurrent-writes.test.ts'],
  },
  {
    what: 'the commit of a failed transaction counts as a commit',
    file: 'server/db/engine/postgres-writer.ts',
    find: '[COMMIT_EARLY, COMMIT, FLUSH]',
    replace: '[COMMIT, FLUSH]',
    tests: ['tests/postgres/concurrent-writes.test.ts'],
  },
  {
    what: 'of two posts under one key that arrive together, the second is answered with an error',
    file: 'server/submissions/commands.ts',
    find: 'if (!isKeyTaken(error) || attempt === MAX_ATTEMPTS) throw error',
    replace: 'throw error',
    tests: ['tests/submissions/idempotent-replay.test.ts'],
  },
]
