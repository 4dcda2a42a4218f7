import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bundles`: writes which module the last build put into which bundle to `bundles.txt`, the
 * intended state, which a test compares with every build.
 */
const builtFile = fileURLToPath(new URL('../../dist/bundles.json', import.meta.url))
const listFile = fileURLToPath(new URL('./bundles.txt', import.meta.url))

/** The name for all modules outside the named bundles: those of one page, or of a few. */
const APART = 'apart'

/** Bundle by module path. */
type Bundles = Map<string, string>

/** The intended and the built bundles; a built chunk that the list does not name is `APART`. */
export function readBundles(): { meant: Bundles; made: Bundles } {
  const meant: Bundles = new Map()
  const names = new Set<string>()
  let bundle = APART
  for (const line of fs.readFileSync(listFile, 'utf8').split('\n')) {
    if (line.startsWith('[')) {
      bundle = line.slice(1, -1)
      names.add(bundle)
    } else if (line) meant.set(line, bundle)
  }
  const chunks: { name: string; modules: string[] }[] = JSON.parse(
    fs.readFileSync(builtFile, 'utf8'),
  )
  const built: Bundles = new Map(
    chunks.flatMap(({ name, modules }) =>
      modules
        .filter((module) => /^(client|shared)\/.*\.tsx?$/.test(module))
        .map((module) => [module, names.has(name) ? name : APART] as const),
    ),
  )
  return { meant, made: built }
}

/** A sentence for each module that changed its bundle; new or removed modules do not count. */
export function findMovedModules(meant: Bundles, built: Bundles): string[] {
  return [...built].flatMap(([module, bundle]) => {
    const before = meant.get(module) ?? bundle
    return before === bundle ? [] : [`${module}: from ${before} to ${bundle}`]
  })
}

function writeList(): void {
  const { meant, made: built } = readBundles()
  const names = [...new Set([...meant.values(), APART])].sort()
  const parts = names.map((name) => {
    const modules = [...built].filter(([, bundle]) => bundle === name).map(([module]) => module)
    return [`[${name}]`, ...modules.sort(), ''].join('\n')
  })
  fs.writeFileSync(listFile, parts.join('\n'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeList()
