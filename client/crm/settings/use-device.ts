import { useCallback, useEffect, useState } from 'react'
import { useLeft } from '../../lib/use-left.ts'
import { book } from '../../offline/crm/page-book.ts'
import type { DeviceView } from '../../offline/crm/types.ts'
import { useBookState } from '../../offline/crm/use-book.ts'

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
