import Sqlite from 'better-sqlite3'

export type DriverCall = (this: Sqlite.Statement, ...given: unknown[]) => unknown

/** The prototype of better-sqlite3's statements, which it does not export. */
export function getStatementPrototype(): object {
  const probe = new Sqlite(':memory:')
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1'))
  probe.close()
  return prototype
}

/** Replaces a method of the driver by a wrapped one; the returned function restores it. */
export function wrapMethod(
  target: object,
  name: string,
  wrap: (before: DriverCall) => DriverCall,
): () => void {
  const before = Reflect.get(target, name) as DriverCall
  Reflect.set(target, name, wrap(before))
  return () => Reflect.set(target, name, before)
}
