import type { Bug } from './bug.ts'

const publishing = ['tests/site/publish.test.ts']
const rendering = ['tests/site/published-version.test.ts']
const waiting = ['tests/photographs/unready-photographs.test.ts']
const legal = ['tests/site/legal-texts.test.ts']
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
    find: "sample('founder’s name', line(businessLabels.founder, 60, ''))",
    replace: "line(businessLabels.founder, 60, 'Ingrid Solheim')",
    tests: ['tests/site/public-site.test.ts'],
  },
  {
    what: 'a publication overwrites what another device published meanwhile',
    file: 'shared/content/publishing.ts',
    find: 'if (listOutdated(stored, changes).length > 0)',
    replace: 'if (changes.length > 1_000)',
    tests: publishing,
  },
  {
    what: 'a publication is published again with each later edit of its record',
    file: 'server/site/commands.ts',
    find: 'if (before || after.deleted) continue',
    replace: 'if (after.deleted) continue',
    tests: publishing,
  },
  {
    what: 'a publication is published although one of its texts is over the limit',
    file: 'shared/content/publishing.ts',
    find: 'listOwnProblems(checkContent(content, photographs), changes)',
    replace: 'listOwnProblems(checkContent(content, photographs), [])',
    tests: publishing,
  },
  {
    what: 'a link in a legal text may lead to any kind of address',
    file: 'shared/content/pages/legal-markup.ts',
    find: 'return /^(https?:\\/\\/[^/]|mailto:)/i.test(address) ? { text, href: address } : part',
    replace: 'return { text, href: address }',
    tests: legal,
  },
  {
    what: 'terms are published without the withdrawal form',
    file: 'shared/content/pages/legal-markup.ts',
    find: "terms: ['{business}', ...blocks]",
    replace: "terms: ['{business}']",
    tests: legal,
  },
  {
    what: 'the date of a legal text stays when it is changed',
    file: 'server/site/commands.ts',
    find: 'changes.some(({ coll, id }) => coll ===',
    replace: 'changes.some(({ coll, id }) => !coll && coll ===',
    tests: legal,
  },
  {
    what: 'an organiser shows prices of whole journeys without the number of the guarantee',
    file: 'shared/site/guarantee.ts',
    find: '|| !guaranteeNumber',
    replace: '',
    tests: ['tests/site/travel-role.test.ts'],
  },
  {
    what: 'prices of whole journeys are published by nobody knows whom',
    file: 'shared/content/publishing.ts',
    find: "if (!isPriced || role === 'adviser') return undefined",
    replace: "if (!isPriced || role !== 'organiser') return undefined",
    tests: ['tests/site/travel-role.test.ts'],
  },
  {
    what: 'a publication that waits for a photograph is forgotten when that is ready',
    file: 'server/photographs/commands.ts',
    find: '    await onProcessed(tx, now)\n',
    replace: '',
    tests: waiting,
  },
  {
    what: 'a publication never gets the files of a photograph that was not ready',
    file: 'shared/content/publishing.ts',
    find: 'const changes = addMadePhotographs(made, photographs)',
    replace: 'const changes = made',
    tests: waiting,
  },
  {
    what: 'a publication is published before its photograph is ready',
    file: 'shared/content/publishing.ts',
    find: 'return unready?.waitsFor === undefined ? { content } : { waitsFor: unready.waitsFor }',
    replace: 'return { content }',
    tests: waiting,
  },
  {
    what: 'a photograph is removed for which a publication waits',
    file: 'server/site/commands.ts',
    find: 'waiting.some(({ data }) =>',
    replace: 'waiting.every(({ data }) => !data &&',
    tests: waiting,
  },
  {
    what: 'drafts that are kept are published',
    file: 'server/site/commands.ts',
    find: "    if (after.data.state === 'kept') continue\n",
    replace: '',
    tests: publishing,
  },
  {
    what: 'a text of the owner ends the block of data in a page and runs as a script',
    file: 'server/site/pages/head.ts',
    find: ".replaceAll('<', '\\\\u003c')",
    replace: '',
    tests: ['tests/site/contents.property.test.ts'],
  },
  {
    what: 'half a character is published',
    file: 'shared/content/fields.ts',
    find: '(value) => !/\\p{Cs}/u.test(value)',
    replace: '() => true',
    tests: ['tests/site/contents.property.test.ts'],
  },
  {
    what: 'devices keep the content of every version',
    file: 'server/site/store.ts',
    find: "    .where('version', '=', made.version - 1)\n    .execute()",
    replace: "    .where('version', '=', -1)\n    .execute()",
    tests: publishing,
  },
  {
    what: 'prices change before the pages that name them',
    file: 'server/site/content.ts',
    find: 'this.parts.settings)\n    try {',
    replace: 'this.parts.settings)\n    setSiteContent(content)\n    try {',
    tests: rendering,
  },
  {
    what: 'a start renders every page again',
    file: 'server/site/pages/render-worker.ts',
    find: '    writeRendering(keepIn, { content, origin, build, files })\n',
    replace: '',
    tests: rendering,
  },
  {
    what: 'pages of an earlier version get the texts of the latest one',
    file: 'server/site/routes.ts',
    find: 'version === siteContent().version ? undefined : await findVersion(db.read, version)',
    replace: 'await findVersion(db.read, siteContent().version)',
    tests: rendering,
  },
]
