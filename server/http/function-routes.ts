import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Clock } from '#server/lib/clock.ts'
import { findJsonProblem } from '#server/lib/json-limits.ts'
import { type Endpoint, FUNCTIONS_PATH } from '#shared/lib/endpoint.ts'
import { parse } from '#shared/lib/result.ts'
import { type HttpRefusal, type HttpResult, refuse } from './http-result.ts'
import {
  type Account,
  type CookiePolicy,
  type FindAccount,
  type RequestContext,
  readRequestContext,
} from './request-context.ts'
import { sendRefusal } from './responses.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from './security.ts'

/** How long after a sign-in endpoints marked `needsRecentSignIn` may be called, ms. */
export const RECENT_SIGN_IN_MS = 10 * 60_000

type Access = Pick<Endpoint, 'access' | 'needsRecentSignIn' | 'allowsCrossSite'>

/** Whether an endpoint needs a signed-in account. */
function requiresAccount({ access }: Access): boolean {
  return access === 'account' || access === 'owner'
}

/** Why this account may not call the endpoint; undefined if it may. */
function checkAccess(
  endpoint: Access,
  account: Account | undefined,
  now: number,
): HttpRefusal | undefined {
  if (!requiresAccount(endpoint)) return undefined
  if (!account) return refuse(401, 'signed_out', 'Please sign in.')
  if (endpoint.access === 'owner' && account.role !== 'owner')
    return refuse(403, 'not_owner', 'This is for the owner only.')
  if (endpoint.needsRecentSignIn && now - account.signedInAt > RECENT_SIGN_IN_MS)
    return refuse(403, 'not_fresh', 'Please sign in again to do this.')
  return undefined
}

/** Largest JSON body unless the endpoint allows more, bytes. */
const MAX_JSON_BYTES = 64 * 1024
const MAX_RAW_SIZE = '512kb'

type FunctionHandler<Input, Output> = (
  input: Input,
  caller: RequestContext,
) => HttpResult<Output> | Promise<HttpResult<Output>>

type CustomHandler<Input> = (
  input: Input,
  caller: RequestContext,
  res: Response,
) => void | Promise<void>

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
  custom<Input, Output>(endpoint: Endpoint<Input, Output>, handler: CustomHandler<Input>): void {
    const body = express.json({ limit: endpoint.maxBodyBytes ?? MAX_JSON_BYTES })
    this.mount(endpoint, body, async (req, res) => {
      const sent = endpoint.method === 'GET' ? req.query : (req.body ?? {})
      if (findJsonProblem(leaveOut(sent, endpoint.itemsCheckedApart))) {
        sendRefusal(res, 400, { code: 'json', error: endpoint.failure })
        return
      }
      const input = parse(endpoint.input, sent)
      if (!input.ok) {
        sendRefusal(res, 400, { ...input.refusal, error: endpoint.failure })
        return
      }
      await handler(input.value, createRequestContext(req, res, this.parts.cookies), res)
    })
  }

  /** For signed bodies: the handler gets the unparsed bytes in `req.body`. */
  raw(endpoint: Endpoint, handler: RequestHandler): void {
    this.mount(endpoint, express.raw({ type: () => true, limit: MAX_RAW_SIZE }), handler)
  }

  /** Answers wrong methods and unknown paths; call it after all endpoints are mounted. */
  mountFallback(): void {
    this.router.use((req, res) => {
      const known = this.endpoints.filter(({ path }) => path === `${FUNCTIONS_PATH}${req.path}`)
      if (known.length > 0) {
        res.set('Allow', known.map(({ method }) => method).join(', '))
        sendRefusal(res, 405, { code: 'method', error: 'Method not allowed' })
      } else sendRefusal(res, 404, { code: 'not_found', error: 'Not found' })
    })
  }

  private mount(endpoint: Endpoint, body: RequestHandler, handler: RequestHandler): void {
    this.endpoints.push(endpoint as Endpoint)
    const name = endpoint.path.slice(FUNCTIONS_PATH.length)
    const guard = guardAccess(endpoint as Endpoint, this.parts)
    const begin = prepareResponse(endpoint as Endpoint)
    if (endpoint.method === 'GET') this.router.get(name, begin, guard, handler)
    else this.router.post(name, begin, guard, body, handler)
  }
}

function leaveOut(sent: unknown, name: string | undefined): unknown {
  if (name === undefined || typeof sent !== 'object' || sent === null) return sent
  return Object.entries(sent).flatMap(([key, value]) => (key === name ? [] : [{ [key]: value }]))
}

/** Checks access before the body is read, so that a stranger's large body is not parsed. */
export function guardAccess(
  endpoint: Access,
  { findAccount, clock }: Pick<Parts, 'findAccount' | 'clock'>,
): RequestHandler {
  return async (req, res, next) => {
    if (!endpoint.allowsCrossSite && isCrossSite(req))
      return sendRefusal(res, 403, CROSS_SITE_REFUSAL)
    if (!requiresAccount(endpoint)) return next()
    const account = await findAccount(req, res)
    const refused = checkAccess(endpoint, account, clock())
    if (refused) return sendRefusal(res, refused.status, refused.refusal)
    res.locals.account = account
    next()
  }
}

function createRequestContext(req: Request, res: Response, cookies: CookiePolicy): RequestContext {
  return {
    ...readRequestContext(req, cookies),
    ...(res.locals.account && { account: res.locals.account }),
  }
}

function prepareResponse({ failure, path }: Endpoint): RequestHandler {
  return (_req, res, next) => {
    res.set('Cache-Control', 'no-store')
    // Read by `createErrorHandler` if the request fails.
    res.locals.failure = failure
    // Read by `measureRequests`.
    res.locals.route = path
    next()
  }
}
