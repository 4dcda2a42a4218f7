/** `crypto.randomUUID` needs a secure origin, which every service worker has. */
export function randomKey(): string {
  return crypto.randomUUID()
}

/** In [0, 1). */
export const random = Math.random
