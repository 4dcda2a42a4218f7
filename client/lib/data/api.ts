import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { ok, type Refusal, type Result } from '#shared/lib/result.ts'
import { IDEMPOTENCY_HEADER } from '#shared/submissions/form-post.ts'

const TIMEOUT_MS = 30_000

/**
 * A refusal with the HTTP status; 0 if no answer came, in which case the server may or may not have
 * acted.
 */
export interface ApiRefusal extends Refusal {
  status: number
}

export type ApiResult<T> = Result<T, ApiRefusal>

export function isNetworkError(refusal: ApiRefusal): boolean {
  return refusal.status === 0
}

/** Calls an endpoint. Never rejects: a network error is a refusal with status 0. */
export async function callEndpoint<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
): Promise<ApiResult<Output>> {
  const request =
    endpoint.method === 'GET'
      ? sendRequest(toUrl(endpoint, input), { method: 'GET' })
      : sendRequest(endpoint.path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(input ?? {}),
        })
  return parseResponse(await request, endpoint.output, endpoint.failure)
}

/** URL of a GET endpoint with its query, also for links. */
export function toUrl<Input>(endpoint: Endpoint<Input, unknown>, input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${endpoint.path}?${query}` : endpoint.path
}

/**
 * Posts one of the site's forms. `key` is the idempotency key: a repeat with the same key gets the
 * first answer.
 */
export async function postForm<S extends GenericSchema>(
  fields: Record<string, string>,
  key: string,
  output: S,
): Promise<ApiResult<InferOutput<S>>> {
  const answer = await sendRequest('/', {
    method: 'POST',
    headers: { [IDEMPOTENCY_HEADER]: key },
    body: new URLSearchParams(fields),
  })
  return parseResponse(answer, output, 'Failed to submit form. Please try again.')
}

interface RawResponse {
  status: number
  body: unknown
}

async function sendRequest(url: string, init: RequestInit): Promise<RawResponse | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { Accept: 'application/json', ...init.headers },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, body: parseJson(text) }
  } catch {
    return undefined
  }
}

/** Returns parsed JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseResponse<S extends GenericSchema>(
  answer: RawResponse | undefined,
  output: S,
  failure: string,
): ApiResult<InferOutput<S>> {
  if (!answer) return refuseWithStatus(0, { code: 'no_answer', error: failure })
  const { status, body } = answer
  if (status < 200 || status > 299) return refuseWithStatus(status, parseRefusal(body, failure))
  const parsed = safeParse(output, body)
  return parsed.success
    ? ok(parsed.output)
    : refuseWithStatus(status, { code: 'unreadable', error: failure })
}

export function refuseWithStatus(
  status: number,
  refusal: Refusal,
): { ok: false; refusal: ApiRefusal } {
  return { ok: false, refusal: { ...refusal, status } }
}

/**
 * Returns the refusal in an answer's body; parts that are missing fall back to code `failed` and
 * the sentence `failure`.
 */
export function parseRefusal(body: unknown, failure: string): Refusal {
  const found: Partial<Record<string, unknown>> =
    typeof body === 'object' && body ? { ...body } : {}
  const code = typeof found.code === 'string' ? found.code : 'failed'
  const error = typeof found.error === 'string' ? found.error : failure
  return {
    ...{ code, error },
    ...(isStringRecord(found.fields) && { fields: found.fields }),
    ...(found.current !== undefined && { current: found.current }),
  }
}

function isStringRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
