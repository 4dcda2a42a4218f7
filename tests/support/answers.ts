import { vi } from 'vitest'

export interface Asked {
  method: string
  /** The server function: the last part of the path. */
  name: string
  query: Record<string, string>
  body: unknown
}

/** A status and a body; `undefined` is a lost connection. */
export type Answer = [status: number, body: unknown] | undefined

export type Answers = Record<string, (asked: Asked) => Answer | Promise<Answer>>

const notFound: Answer = [404, { code: 'not_found', error: 'Not found' }]

/**
 * Stands in for the server in component tests: replaces `fetch` and returns the log of requests.
 * A function without an entry in `answers` answers 404.
 */
export function answerWith(answers: Answers): Asked[] {
  const log: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://site.example')
    const asked: Asked = {
      method: init.method ?? 'GET',
      name: url.pathname.split('/').at(-1) ?? '',
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    log.push(asked)
    const given = answers[asked.name]
    const answer = given ? await given(asked) : notFound
    if (!answer) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer[1]), { status: answer[0] })
  })
  return log
}
