import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bundles`: takes what the last build put into which bundle as what is meant, and writes it
 * to `bundles.txt`, which a test compares with every build.
 */
const built = fileURLToPath(new URL('../../dist/bundles.json', import.meta.url))
const list = fileURLToPath(new URL('./bundles.txt', import.meta.url))

/** What belongs to one page, or to few that nobody gave a bundle. */
const APART = 'apart'

/** Module → bundle. */
type Bundles = Map<string, string>

/** The bundles' names stand in the list; what else a build makes is apart. */
export function readBundles(): { meant: Bundles; made: Bundles } {
  const meant: Bundles = new Map()
  const names = new Set<string>()
  let bundle = APART
  for (const line of fs.readFileSync(list, 'utf8').split('\n')) {
    if (line.startsWith('[')) {
      bundle = line.slice(1, -1)
      names.add(bundle)
    } else if (line) meant.set(line, bundle)
  }
  const chunks: { name: string; modules: string[] }[] = JSON.parse(fs.readFileSync(built, 'utf8'))
  const made: Bundles = new Map(
    chunks.flatMap(({ name, modules }) =>
      modules
        .filter((module) => /^(client|shared)\/.*\.tsx?$/.test(module))
        .map((module) => [module, names.has(name) ? name : APART] as const),
    ),
  )
  return { meant, made }
}

/** A module that is new or gone has not moved. */
export function movesBetween(meant: Bundles, made: Bundles): string[] {
  return [...made].flatMap(([module, bundle]) => {
    const before = meant.get(module) ?? bundle
    return before === bundle ? [] : [`${module}: from ${before} to ${bundle}`]
  })
}

function writeList(): void {
  const { meant, made } = readBundles()
  const names = [...new Set([...meant.values(), APART])].sort()
  const parts = names.map((name) => {
    const modules = [...made].filter(([, bundle]) => bundle === name).map(([module]) => module)
    return [`[${name}]`, ...modules.sort(), ''].join('\n')
  })
  fs.writeFileSync(list, parts.join('\n'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeList()
