import { type ESTree, Visitor } from 'vite'
import type { SourceFile } from './project.ts'

/** Functions that call a callback and ignore the promise it returns. */
const CALLBACK_TAKERS =
  /^(setTimeout|setInterval|setImmediate|queueMicrotask|on|once|addListener|forEach)$/

/**
 * A sentence for each promise in the server that is not awaited, so that its rejection would end
 * the process. Covers what lint does not: async callbacks, and more than bare statements.
 */
export function findPromiseFaults(file: SourceFile): string[] {
  if (!file.path.startsWith('server/')) return []
  const faults: string[] = []
  const fault = ({ start }: ESTree.Node, what: string) =>
    faults.push(`${file.path}:${file.text.slice(0, start).split('\n').length} ${what}`)
  new Visitor({
    CallExpression: (node) => {
      // The features' own registries of jobs and endpoints await their callbacks.
      const caller = getName(node.callee)
      const given = node.arguments.find((part) => 'async' in part && part.async)
      const emits = /^(on|once|addListener)$/.test(caller) ? isEvent(node.arguments[0]) : true
      if (CALLBACK_TAKERS.test(caller) && given && emits)
        fault(node, `gives ${caller} an async function`)
    },
    UnaryExpression: (node) => {
      if (node.operator !== 'void' || node.argument.type !== 'CallExpression') return
      const { callee } = node.argument
      if (getName(callee) !== 'catch' && getRoot(callee) !== 'res')
        fault(node, 'leaves a promise without a catch')
    },
  }).visit(file.program)
  return faults
}

const EVENTS =
  /^(error|exit|close|connection|request|listening|message|SIG[A-Z]+|uncaught\w+|unhandled\w+)$/

function isEvent(part: ESTree.Node | undefined): boolean {
  return part?.type === 'Literal' && EVENTS.test(String(part.value))
}

function getName(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return callee.property.name
  return ''
}

function getRoot(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return getRoot(node.object)
  return node.type === 'CallExpression' ? getRoot(node.callee) : ''
}
