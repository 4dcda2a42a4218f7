import { book } from '#client/book/page-book.ts'
import type { DeviceView } from '#client/book/store/types.ts'
import { useBookState } from '#client/book/use-book.ts'
import { useAsync } from '#client/lib/use-async.ts'

export interface Device {
  view: DeviceView | undefined
  rename: (name: string) => Promise<void>
}

/** This device as the book knows it. */
export function useDevice(): Device {
  const { phase, syncedAt } = useBookState()
  const read = async () => {
    // A book that cannot be opened says so by its state.
    if (phase !== 'ready') throw new Error('The client book is not ready')
    return book().device()
  }
  // Each exchange may have brought copies of more.
  const { value: view, setValue } = useAsync('device', read, `${phase} ${syncedAt}`)
  const rename = async (name: string) => {
    await book().nameDevice(name)
    const renamed = await read().catch(() => undefined)
    if (renamed) setValue(renamed)
  }
  return { view, rename }
}
