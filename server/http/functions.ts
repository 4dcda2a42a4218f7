import express, { type RequestHandler, type Response, type Router } from 'express'
import { type Endpoint, FUNCTIONS } from '../../shared/lib/endpoint.ts'
import { parse } from '../../shared/lib/parse.ts'
import type { Refusal } from '../../shared/lib/result.ts'
import type { HttpResult } from './answer.ts'
import { type Caller, type CookiePolicy, readCaller } from './caller.ts'

const JSON_LIMIT = '64kb'
const RAW_LIMIT = '512kb'

export type FunctionHandler<Input, Output> = (
  input: Input,
  caller: Caller,
) => HttpResult<Output> | Promise<HttpResult<Output>>

export type RawHandler<Input> = (
  input: Input,
  caller: Caller,
  res: Response,
) => void | Promise<void>

/** The function endpoints. Each is mounted with its contract; what is not mounted is refused. */
export class FunctionRoutes {
  readonly router: Router = express.Router()
  readonly endpoints: Endpoint[] = []
  private readonly cookies: CookiePolicy

  constructor(cookies: CookiePolicy) {
    this.cookies = cookies
  }

  on<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    handler: FunctionHandler<Input, Output>,
  ): void {
    this.custom(endpoint, async (input, caller, res) => {
      const result = await handler(input, caller)
      if (result.ok) res.json(result.value)
      else sendRefusal(res, result.status, result.refusal)
    })
  }

  /** For answers that are not JSON; the input is parsed all the same. */
  custom<Input, Output>(endpoint: Endpoint<Input, Output>, handler: RawHandler<Input>): void {
    this.mount(endpoint, express.json({ limit: JSON_LIMIT }), async (req, res) => {
      const input = parse(endpoint.input, endpoint.method === 'GET' ? req.query : (req.body ?? {}))
      if (!input.ok) {
        sendRefusal(res, 400, { ...input.refusal, error: endpoint.failure })
        return
      }
      await handler(input.value, readCaller(req, this.cookies), res)
    })
  }

  /** For signed bodies: the handler gets the bytes in `req.body`. */
  raw(endpoint: Endpoint, handler: RequestHandler): void {
    this.mount(endpoint, express.raw({ type: () => true, limit: RAW_LIMIT }), handler)
  }

  /** To be called once all are mounted: wrong methods and unknown names. */
  close(): void {
    this.router.use((req, res) => {
      const known = this.endpoints.find(({ path }) => path === `${FUNCTIONS}${req.path}`)
      if (known) {
        res.set('Allow', known.method)
        sendRefusal(res, 405, { code: 'method', error: 'Method not allowed' })
      } else sendRefusal(res, 404, { code: 'not_found', error: 'Not found' })
    })
  }

  private mount(endpoint: Endpoint, body: RequestHandler, handler: RequestHandler): void {
    this.endpoints.push(endpoint as Endpoint)
    const name = endpoint.path.slice(FUNCTIONS.length)
    if (endpoint.method === 'GET') this.router.get(name, noStore, handler)
    else this.router.post(name, noStore, body, handler)
  }
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store')
  next()
}

export function sendRefusal(res: Response, status: number, refusal: Refusal): void {
  res.status(status).json(refusal)
}
