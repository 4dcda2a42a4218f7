import { useEffect, useState } from 'react'

/** How long a success is told, milliseconds. */
const SUCCESS = 3000

interface Notice {
  kind: 'ok' | 'error'
  title: string
  detail?: string | undefined
}

export interface NoticeState {
  current: Notice | undefined
  succeed: (title: string) => void
  fail: (title: string, detail?: string) => void
  clear: () => void
}

/** What came of the last press: a success goes by itself, a failure stays until the next. */
export function useNotice(): NoticeState {
  const [current, setCurrent] = useState<Notice>()
  useEffect(() => {
    if (current?.kind !== 'ok') return
    const timer = setTimeout(() => setCurrent(undefined), SUCCESS)
    return () => clearTimeout(timer)
  }, [current])
  return {
    current,
    succeed: (title) => setCurrent({ kind: 'ok', title }),
    fail: (title, detail) => setCurrent({ kind: 'error', title, detail }),
    clear: () => setCurrent(undefined),
  }
}
