import type { SourceFile } from './project.ts'
import { features, layers, programs } from './words.ts'

/** Packages that `shared` may use: pure, and with the same results in browser and server. */
const SHARED_PACKAGES = ['valibot', 'date-fns', 'date-fns-tz', 'punycode.js']

/** Files that may connect features: those at a program's root, and the client's route tables. */
const WIRING =
  /^(server|client|sw)\/[^/]+$|^server\/(wiring|cli|demo)\/|^client\/app\/(desk\/|(account-)?routes\.tsx$)/

interface Place {
  program: string
  folder: string
}

/** A sentence for each forbidden import of a file. */
export function importFaults(file: SourceFile): string[] {
  return file.imports.flatMap(({ target }) => {
    const reason = fault(file.path, target)
    return reason ? [`${file.path} imports ${target}: ${reason}`] : []
  })
}

function fault(from: string, target: string): string | undefined {
  const source = place(from)
  if (source.program === 'tests' || source.program === '') return undefined
  const aim = place(target)
  if (aim.program === '') return packageFault(source, target)
  if (aim.program === 'tests') return 'nothing but a test imports tests'
  if (aim.program === 'shared') return undefined
  if (source.program === 'shared') return 'shared imports nothing outside itself'
  if (aim.program !== source.program) {
    const worker = source.program === 'sw' && /^client\/(outbox|book|encryption)\//.test(target)
    return worker ? undefined : 'programs do not import each other'
  }
  if (source.program === 'client' && !WIRING.test(from)) {
    const reason = clientFault(from, target)
    if (reason) return reason
  }
  return featureFault(from, source, aim)
}

function packageFault(source: Place, name: string): string | undefined {
  if (source.program === 'shared' && !SHARED_PACKAGES.includes(name))
    return 'shared imports nothing outside itself'
  if (source.program !== 'server' && name.startsWith('node:'))
    return 'only the server runs on Node.js'
  return undefined
}

/** `OWNERS`: code that only the owner loads. `GENERAL`: code without product words. */
const OWNERS = /^client\/(app\/desk|book|desk|encryption)\//
const GENERAL = /^client\/(lib|ui)\//
/** Loaded when an owner signs out, which is possible on visitors' pages, too. */
const AT_SIGN_OUT = 'client/book/forget-owner.ts'

function clientFault(from: string, target: string): string | undefined {
  if (GENERAL.test(from) && !GENERAL.test(target)) return 'lib and ui know no product word'
  if (OWNERS.test(target) && !OWNERS.test(from) && target !== AT_SIGN_OUT)
    return 'a visitor loads nothing of the desk or the client book'
  return undefined
}

function featureFault(from: string, source: Place, aim: Place): string | undefined {
  if (WIRING.test(from) || source.folder === aim.folder || !features.includes(aim.folder))
    return undefined
  return layers[source.program]?.includes(source.folder)
    ? 'a layer knows no feature'
    : 'features do not import each other'
}

function place(file: string): Place {
  const [program = '', folder = ''] = file.split('/')
  if (!programs.includes(program)) return { program: '', folder: '' }
  return { program, folder }
}

/** Import cycles, by values or types, each as `a -> b -> a`; lazy imports do not count. */
export function importRings(files: SourceFile[]): string[] {
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
