import { features, layers, programs } from './folder-names.ts'
import type { SourceFile } from './project.ts'

/** Packages that `shared` may use: pure, and with the same results in browser and server. */
const SHARED_PACKAGES = [
  'valibot',
  'date-fns',
  'date-fns-tz',
  'punycode.js/punycode.es6.js',
  'fractional-indexing',
]

/** Files that may connect features: those at a program's root, and the client's route tables. */
const WIRING =
  /^(server|client|sw)\/[^/]+$|^server\/(wiring|cli|demo)\/|^client\/app\/(desk\/|prerender\.tsx$|(account-)?routes\.tsx$)/

interface ModulePlace {
  program: string
  folder: string
}

/** A sentence for each forbidden import of a file. */
export function findImportFaults(file: SourceFile): string[] {
  return file.imports.flatMap(({ target }) => {
    const reason = getImportFault(file.path, target)
    return reason ? [`${file.path} imports ${target}: ${reason}`] : []
  })
}

function getImportFault(from: string, target: string): string | undefined {
  const source = parsePlace(from)
  if (source.program === 'tests' || source.program === '') return undefined
  const aim = parsePlace(target)
  if (aim.program === '') return getPackageFault(source, target)
  if (aim.program === 'tests') return 'nothing but a test imports tests'
  if (aim.program === 'shared') return undefined
  if (source.program === 'shared') return 'shared imports nothing outside itself'
  if (aim.program !== source.program) {
    const worker = source.program === 'sw' && /^client\/(outbox|data|journey)\//.test(target)
    return worker ? undefined : 'programs do not import each other'
  }
  if (source.program === 'client' && !WIRING.test(from)) {
    const reason = getClientFault(from, target)
    if (reason) return reason
  }
  return getFeatureFault(from, source, aim)
}

function getPackageFault(source: ModulePlace, name: string): string | undefined {
  if (source.program === 'shared' && !SHARED_PACKAGES.includes(name))
    return 'shared imports nothing outside itself'
  if (source.program !== 'server' && name.startsWith('node:'))
    return 'only the server runs on Node.js'
  return undefined
}

/** `OWNER_MODULES`: code that only the owner loads. `GENERAL_MODULES`: code without product words. */
const OWNER_MODULES = /^client\/(app\/desk|data|desk)\//
const GENERAL_MODULES = /^client\/(lib|ui)\//
/** Loaded when an owner signs out, which is possible on visitors' pages, too. */
const SIGN_OUT_MODULE = 'client/data/wipe-owner-data.ts'

function getClientFault(from: string, target: string): string | undefined {
  if (GENERAL_MODULES.test(from) && !GENERAL_MODULES.test(target))
    return 'lib and ui know no product word'
  if (OWNER_MODULES.test(target) && !OWNER_MODULES.test(from) && target !== SIGN_OUT_MODULE)
    return 'a visitor loads nothing of the desk or of the owner’s data'
  return undefined
}

function getFeatureFault(from: string, source: ModulePlace, aim: ModulePlace): string | undefined {
  if (WIRING.test(from) || source.folder === aim.folder || !features.includes(aim.folder))
    return undefined
  return layers[source.program]?.includes(source.folder)
    ? 'a layer knows no feature'
    : 'features do not import each other'
}

function parsePlace(file: string): ModulePlace {
  const [program = '', folder = ''] = file.split('/')
  if (!programs.includes(program)) return { program: '', folder: '' }
  return { program, folder }
}

/** Import cycles, by values or types, each as `a -> b -> a`; lazy imports do not count. */
export function findImportCycles(files: SourceFile[]): string[] {
  const imports = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ isLazy }) => !isLazy).map(({ target }) => target),
    ]),
  )
  const rings: string[] = []
  const done = new Set<string>()
  const visit = (file: string, trail: string[]) => {
    const start = trail.indexOf(file)
    if (start >= 0) rings.push([...trail.slice(start), file].join(' -> '))
    if (start >= 0 || done.has(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...trail, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return rings
}

/** Folders of the first three levels that import each other, neither inside the other: `a <> b`. */
export function findMutualFolders(files: SourceFile[]): string[] {
  const toFolder = (path: string) => path.split('/').slice(0, -1).slice(0, 3).join('/')
  const imports = new Set(
    files.flatMap(({ path, imports }) =>
      imports.map(({ target }) => `${toFolder(path)} <> ${toFolder(target)}`),
    ),
  )
  return [...imports]
    .filter((pair) => {
      const [from = '', to = ''] = pair.split(' <> ')
      const isInside = `${to}/`.startsWith(`${from}/`)
      return from < to && !isInside && imports.has(`${to} <> ${from}`)
    })
    .sort()
}
