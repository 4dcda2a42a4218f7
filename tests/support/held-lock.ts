/** Held by a tab that does not go on; whoever waits may give up. */
export const heldForGood = {
  request: (_name: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
} as unknown as LockManager
