import type { Bug } from './bug.ts'

export const databaseBugs: Bug[] = [
  {
    what: 'a batch of writes has no limit of time',
    file: 'server/db/group-commit.ts',
    find: 'if (count > 0 && this.readTime() >= end)',
    replace: 'if (count > 0 && this.readTime() >= end + 1e9)',
    tests: ['tests/db/group-commit.test.ts'],
  },
]
