/** A lock that another tab never releases; a request for it ends only by its abort signal. */
export const neverGrantedLocks = {
  request: (_name: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
} as unknown as LockManager
