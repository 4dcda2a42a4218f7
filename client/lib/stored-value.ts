import * as v from 'valibot'

/** A function, because a browser that blocks storage throws when it is read from `window`. */
type GetStorage = () => Storage

type Schema<Value> = v.GenericSchema<unknown, Value>

/** The value stored as JSON; undefined if there is none, it is not readable or storage is blocked. */
export function readStored<Value>(
  storage: GetStorage,
  key: string,
  schema: Schema<Value>,
): Value | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(storage().getItem(key) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Stores a value, or removes it if it is undefined; false if the browser refuses. */
export function writeStored(storage: GetStorage, key: string, value: unknown): boolean {
  try {
    if (value === undefined) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
