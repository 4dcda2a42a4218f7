import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Clock } from '#server/lib/clock.ts'
import { type Endpoint, FUNCTIONS } from '#shared/lib/endpoint.ts'
import { parse } from '#shared/lib/result.ts'
import { type Declined, decline, type HttpResult } from './answer.ts'
import {
  type Account,
  type Caller,
  type CookiePolicy,
  type FindAccount,
  readCaller,
} from './caller.ts'
import { sendRefusal } from './responses.ts'
import { CROSS_SITE, isCrossSite } from './security.ts'

/** How long after a sign-in endpoints marked `fresh` may be called, ms. */
export const FRESH_FOR = 10 * 60_000

/** Whether an endpoint needs a signed-in account. */
function asksForAccount({ access }: Endpoint): boolean {
  return access === 'account' || access === 'owner'
}

/** Why this account may not call the endpoint; undefined if it may. */
function refusalOf(
  endpoint: Endpoint,
  account: Account | undefined,
  now: number,
): Declined | undefined {
  if (!asksForAccount(endpoint)) return undefined
  if (!account) return decline(401, 'signed_out', 'Please sign in.')
  if (endpoint.access === 'owner' && account.role !== 'owner')
    return decline(403, 'not_owner', 'This is for the owner only.')
  if (endpoint.fresh && now - account.signedInAt > FRESH_FOR)
    return decline(403, 'not_fresh', 'Please sign in again to do this.')
  return undefined
}

/** Largest JSON body unless the endpoint allows more, bytes. */
const JSON_LIMIT = 64 * 1024
const RAW_LIMIT = '512kb'

type FunctionHandler<Input, Output> = (
  input: Input,
  caller: Caller,
) => HttpResult<Output> | Promise<HttpResult<Output>>

type RawHandler<Input> = (input: Input, caller: Caller, res: Response) => void | Promise<void>

interface Parts {
  cookies: CookiePolicy
  findAccount: FindAccount
  clock: Clock
}

/**
 * The function endpoints. Each is mounted with its contract (`Endpoint`), which says who may call
 * it; paths that are not mounted are refused.
 */
export class FunctionRoutes {
  readonly router: Router = express.Router()
  readonly endpoints: Endpoint[] = []

  constructor(private readonly parts: Parts) {}

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

  /** For handlers that write the answer themselves; the input is parsed as in `on`. */
  custom<Input, Output>(endpoint: Endpoint<Input, Output>, handler: RawHandler<Input>): void {
    const body = express.json({ limit: endpoint.largestBody ?? JSON_LIMIT })
    this.mount(endpoint, body, async (req, res) => {
      const input = parse(endpoint.input, endpoint.method === 'GET' ? req.query : (req.body ?? {}))
      if (!input.ok) {
        sendRefusal(res, 400, { ...input.refusal, error: endpoint.failure })
        return
      }
      await handler(input.value, callerOf(req, res, this.parts.cookies), res)
    })
  }

  /** For signed bodies: the handler gets the unparsed bytes in `req.body`. */
  raw(endpoint: Endpoint, handler: RequestHandler): void {
    this.mount(endpoint, express.raw({ type: () => true, limit: RAW_LIMIT }), handler)
  }

  /** Answers wrong methods and unknown paths; call it after all endpoints are mounted. */
  close(): void {
    this.router.use((req, res) => {
      const known = this.endpoints.filter(({ path }) => path === `${FUNCTIONS}${req.path}`)
      if (known.length > 0) {
        res.set('Allow', known.map(({ method }) => method).join(', '))
        sendRefusal(res, 405, { code: 'method', error: 'Method not allowed' })
      } else sendRefusal(res, 404, { code: 'not_found', error: 'Not found' })
    })
  }

  private mount(endpoint: Endpoint, body: RequestHandler, handler: RequestHandler): void {
    this.endpoints.push(endpoint as Endpoint)
    const name = endpoint.path.slice(FUNCTIONS.length)
    const guard = this.guard(endpoint as Endpoint)
    const begin = beginning(endpoint as Endpoint)
    if (endpoint.method === 'GET') this.router.get(name, begin, guard, handler)
    else this.router.post(name, begin, guard, body, handler)
  }

  /** Checks access before the body is read, so that a stranger's large body is not parsed. */
  private guard(endpoint: Endpoint): RequestHandler {
    return async (req, res, next) => {
      if (!endpoint.fromAnywhere && isCrossSite(req)) return sendRefusal(res, 403, CROSS_SITE)
      if (!asksForAccount(endpoint)) return next()
      const account = await this.parts.findAccount(req, res)
      const refused = refusalOf(endpoint, account, this.parts.clock())
      if (refused) return sendRefusal(res, refused.status, refused.refusal)
      res.locals.account = account
      next()
    }
  }
}

function callerOf(req: Request, res: Response, cookies: CookiePolicy): Caller {
  return { ...readCaller(req, cookies), ...(res.locals.account && { account: res.locals.account }) }
}

function beginning({ failure }: Endpoint): RequestHandler {
  return (_req, res, next) => {
    res.set('Cache-Control', 'no-store')
    // Read by `errorAnswers` if the request fails.
    res.locals.failure = failure
    next()
  }
}
