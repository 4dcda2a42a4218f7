import { type ESTree, Visitor } from 'vite'
import type { SourceFile } from './project.ts'

const MAX_FUNCTION_LINES = 60
const MAX_JSX_LINES = 120
const MAX_PARAMETERS = 3
const MAX_NESTING = 4

/** Tests, migrations and texts have no limit of length. */
const EXEMPT = /^tests\/|\/migrations\/|[/-]content[-./]/

type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression

interface Scope {
  node: FunctionNode
  hasJsx: boolean
  nesting: number
}

export function isExempt(path: string): boolean {
  return EXEMPT.test(path)
}

/** A sentence for each function that is too long, has too many parameters or nests too deep. */
export function findFunctionFaults(file: SourceFile): string[] {
  if (isExempt(file.path)) return []
  const faults: string[] = []
  const scopes: Scope[] = []
  const enter = (node: FunctionNode) => {
    scopes.push({ node, hasJsx: false, nesting: 0 })
    const where = `${file.path}:${getLine(file, node.start)}`
    if (node.params.length > MAX_PARAMETERS && !isErrorHandler(node))
      faults.push(`${where} takes ${node.params.length}`)
  }
  const exit = (node: FunctionNode) => {
    const scope = scopes.pop()
    const lines = getLine(file, node.end) - getLine(file, node.start) + 1
    const where = `${file.path}:${getLine(file, node.start)}`
    if (scope && !scope.hasJsx && lines > MAX_FUNCTION_LINES)
      faults.push(`${where} has ${lines} lines`)
    // A function around JSX counts as markup, too, and has no limit of lines.
    const outer = scopes.at(-1)
    if (outer && scope?.hasJsx) outer.hasJsx = true
  }
  const deeper = (node: ESTree.Node) => {
    const scope = scopes.at(-1)
    if (!scope) return
    scope.nesting += 1
    if (scope.nesting === MAX_NESTING + 1)
      faults.push(`${file.path}:${getLine(file, node.start)} is nested too deep`)
  }
  const shallower = () => {
    const scope = scopes.at(-1)
    if (scope) scope.nesting -= 1
  }
  let elements = 0
  const markup = (node: ESTree.Node) => {
    const scope = scopes.at(-1)
    if (scope) scope.hasJsx = true
    const lines = getLine(file, node.end) - getLine(file, node.start) + 1
    if (elements === 0 && lines > MAX_JSX_LINES)
      faults.push(`${file.path}:${getLine(file, node.start)} has ${lines} lines of markup`)
    elements += 1
  }
  const markupEnd = () => {
    elements -= 1
  }
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': exit,
    FunctionExpression: enter,
    'FunctionExpression:exit': exit,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': exit,
    BlockStatement: deeper,
    'BlockStatement:exit': shallower,
    SwitchStatement: deeper,
    'SwitchStatement:exit': shallower,
    JSXElement: markup,
    'JSXElement:exit': markupEnd,
    JSXFragment: markup,
    'JSXFragment:exit': markupEnd,
  }).visit(file.program)
  return faults
}

/** Express recognises error handlers by their four parameters. */
function isErrorHandler({ params }: FunctionNode): boolean {
  return params.map((param) => ('name' in param ? param.name : '')).join() === 'error,req,res,next'
}

/** A sentence for each to-do note, suppressed check without a reason, and `export *`. */
export function findTextFaults(file: SourceFile): string[] {
  const faults = file.comments.flatMap((comment) => {
    if (/\b(TO-?DO|FIXME|XXX|HACK)\b/.test(comment)) return ['leaves a note for later']
    if (/@ts-(ignore|nocheck)/.test(comment)) return ['silences the compiler']
    if (/@ts-expect-error(?!\s*:?\s*\w+\s+\w+)/.test(comment))
      return ['expects an error without a reason']
    if (/biome-ignore(?!.*:\s*\w+\s+\w+)/.test(comment)) return ['silences a rule without a reason']
    return []
  })
  if (/(^|\/)index\.tsx?$/.test(file.path)) faults.push('is an index file')
  if (file.program.body.some((node) => node.type === 'ExportAllDeclaration'))
    faults.push('passes on all of another module')
  return faults.map((fault) => `${file.path} ${fault}`)
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function getLine(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split('\n').length
}
