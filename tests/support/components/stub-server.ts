import { vi } from 'vitest'

export interface StubRequest {
  method: string
  /** The server function: the last part of the path. */
  name: string
  query: Record<string, string>
  body: unknown
}

/** A status and a body; `undefined` is a lost connection. */
export type StubAnswer = [status: number, body: unknown] | undefined

export type StubAnswers = Record<string, (asked: StubRequest) => StubAnswer | Promise<StubAnswer>>

/** An answer that the server holds back until `release` is called. */
export function holdAnswer(answer: StubAnswer) {
  let release = () => {}
  const held = new Promise<StubAnswer>((resolve) => {
    release = () => resolve(answer)
  })
  return { answer: () => held, release }
}

const notFound: StubAnswer = [404, { code: 'not_found', error: 'Not found' }]

/**
 * Stands in for the server in component tests: replaces `fetch` and returns the log of requests.
 * A function without an entry in `answers` answers 404.
 */
export function stubServer(answers: StubAnswers): StubRequest[] {
  const log: StubRequest[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://site.example')
    const request: StubRequest = {
      method: init.method ?? 'GET',
      name: url.pathname.split('/').at(-1) ?? '',
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    log.push(request)
    const given = answers[request.name]
    const answer = given ? await given(request) : notFound
    if (!answer) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer[1]), { status: answer[0] })
  })
  return log
}
