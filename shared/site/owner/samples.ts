/** Names of the sample values in this folder that the owner has not replaced yet. */
export const samples: string[] = []

/** Marks a sample value. To replace it, write your own value instead of the whole call. */
export function sample<T>(what: string, value: T): T {
  samples.push(what)
  return value
}

export function isSample(what: string): boolean {
  return samples.includes(what)
}
