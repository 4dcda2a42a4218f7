import type { Bug } from './bug.ts'

const people = ['tests/data/import-people.test.ts']

export const clientBugs: Bug[] = [
  {
    what: 'a removed item of a journey stays on the screen until the device has stored that',
    file: 'client/data/store/overlay.ts',
    find: `deleted: edit.op === 'delete' }`,
    replace: `deleted: false }`,
    tests: ['tests/journeys/journey-session.test.ts'],
  },
  {
    what: 'a mark made on this device does not show until everything is read again',
    file: 'client/data/index/listed-rows.ts',
    find: 'for (const [at, id] of own.entries()) this.put(coll, id, rows[at])',
    replace: 'void rows',
    tests: ['tests/data/owner-data.test.ts'],
  },
  {
    what: 'an id of another program counts whatever name and address say',
    file: 'client/data/import/person-index.ts',
    find: 'if (same && agrees(same, person)) return',
    replace: 'if (same) return',
    tests: people,
  },
  {
    what: 'a family with one address is joined by its last name',
    file: 'client/data/import/person-index.ts',
    find: 'return names.every(',
    replace: 'return names.some(',
    tests: people,
  },
  {
    what: 'what a joined row says differently is dropped',
    file: 'client/data/import/write-import.ts',
    find: '  addToNotes(data, set, listFurtherTexts(data, given, differing))\n',
    replace: '',
    tests: people,
  },
  {
    what: 'a row without a name, an address and a number becomes a client',
    file: 'shared/clients/import/import-row.ts',
    find: "name: row.name(reached, mapping.nameless ?? '')",
    replace: "name: row.name(reached, mapping.nameless ?? 'Client without a name')",
    tests: ['tests/data/import-unnamed-columns.test.ts'],
  },
  {
    what: 'a text becomes a list of clients',
    file: 'client/data/import/recognize-columns.ts',
    find: 'return isList && people.length >= sample.length * LEAST_PEOPLE ? found : new Map()',
    replace: 'return people.length > 0 ? found : new Map()',
    tests: ['tests/data/import-unnamed-columns.test.ts'],
  },
  {
    what: 'an undo of an import takes back what somebody has changed since',
    file: 'client/data/import/undo-import.ts',
    find: 'if (!isSame || isRequired) outcomes',
    replace: 'if (isRequired) outcomes',
    tests: ['tests/data/import-undo.test.ts'],
  },
  {
    what: 'an undo of an import deletes a client that somebody has changed since',
    file: 'client/data/import/undo-import.ts',
    find: 'return isSame && !inUse.has(row.id)',
    replace: 'return !inUse.has(row.id)',
    tests: ['tests/data/import-undo.test.ts'],
  },
  {
    what: 'an undo of an import deletes a client whom a journey names',
    file: 'client/data/import/undo-import.ts',
    find: 'return isSame && !inUse.has(row.id)',
    replace: 'return isSame',
    tests: ['tests/data/import-undo.test.ts'],
  },
  {
    what: 'an undo of an import deletes a client that another import added too',
    file: 'client/data/import/undo-import.ts',
    find: 'if (others.some((other) => this.isInForce(other))) {',
    replace: 'if (others.length < 0) {',
    tests: ['tests/data/import-undo.test.ts'],
  },
  {
    what: 'a deleted value can be found from the mark of an import by trying',
    file: 'client/data/import/import-marks.ts',
    find: `return contentId(\`\${salt}/\${toCanonicalJson(value)}\`)`,
    replace: `return contentId(\`\${salt.slice(0, 0)}\${toCanonicalJson(value)}\`)`,
    tests: ['tests/data/import-undo.test.ts'],
  },
  {
    what: 'a merge drops the value that was not chosen',
    file: 'client/desk/clients/merge/merge-rules.ts',
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
