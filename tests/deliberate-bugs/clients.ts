import type { Bug } from './bug.ts'

const people = ['tests/book/import-people.test.ts']

export const clientBugs: Bug[] = [
  {
    what: 'an id of another program counts whatever name and address say',
    file: 'client/book/import/person-index.ts',
    find: 'if (same && agrees(same, person)) return',
    replace: 'if (same) return',
    tests: people,
  },
  {
    what: 'a family with one address is joined by its last name',
    file: 'client/book/import/person-index.ts',
    find: 'return names.every(',
    replace: 'return names.some(',
    tests: people,
  },
  {
    what: 'what a joined row says differently is dropped',
    file: 'client/book/import/write-import.ts',
    find: '  addToNotes(data, set, listFurtherTexts(data, given, differing))\n',
    replace: '',
    tests: people,
  },
  {
    what: 'a merge drops the value that was not chosen',
    file: 'shared/clients/merge-clients.ts',
    find: 'notes: addLines(notes, listUnchosenTexts(first, second, choice)),',
    replace: 'notes: addLines(notes, []),',
    tests: ['tests/clients/merge-clients.test.ts'],
  },
  {
    what: 'the log has the key of a guest’s link',
    file: 'server/http/server.ts',
    find: 'const path = hideSecrets(req.path)',
    replace: 'const path = req.path',
    tests: ['tests/http/request-log.test.ts'],
  },
]
