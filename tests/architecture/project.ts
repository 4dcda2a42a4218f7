import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync } from 'vite'
import { listFilesUnder } from '#server/site/build/build-stamp.ts'
import { programs } from './folder-names.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Import {
  /** A path in the project, such as `server/db/open-database.ts`, or the name of a package. */
  target: string
  names: string[]
  /** A dynamic `import()`. */
  isLazy?: true
}

export interface SourceFile {
  path: string
  text: string
  program: ESTree.Program
  comments: string[]
  imports: Import[]
}

/** All files in the programs' folders, as paths relative to the project. */
export function listProjectFiles(): string[] {
  return programs.flatMap((program) => listFilesUnder(root, program))
}

/** The top-level names, without ignored ones and those that a tool has left. */
export function listTopLevelNames(): string[] {
  const ignored = fs
    .readFileSync(path.join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/^\/|\/$/g, ''))
  return fs
    .readdirSync(root)
    .filter((name) => !name.startsWith('.') && !ignored.some((line) => matches(name, line)))
}

function matches(name: string, pattern: string): boolean {
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern
}

let cachedSources: SourceFile[] | undefined

/** All source files, read and parsed once; test files share a process. */
export function readProjectSources(): SourceFile[] {
  cachedSources ??= listProjectFiles()
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => parseSource(file, readText(file)))
  return cachedSources
}

export function readText(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8')
}

export function parseSource(file: string, text: string): SourceFile {
  const parsed = parseSync(file, text)
  const [error] = parsed.errors
  if (error) throw new Error(`${file}: ${error.message}`)
  return {
    path: file,
    text,
    program: parsed.program,
    comments: parsed.comments.map((comment) => comment.value),
    imports: parseImports(file, text, parsed.module),
  }
}

type ParsedModule = ReturnType<typeof parseSync>['module']

function parseImports(file: string, text: string, module: ParsedModule): Import[] {
  const still = module.staticImports.map((found) => ({
    target: resolveImport(file, found.moduleRequest.value),
    names: found.entries.map(({ importName }) => importName.name ?? '*'),
  }))
  const passedOn = module.staticExports.flatMap((found) =>
    found.entries.flatMap(({ moduleRequest, importName }) =>
      moduleRequest
        ? [{ target: resolveImport(file, moduleRequest.value), names: [importName.name ?? '*'] }]
        : [],
    ),
  )
  const called = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, request = '']) => ({
    target: resolveImport(file, request),
    names: ['*'],
    isLazy: true as const,
  }))
  return [...still, ...passedOn, ...called]
}

function resolveImport(file: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1)
  if (!request.startsWith('.')) return request
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), request))
}
