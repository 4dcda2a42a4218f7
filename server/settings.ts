import { isIP } from 'node:net'
import path from 'node:path'
import * as v from 'valibot'
import { emailAddressField, isEmailAddress } from '#shared/lib/form-fields.ts'
import { parseMailFrom } from './mail/address.ts'

const optionalText = v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('is empty')))

const wholeNumber = (max: number, fallback: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, `must be a whole number from 0 to ${max}`),
      v.transform(Number),
      v.maxValue(max, `must be at most ${max}`),
    ),
    String(fallback),
  )

const urlAddress = (...protocols: string[]) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
      ),
    ),
  )

/** Without a host, the driver and PostgreSQL's programs would each look elsewhere. */
function namesDatabase(value: string): boolean {
  if (!/^postgres(ql)?:\/\/[^/]*\/[^/?]+/.test(value) || !URL.canParse(value)) return false
  const { hostname, searchParams } = new URL(value)
  return Boolean(hostname || searchParams.get('host'))
}

const Environment = v.object({
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('is empty')), 'data'),
  KEYS_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('is empty'))),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        namesDatabase,
        'must name a PostgreSQL database, such as postgres://user:password@host:5432/name',
      ),
    ),
  ),
  HOST: v.optional(
    v.pipe(
      v.string(),
      v.check((host) => isIP(host) !== 0, 'must be an address of this machine, such as 10.0.0.1'),
    ),
    '127.0.0.1',
  ),
  PORT: wholeNumber(65_535, 3000),
  METRICS_PORT: v.optional(wholeNumber(65_535, 0)),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https?:\/\/[^/\s]+\/?$/,
        'must be only the origin of the site, such as https://example.com',
      ),
      v.transform((url) => url.replace(/\/$/, '')),
    ),
  ),
  TRUST_PROXY: wholeNumber(10, 0),
  DEMO: v.optional(v.picklist(['0', '1'], 'must be 0 or 1')),
  RATE_LIMIT: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  SERVICE_WORKER: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be debug, info, warn, error or silent',
    ),
    'info',
  ),
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')),
  ),
  STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^pk_/, 'must begin with pk_'))),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.regex(/^whsec_/, 'must begin with whsec_')),
  ),
  STRIPE_API_BASE: urlAddress('http:', 'https:'),
  SMTP_URL: urlAddress('smtp:', 'smtps:'),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (from) => isEmailAddress(parseMailFrom(from).address),
        'must be an email address, such as hello@example.com or Name <hello@example.com>',
      ),
    ),
  ),
  OWNER_EMAIL: v.optional(emailAddressField('must be an email address')),
  DAILY_API_KEY: optionalText,
  DAILY_API_BASE: urlAddress('http:', 'https:'),
  CALENDAR_ORIGIN: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
        'must be only an origin, such as http://calendar.home.arpa:5232',
      ),
    ),
  ),
})

export const settingNames = Object.keys(Environment.entries)

export interface Settings {
  dataDir: string
  /** Folder of the keys that sign and encrypt; backups do not contain it. */
  keysDir: string
  /** A PostgreSQL database; undefined: the SQLite file in `dataDir`. */
  databaseUrl: string | undefined
  /** The address that the server listens on. */
  host: string
  port: number
  /** Port of `GET /metrics` on the loopback address; undefined: no metrics are served. */
  metricsPort: number | undefined
  /** The site's address without a trailing slash; undefined on a local machine. */
  publicUrl: string | undefined
  /** Number of proxies in front of the server. */
  trustProxy: number
  rateLimit: boolean
  /** False: browsers unregister their service worker and delete its caches. */
  serviceWorker: boolean
  logLevel: string
  payments:
    | {
        kind: 'card'
        secretKey: string
        publishableKey: string
        webhookSecret: string
        apiBase: string | undefined
      }
    | { kind: 'demo' }
    | { kind: 'off' }
  mail: { smtpUrl: string | undefined; from: string | undefined; ownerEmail: string | undefined }
  video: { apiKey: string; apiBase: string | undefined } | undefined
  /** Origin of the one feed server that may be in a private network or use plain http. */
  calendarOrigin: string | undefined
}

/** The site's address without a trailing slash. */
export function getSiteUrl({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

export class SettingsError extends Error {}

/** Reads and checks the environment. Throws `SettingsError`, one line that names the setting. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const parsed = v.safeParse(Environment, environment)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new SettingsError(`Setting ${issue.path?.[0]?.key} ${issue.message}.`)
  }
  const env = parsed.output
  return {
    dataDir: env.DATA_DIR,
    keysDir: env.KEYS_DIR ?? path.join(env.DATA_DIR, 'keys'),
    databaseUrl: env.DATABASE_URL,
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    publicUrl: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    rateLimit: env.RATE_LIMIT === 'on',
    serviceWorker: env.SERVICE_WORKER === 'on',
    logLevel: env.LOG_LEVEL,
    payments: readPayments(env),
    mail: { smtpUrl: env.SMTP_URL, from: readMailFrom(env), ownerEmail: env.OWNER_EMAIL },
    video: env.DAILY_API_KEY
      ? { apiKey: env.DAILY_API_KEY, apiBase: env.DAILY_API_BASE }
      : undefined,
    calendarOrigin: env.CALENDAR_ORIGIN,
  }
}

type Environment = v.InferOutput<typeof Environment>

function readPayments(env: Environment): Settings['payments'] {
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = keys.filter((key) => !env[key])
  if (env.DEMO === '1' || (missing.length === keys.length && !env.PUBLIC_URL))
    return { kind: 'demo' }
  if (missing.length === keys.length) return { kind: 'off' }
  const [secretKey, publishableKey, webhookSecret] = keys.map((key) => env[key])
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new SettingsError(
      `Setting ${missing[0]} is missing. Card payment needs all of ${keys.join(', ')}.`,
    )
  return { kind: 'card', secretKey, publishableKey, webhookSecret, apiBase: env.STRIPE_API_BASE }
}

function readMailFrom(env: Environment): string | undefined {
  if (env.SMTP_URL && !env.MAIL_FROM)
    throw new SettingsError(
      'Setting MAIL_FROM is missing. Mail that is sent through SMTP_URL needs a sender address.',
    )
  return env.MAIL_FROM
}
