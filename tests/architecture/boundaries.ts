import { type ESTree, Visitor } from 'vite'
import type { Import, SourceFile } from './project.ts'

interface Boundary {
  what: string
  /** The files that may use it. */
  allowed: RegExp
  imports?: (found: Import) => boolean
  /** Matches a use as text: a call `fetch()`, a construction `new Date()`, a member `Date.now`. */
  uses?: RegExp
}

const boundaries: Boundary[] = [
  {
    what: 'SQL',
    allowed: /^server\/(db\/|.+\/store\.ts$)/,
    imports: ({ target, names }) =>
      ['kysely', 'better-sqlite3'].includes(target) ||
      (target === 'server/db/database.ts' && names.includes('query')),
  },
  {
    what: 'requests and responses',
    // The accounts library handles HTTP itself; `auth-relay.ts` connects it to our server.
    allowed:
      /^server\/(http|site)\/|^server\/[^/]+\/([a-z]+-)?routes\.ts$|^server\/account\/auth-relay\.ts$|^server\/app\.ts$/,
    imports: ({ target }) => ['express', 'express-serve-static-core'].includes(target),
  },
  {
    what: 'what better-auth does not document',
    allowed: /^server\/account\/auth-internals\.ts$/,
    imports: ({ target, names }) =>
      /^better-auth\/(cookies|crypto|db)|^@better-auth\/(?!passkey)/.test(target) ||
      (target === 'better-auth/api' && names.some((name) => name !== 'APIError')),
    uses: /\.\$context$/,
  },
  {
    what: 'the network',
    allowed:
      /^client\/((outbox|data)\/|lib\/(data\/(api|event-stream|fetch-bytes|use-export)|entry\/document-content|server-reachable)\.ts$|app\/service-worker\.ts$)|^sw\/|^server\/(video|lib)\//,
    imports: ({ target, names }) =>
      /^node:(https?|http2|net|tls|dgram)$/.test(target) &&
      names.some((name) =>
        /^(request|get|connect|createConnection|createSocket|\*|default)$/.test(name),
      ),
    uses: /^fetch\(\)$|^(globalThis|window|self)\.fetch$|^new (XMLHttpRequest|WebSocket|EventSource)\(/,
  },
  {
    what: 'IndexedDB',
    allowed: /^client\/((outbox|data)\/|journey\/pass\/store\.ts$)/,
    imports: ({ target }) => ['dexie', 'dexie-react-hooks'].includes(target),
    uses: /^((globalThis|window|self)\.)?indexedDB\b/,
  },
  {
    what: 'the clock',
    allowed: /^[a-z]+\/lib\/clock\.ts$/,
    uses: /^Date\.now\b|^(new )?Date\(\)$/,
  },
  {
    what: 'the zone of the machine',
    // No file may: time rules are then the same in every zone and need no test in each. The
    // lookbehind allows `calendar.setMonth`, the booking page's own function.
    allowed: /^$/,
    uses: /(?<!^calendar)\.([gs]et(FullYear|Year|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)|getTimezoneOffset|to(Date|Time)String)$|^new Date\(…, …\)$/,
  },
  {
    what: 'randomness',
    allowed: /^[a-z]+\/lib\/(data\/)?ids\.ts$/,
    imports: ({ target, names }) =>
      target === 'node:crypto' &&
      names.some((name) => /^(random\w+|getRandomValues|webcrypto|\*|default)$/.test(name)),
    uses: /^Math\.random\b|\bcrypto\.(randomUUID|getRandomValues)\b/,
  },
  {
    what: 'the formats of dates, clocks, numbers and money',
    // One module for each format. `time-zone.ts` reads wall clocks, `zone-names.ts` and `device-zone.ts` names.
    allowed:
      /^shared\/(lib\/(format-date|format-time|format-number|time-zone|zones\/zone-names|money))\.ts$|^client\/lib\/data\/device-zone\.ts$/,
    uses: /^Intl\.(DateTimeFormat|NumberFormat|RelativeTimeFormat)\b|\.toLocale(Date|Time)?String\b/,
  },
  {
    what: 'the library of menus and lists, which is loaded when one is opened',
    allowed: /^client\/desk\/(kit\/popups\/(menu|zone-list)|records\/client-picker)\.tsx$/,
    imports: ({ target }) => target.startsWith('@ariakit/'),
  },
  {
    what: 'kroner as the payment step alone writes them',
    allowed: /^client\/payment\/(bill|payment-step)\.tsx$/,
    imports: ({ target, names }) =>
      target === 'shared/lib/money.ts' && names.includes('formatAmount'),
  },
]

/** A sentence for each use in a file that only other files may make. */
export function findBoundaryFaults(file: SourceFile): string[] {
  if (file.path.startsWith('tests/')) return []
  const uses = listUses(file.program)
  return boundaries
    .filter(({ allowed }) => !allowed.test(file.path))
    .flatMap(({ what, imports, uses: pattern }) => {
      const imported = imports ? file.imports.filter(imports).map(({ target }) => target) : []
      const used = pattern ? uses.filter((use) => pattern.test(use)) : []
      return [...imported, ...used].map((how) => `${file.path} uses ${what} (${how})`)
    })
}

/** Calls and constructions by plain name, and member accesses, as text. */
function listUses(program: ESTree.Program): string[] {
  const uses: string[] = []
  const call = (prefix: string, callee: ESTree.Node, parts: unknown[]) => {
    if (callee.type !== 'Identifier') return
    // Only for `Date` do the arguments matter: none, an instant, or the parts of a local time.
    const given =
      callee.name === 'Date'
        ? parts
            .slice(0, 2)
            .map(() => '…')
            .join(', ')
        : ''
    uses.push(`${prefix}${callee.name}(${given})`)
  }
  new Visitor({
    CallExpression: (node) => call('', node.callee, node.arguments),
    NewExpression: (node) => call('new ', node.callee, node.arguments),
    MemberExpression: (node) => uses.push(formatMember(node)),
  }).visit(program)
  return uses
}

function formatMember(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier')
    return `${formatMember(node.object)}.${node.property.name}`
  return '?'
}
