import { useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { ok } from '#shared/lib/result.ts'
import {
  type ApiRefusal,
  type ApiResult,
  parseJson,
  parseRefusal,
  refuseWithStatus,
} from './api.ts'
import { type Download, saveFile } from './save-file.ts'

/** Longer than for other calls, because the server needs time to write a long list. */
const TIMEOUT_MS = 60_000

/**
 * Calls an endpoint that returns a file. Separate from `callEndpoint`, so that only pages with exports load
 * it.
 */
async function fetchFile<Input>(
  endpoint: Endpoint<Input, unknown>,
  input: Input,
): Promise<ApiResult<Download>> {
  try {
    const response = await fetch(endpoint.path, {
      method: endpoint.method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) {
      const body = parseJson(await response.text())
      return refuseWithStatus(response.status, parseRefusal(body, endpoint.failure))
    }
    return ok({ blob: await response.blob(), name: parseFileName(response) })
  } catch {
    return refuseWithStatus(0, { code: 'no_answer', error: endpoint.failure })
  }
}

function parseFileName(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? ''
  return header.match(/filename="?([^";]+)/)?.[1] ?? 'export'
}

export interface ExportState<Input> {
  busy: boolean
  /** Why the last export failed. */
  refusal: ApiRefusal | undefined
  /** The last exported file, and when it arrived, UTC milliseconds. */
  lastFile: { file: Download; at: number } | undefined
  start: (input: Input) => void
  /** Repeats the last export, for example after a new sign-in. */
  retry: () => void
  /** Hides the last failure. */
  dismiss: () => void
}

/** Fetches an export of the desk and saves it for the owner. */
export function useExport<Input>(endpoint: Endpoint<Input, unknown>): ExportState<Input> {
  const { busy, run } = useOneAtATime()
  const [refusal, setRefusal] = useState<ApiRefusal>()
  const [done, setDone] = useState<ExportState<Input>['lastFile']>()
  const last = useRef<{ input: Input }>(undefined)
  const start = async (input: Input) => {
    last.current = { input }
    setRefusal(undefined)
    const answer = await fetchFile(endpoint, input)
    if (answer.ok) {
      setDone({ file: answer.value, at: systemClock() })
      await saveFile(answer.value)
    } else setRefusal(answer.refusal)
  }
  return {
    busy,
    refusal,
    lastFile: done,
    start: (input) => void run(() => start(input)),
    retry: () => {
      const input = last.current
      if (input) void run(() => start(input.input))
    },
    dismiss: () => setRefusal(undefined),
  }
}
