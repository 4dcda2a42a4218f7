const NAME = 'probe'

/** Whether this browser keeps anything at all; private windows may not. Never throws. */
export function canStore(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME)
      request.onerror = () => resolve(false)
      request.onsuccess = () => {
        request.result.close()
        indexedDB.deleteDatabase(NAME)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}
