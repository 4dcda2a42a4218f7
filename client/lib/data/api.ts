import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { ok, type Refusal, type Result } from '#shared/lib/result.ts'
import { IDEMPOTENCY_HEADER } from '#shared/submissions/form-post.ts'

const TIMEOUT_MS = 30_000

/** `status` is the answer's, 0 where none came: then nobody knows whether the server acted. */
export interface ApiRefusal extends Refusal {
  status: number
}

export type ApiResult<T> = Result<T, ApiRefusal>

export function isNoAnswer(refusal: ApiRefusal): boolean {
  return refusal.status === 0
}

export async function call<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
): Promise<ApiResult<Output>> {
  const request =
    endpoint.method === 'GET'
      ? send(urlOf(endpoint, input), { method: 'GET' })
      : send(endpoint.path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(input ?? {}),
        })
  return read(await request, endpoint.output, endpoint.failure)
}

/** The address of a GET endpoint, for links that the browser follows by itself. */
export function urlOf<Input>(endpoint: Endpoint<Input, unknown>, input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${endpoint.path}?${query}` : endpoint.path
}

/** Posts a form as the site's forms do; the key makes a repeat return the first answer. */
export async function postForm<S extends GenericSchema>(
  fields: Record<string, string>,
  key: string,
  output: S,
): Promise<ApiResult<InferOutput<S>>> {
  const answer = await send('/', {
    method: 'POST',
    headers: { [IDEMPOTENCY_HEADER]: key },
    body: new URLSearchParams(fields),
  })
  return read(answer, output, 'Failed to submit form. Please try again.')
}

interface Answer {
  status: number
  body: unknown
}

async function send(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { Accept: 'application/json', ...init.headers },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, body: readJson(text) }
  } catch {
    return undefined
  }
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read<S extends GenericSchema>(
  answer: Answer | undefined,
  output: S,
  failure: string,
): ApiResult<InferOutput<S>> {
  if (!answer) return refused(0, { code: 'no_answer', error: failure })
  const { status, body } = answer
  if (status < 200 || status > 299) return refused(status, refusalIn(body, failure))
  const parsed = safeParse(output, body)
  return parsed.success
    ? ok(parsed.output)
    : refused(status, { code: 'unreadable', error: failure })
}

export function refused(status: number, refusal: Refusal): { ok: false; refusal: ApiRefusal } {
  return { ok: false, refusal: { ...refusal, status } }
}

export function refusalIn(body: unknown, failure: string): Refusal {
  const found: Partial<Record<string, unknown>> =
    typeof body === 'object' && body ? { ...body } : {}
  const code = typeof found.code === 'string' ? found.code : 'failed'
  const error = typeof found.error === 'string' ? found.error : failure
  return isTexts(found.fields) ? { code, error, fields: found.fields } : { code, error }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
