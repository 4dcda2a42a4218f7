/** There are service workers on secure origins only, so this exists wherever one runs. */
export function randomKey(): string {
  return crypto.randomUUID()
}

/** In [0, 1). */
export const random = Math.random
