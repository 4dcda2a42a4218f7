import { useCallback, useEffect, useState } from 'react'
import { book } from '#client/book/page-book.ts'
import type { DeviceView } from '#client/book/store/types.ts'
import { useBookState } from '#client/book/use-book.ts'
import { useLeft } from '#client/lib/device/use-left.ts'

export interface Device {
  view: DeviceView | undefined
  rename: (name: string) => Promise<void>
}

/** This device as the book knows it. */
export function useDevice(): Device {
  const [view, setView] = useState<DeviceView>()
  const { phase, syncedAt } = useBookState()
  const left = useLeft()
  const load = useCallback(async () => {
    try {
      const device = await book().device()
      if (!left.current) setView(device)
    } catch {
      // A book that cannot be opened says so by its state.
    }
  }, [left])
  // Each exchange may have brought copies of more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (phase === 'ready') void load()
  }, [phase, syncedAt, load])
  const rename = async (name: string) => {
    await book().nameDevice(name)
    await load()
  }
  return { view, rename }
}
