import type { Endpoint } from '#shared/lib/endpoint.ts'
import { ok } from '#shared/lib/result.ts'
import { type ApiResult, readJson, refusalIn, refused } from './api.ts'

/** A long list takes a while to write. */
const TIMEOUT_MS = 60_000

export interface Download {
  blob: Blob
  /** As the server names the file. */
  name: string
}

/** Calls an endpoint that answers with a file; apart from `call`, which every page carries. */
export async function fetchFile<Input>(
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
      const body = readJson(await response.text())
      return refused(response.status, refusalIn(body, endpoint.failure))
    }
    return ok({ blob: await response.blob(), name: nameIn(response) })
  } catch {
    return refused(0, { code: 'no_answer', error: endpoint.failure })
  }
}

function nameIn(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? ''
  return header.match(/filename="?([^";]+)/)?.[1] ?? 'export'
}
