import { useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import type { ApiRefusal } from './api.ts'
import { type Download, fetchFile } from './fetch-file.ts'
import { saveFile } from './save-file.ts'

export interface Export<Input> {
  busy: boolean
  /** Why the last one brought no file. */
  trouble: ApiRefusal | undefined
  /** The last file that came, and when, UTC milliseconds. */
  done: { file: Download; at: number } | undefined
  start: (input: Input) => void
  /** The same once more, such as after a fresh sign-in. */
  again: () => void
  /** Nothing more is said of what failed. */
  dismiss: () => void
}

/** Fetches a file of the desk and gives it to the owner. */
export function useExport<Input>(endpoint: Endpoint<Input, unknown>): Export<Input> {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<ApiRefusal>()
  const [done, setDone] = useState<Export<Input>['done']>()
  const last = useRef<{ input: Input }>(undefined)
  const start = async (input: Input) => {
    last.current = { input }
    setBusy(true)
    setTrouble(undefined)
    const answer = await fetchFile(endpoint, input)
    if (answer.ok) {
      setDone({ file: answer.value, at: systemClock() })
      await saveFile(answer.value)
    } else setTrouble(answer.refusal)
    setBusy(false)
  }
  return {
    busy,
    trouble,
    done,
    start: (input) => void start(input),
    again: () => {
      if (last.current) void start(last.current.input)
    },
    dismiss: () => setTrouble(undefined),
  }
}
