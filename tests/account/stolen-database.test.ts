import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeBackup } from '#server/db/backup/backup.ts'
import { openKeys } from '#server/db/key-files.ts'
import { getService } from '#shared/content/services.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { generateTotp } from '#tests/support/account/sign-in-methods.ts'
import { engine, openDatabase, readStoredTables } from '#tests/support/db/database.ts'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookie, getCookies, type Site, startSite, TODAY } from '#tests/support/server/site.ts'

const API_KEY = 'daily-api-key-4711'
const CALENDAR = 'http://127.0.0.1:9'
const visitor = { name: 'Elisabeth Sørbø', email: 'elisabeth@example.com', password: 'blåbær-42' }

const smtp = new SmtpDouble()
let site: Site
beforeEach(async () => {
  await smtp.start()
  site = await startSite({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hello@lysning.example',
    DAILY_API_KEY: API_KEY,
    DAILY_API_BASE: 'http://127.0.0.1:9',
    CALENDAR_ORIGIN: CALENDAR,
  })
})
afterEach(async () => {
  await site.close()
  await smtp.stop()
})

/** The value of a cookie, as the browser sends it back. */
function getCookieValue(cookies: string, name: string): string {
  const [, value = ''] = new RegExp(`${name}=([^;]+)`).exec(cookies) ?? []
  return decodeURIComponent(value)
}

/** The token behind these words in the newest mail that contains them. */
async function readMailedValue(prefix: string): Promise<string> {
  await site.drain()
  const texts = smtp.received.map(({ raw }) => parseMail(raw).text)
  const found = texts.flatMap((text) => text.split(prefix).slice(1))
  return decodeURIComponent(/^[\w%.-]+/.exec(found.at(-1) ?? '')?.[0] ?? '')
}

async function createAccountSecrets() {
  await site.call('auth/sign-up', visitor)
  const unused = await readMailedValue('#confirm=')
  await site.call('auth/confirm-email', { token: unused })
  await site.call('auth/request-reset', { email: visitor.email })
  const cookie = await site.signInOwner()
  const response = await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
  const { uri, backupCodes } = await response.json()
  const totp = new URL(uri).searchParams.get('secret') ?? ''
  const code = generateTotp(totp, Date.now())
  const confirmed = await site.call('auth/confirm-second-factor', { code }, cookie)
  const signedIn = getCookies(confirmed) || cookie
  const pending = getCookies(await site.call('auth/sign-in', owner))
  const [token = '', signature = ''] = getCookieValue(signedIn, 'session_token').split('.')
  return {
    cookie: signedIn,
    pending,
    secrets: {
      'session token': token,
      'session signature': signature,
      'pending second step': getCookieValue(pending, 'two_factor').split('.')[0] ?? '',
      'confirm code': unused,
      'reset code': await readMailedValue('#reset='),
      'second factor': totp,
      'second factor, as bytes': toRawSecret(totp),
      'backup code': String(backupCodes[0]),
    },
  }
}

async function createBookingSecrets() {
  const free = await site.post(buildBookingFields())
  const { bookingId, manageUrl } = await free.json()
  const paid = buildBookingFields({
    service_type: 'bespoke_planning',
    start: '2026-11-25T09:00:00.000Z',
    date: '2026-11-25',
  })
  const holdResponse = await site.post(paid)
  const hold = await holdResponse.json()
  const { type: serviceType, amount, currency } = getService('bespoke-planning')
  const request = { bookingId: hold.bookingId, serviceType, amount, currency }
  const intentResponse = await site.call('create-payment-intent', request, getCookie(holdResponse))
  const { clientSecret } = await intentResponse.json()
  await site.post(buildContactFields({ newsletter: 'on' }))
  const sig = new URL(manageUrl, site.url).searchParams.get('sig') ?? ''
  return {
    bookingId: String(bookingId),
    secrets: {
      'booking link': sig,
      'payment secret': String(clientSecret),
      'newsletter link': await readMailedValue('&sig='),
      'browser cookie': getCookieValue(getCookie(free), 'browser'),
    },
  }
}

async function createCalendarSecrets(cookie: string) {
  const address = `${CALENDAR}/private-canary-of-the-calendar/basic.ics`
  expect((await site.call('set-feed', { address }, cookie)).status).toBe(200)
  const { url } = await (await site.call('renew-bookings-feed', {}, cookie)).json()
  return {
    'calendar address': 'private-canary-of-the-calendar',
    'bookings feed': new URL(url).searchParams.get('token') ?? '',
  }
}

/** The base32 text of a secret, as the library has it before encryption. */
function toRawSecret(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return (bits.match(/.{8}/g) ?? [])
    .map((byte) => String.fromCharCode(Number.parseInt(byte, 2)))
    .join('')
}

async function createAllSecrets() {
  const account = await createAccountSecrets()
  const booking = await createBookingSecrets()
  const calendar = await createCalendarSecrets(account.cookie)
  const secrets = { ...account.secrets, ...booking.secrets, ...calendar, 'API key': API_KEY }
  return { account, booking, secrets }
}

/**
 * All bytes of the database, its write-ahead log and a backup, as Latin-1 text; on PostgreSQL, the
 * rows of the database, because its dump is compressed.
 */
async function readCopiedBytes(): Promise<string> {
  const { dataDir } = site
  if (engine === 'postgres') return JSON.stringify(await readStoredTables(dataDir))
  const folder = path.join(dataDir, 'backups')
  const backup = await takeBackup({ dataDir, folder, now: TODAY })
  const files = [dataDir, backup.folder].flatMap((place) =>
    fs
      .readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  return files.map((file) => fs.readFileSync(file, 'latin1')).join('\n')
}

describe('A copy of the database', () => {
  it('contains, like its backup, no token, code, link, address or key in a usable form', async () => {
    const { secrets } = await createAllSecrets()
    for (const [name, secret] of Object.entries(secrets))
      expect(secret.length, name).toBeGreaterThan(8)
    const bytes = await readCopiedBytes()
    expect(bytes).toContain(visitor.email)
    expect(
      Object.keys(secrets).filter((name) => bytes.includes(Reflect.get(secrets, name))),
    ).toEqual([])
  })

  it('contains no value that the running site accepts as a session, a code or a link', async () => {
    const { booking } = await createAllSecrets()
    const values = await readAllTexts(site.dataDir)
    expect(values.length).toBeGreaterThan(80)
    const accepted: string[] = []
    for (const value of values) {
      const given = encodeURIComponent(value)
      const cookie = `account.session_token=${given}; account.two_factor=${given}; browser=${given}`
      const responses = await Promise.all([
        site.get('/functions/auth/sessions', cookie),
        site.get(`/functions/bookings-feed?token=${given}`),
        site.get(`/functions/get-booking?id=${booking.bookingId}&sig=${given}`, cookie),
        site.call('auth/reset-password', { token: value, password: 'another one, 77' }),
        site.call('auth/second-factor', { code: '000000', kind: 'app' }, cookie),
      ])
      const user = await site.call('auth/confirm-email', { token: value }, cookie)
      const { user: confirmed } = await user.json()
      if (responses.some(({ ok }) => ok) || confirmed) accepted.push(value)
    }
    expect(accepted).toEqual([])
  })

  it('cannot be opened without its keys, and no new keys are created for it', async () => {
    const stolen = path.join(site.dataDir, 'stolen')
    const first = await openDatabase(stolen)
    const keys = await openKeys(first, path.join(stolen, 'keys'))
    await first.close()
    fs.renameSync(path.join(stolen, 'keys'), path.join(stolen, 'elsewhere'))
    const db = await openDatabase(stolen)
    await expect(openKeys(db, path.join(stolen, 'keys'))).rejects.toThrow(
      /^The key \S+, which this database was last used with, is not in .+$/,
    )
    expect(fs.existsSync(path.join(stolen, 'keys'))).toBe(false)
    fs.renameSync(path.join(stolen, 'elsewhere'), path.join(stolen, 'keys'))
    expect((await openKeys(db, path.join(stolen, 'keys'))).id).toBe(keys.id)
    await db.close()
  })
})

/** Every text in all tables, also inside JSON, that a thief could try as a token or password. */
async function readAllTexts(dataDir: string): Promise<string[]> {
  const found = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string' && value.length >= 16 && value.length <= 128) found.add(value)
    if (typeof value === 'string' && /^[[{]/.test(value)) add(JSON.parse(value))
    else if (typeof value === 'object' && value) Object.values(value).forEach(add)
  }
  Object.values(await readStoredTables(dataDir)).forEach(add)
  return [...found]
}
