/** Deepest nesting of lists and objects in JSON that is sent to the server. */
const MAX_JSON_DEPTH = 32

/** Names that every object already has: code that looks a field up by name would find these. */
const INHERITED_NAMES = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

type JsonProblem = 'depth' | 'name'

/**
 * Why parsed JSON must not be worked with; undefined if it may. Without recursion, because a value may be
 * nested deeper than the stack is.
 */
export function findJsonProblem(value: unknown): JsonProblem | undefined {
  let level = [value].filter(isContainer)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= MAX_JSON_DEPTH) return 'depth'
    if (level.some(hasInheritedName)) return 'name'
    level = level.flatMap((one) => Object.values(one).filter(isContainer))
  }
  return undefined
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function hasInheritedName(value: object): boolean {
  return !Array.isArray(value) && Object.keys(value).some((name) => INHERITED_NAMES.has(name))
}
