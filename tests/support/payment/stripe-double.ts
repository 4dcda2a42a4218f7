import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import {
  createRefusal,
  type DoubleEvent,
  type Params,
  type StripeAnswer,
  StripeState,
} from './stripe-state.ts'

interface RecordedRequest {
  method: string
  path: string
  key: string | undefined
  params: Params
}

/**
 * `slow` waits for `release`; `500` fails before it acts; `kept-500` fails after the provider has
 * stored the idempotency key, and is repeated for it; `drop` acts, then breaks the connection.
 */
type FaultKind = 'slow' | '403' | '500' | 'kept-500' | '429' | 'drop'

interface Fault {
  kind: FaultKind
  /** Prefix of method and path, such as `POST /v1/refunds`. */
  on: string
  times: number
}

interface StoredAnswer {
  content: string
  answer: StripeAnswer
}

/** Receives an event; returns the receiver's HTTP status. */
export type Receiver = (body: string, signature: string) => Promise<number>

/**
 * A double of Stripe's HTTP API, as far as the server uses it: payment intents, refunds,
 * disputes, idempotency keys and signed events, with faults on request.
 */
export class StripeDouble {
  readonly state = new StripeState()
  readonly requests: RecordedRequest[] = []
  /** Writes without an idempotency key of the server's own: repeating them is not safe. */
  readonly violations: string[] = []
  readonly secretKey = 'sk_test_of_the_double'
  readonly publishableKey = 'pk_test_of_the_double'
  readonly webhookSecret = 'whsec_of_the_double'
  private readonly faults: Fault[] = []
  private readonly keys = new Map<string, StoredAnswer>()
  private readonly pausedRequests: (() => void)[] = []
  private readonly server: Server
  /** Callbacks that run when a request has arrived, before it acts. */
  private readonly interruptions: { on: string; act: () => void | Promise<void> }[] = []

  private constructor() {
    this.server = createServer((req, res) => void this.receive(req, res))
  }

  static async start(): Promise<StripeDouble> {
    const double = new StripeDouble()
    await new Promise<void>((listening) => double.server.listen(0, '127.0.0.1', listening))
    return double
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** The settings that point a server here. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_PUBLISHABLE_KEY: this.publishableKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_BASE: this.url,
    }
  }

  /** Gives the next `times` requests with the prefix `on` this fault. */
  addFault(kind: FaultKind, on: string, times = 1): void {
    this.faults.push({ kind, on, times })
  }

  /** Removes all faults. */
  clearFaults(): void {
    this.faults.length = 0
  }

  /** Runs `act` when the next request with this prefix arrives, before it acts. */
  onRequest(on: string, act: () => void | Promise<void>): void {
    this.interruptions.push({ on, act })
  }

  /** Lets the slow requests continue. */
  release(): void {
    for (const go of this.pausedRequests.splice(0)) go()
  }

  /** Drops all idempotency keys, as the provider does after a day. */
  forgetKeys(): void {
    this.keys.clear()
  }

  listWrites(path: string): RecordedRequest[] {
    return this.requests.filter((one) => one.method === 'POST' && one.path.startsWith(path))
  }

  /** Signs as the provider does. `at`: the receiver's time, UTC milliseconds. */
  sign(body: string, at: number, secret = this.webhookSecret): string {
    const timestamp = Math.floor(at / 1000)
    return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  }

  /** Delivers all pending events, each `times` times; returns the receiver's statuses. */
  async deliver(
    receiver: Receiver,
    how: { at: number; reversed?: boolean; times?: number },
  ): Promise<number[]> {
    const events = this.state.events.splice(0)
    if (how.reversed) events.reverse()
    const statuses: number[] = []
    for (const event of events)
      for (let time = 0; time < (how.times ?? 1); time += 1)
        statuses.push(await this.send(event, receiver, how.at))
    return statuses
  }

  async send(event: DoubleEvent, receiver: Receiver, at: number): Promise<number> {
    const body = JSON.stringify({ ...event, created: Math.floor(at / 1000) })
    return receiver(body, this.sign(body, at))
  }

  async close(): Promise<void> {
    this.release()
    await new Promise((closed) => {
      this.server.close(closed)
      this.server.closeAllConnections()
    })
  }

  private async receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://double')
    const method = req.method ?? 'GET'
    const params = Object.fromEntries(
      method === 'GET' ? searchParams : new URLSearchParams(await readBody(req)),
    )
    const key = req.headers['idempotency-key']?.toString()
    const request: RecordedRequest = { method, path: pathname, key, params }
    this.requests.push(request)
    const name = `${method} ${pathname}`
    const at = this.interruptions.findIndex(({ on }) => name.startsWith(on))
    if (at >= 0) await this.interruptions.splice(at, 1)[0]?.act()
    const fault = this.takeFault(name)
    if (fault === 'slow') await new Promise<void>((go) => this.pausedRequests.push(go))
    const answer = this.answerTo(request, req.headers.authorization, fault)
    if (fault === 'drop') {
      res.socket?.destroy()
      return
    }
    // The provider would only repeat this answer, so it tells the SDK not to retry.
    if (fault === 'kept-500') res.setHeader('stripe-should-retry', 'false')
    res.writeHead(answer.status, { 'Content-Type': 'application/json', 'Request-Id': 'req_double' })
    res.end(JSON.stringify(answer.body))
  }

  private takeFault(name: string): FaultKind | undefined {
    const fault = this.faults.find(({ on, times }) => times > 0 && name.startsWith(on))
    if (fault) fault.times -= 1
    return fault?.kind
  }

  private answerTo(
    request: RecordedRequest,
    authorization: string | undefined,
    fault: FaultKind | undefined,
  ): StripeAnswer {
    if (fault === '500')
      return { status: 500, body: { error: { type: 'api_error', message: 'Broken' } } }
    if (fault === '403') return createRefusal(403, 'more_permissions_required')
    if (fault === '429') return createRefusal(429, 'rate_limit')
    const byPayer = request.path.endsWith('/confirm')
    if (!byPayer && authorization !== `Bearer ${this.secretKey}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Key' } } }
    if (request.method === 'GET' || byPayer) return this.act(request)
    return this.actOnce(request, fault)
  }

  /** The first answer to a key answers every repeat; other content under that key is refused. */
  private actOnce(request: RecordedRequest, fault: FaultKind | undefined): StripeAnswer {
    const { key, path, params } = request
    // The SDK generates a random key if it is given none.
    if (!key || /^stripe-node-retry/.test(key)) {
      this.violations.push(`${request.method} ${path}`)
      return createRefusal(400, 'idempotency_key_missing')
    }
    const content = JSON.stringify([path, params])
    const before = this.keys.get(key)
    if (before && before.content !== content)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Other' } } }
    if (before) return before.answer
    const answer: StripeAnswer =
      fault === 'kept-500'
        ? { status: 500, body: { error: { type: 'api_error', message: 'Broken' } } }
        : this.act(request)
    const copy = structuredClone(answer)
    this.keys.set(key, { content, answer: copy })
    return copy
  }

  private act({ method, path, params }: RecordedRequest): StripeAnswer {
    const [, , resource, id = '', verb] = path.split('/')
    const name = `${method} ${resource}${id ? '/:id' : ''}${verb ? `/${verb}` : ''}`
    switch (name) {
      case 'POST payment_intents':
        return this.state.create(params)
      case 'GET payment_intents/:id':
        return this.state.retrieve(id)
      case 'POST payment_intents/:id/cancel':
        return this.state.cancel(id)
      case 'POST payment_intents/:id/confirm':
        return this.state.confirm(id, params.payment_method ?? '')
      case 'POST refunds':
        return this.state.refund(params)
      case 'GET refunds':
        return this.state.listRefunds(params)
      case 'GET disputes':
        return this.state.listDisputes(params)
      default:
        return createRefusal(404, 'unknown_path')
    }
  }
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
