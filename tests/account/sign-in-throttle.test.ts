import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMailsOfKind } from '#tests/contact/contact-site.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { generateTotp } from '#tests/support/account/sign-in-methods.ts'
import { getCookies, type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
})
afterEach(() => site.close())

/** The network address of the n-th stranger. */
const stranger = (n: number) => `203.0.113.${n}`
const AT_HOME = '198.51.100.1'
const ABROAD = '192.0.2.1'

interface AuthCall {
  from: string
  name: string
  body: object
  cookie?: string
}

function callAuth({ from, name, body, cookie = '' }: AuthCall): Promise<Response> {
  return fetch(`${site.url}/functions/auth/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, Cookie: cookie },
    body: JSON.stringify(body),
  })
}

const signIn = (from: string, cookie?: string) =>
  callAuth({ from, name: 'sign-in', body: owner, ...(cookie && { cookie }) })

const guess = (from: string, cookie?: string) =>
  callAuth({
    from,
    name: 'sign-in',
    body: { ...owner, password: 'wrong' },
    ...(cookie && { cookie }),
  })

/** The cookies, without the session, of a device that signed in before and is signed out now. */
async function createKnownDevice(): Promise<string> {
  await site.signInOwner()
  const signedIn = await signIn(AT_HOME)
  expect(signedIn.status).toBe(200)
  return getCookies(signedIn)
    .split('; ')
    .filter((cookie) => !cookie.startsWith('account.session'))
    .join('; ')
}

/** Calls that a stranger can make about an account whose address they know. */
const wrongCalls: Record<string, object> = {
  'sign-in': { email: owner.email, password: 'wrong' },
  'sign-up': { name: 'Somebody', email: owner.email, password: 'not this one, 9' },
  'send-confirmation': { email: owner.email },
  'request-reset': { email: owner.email },
  'second-factor': { code: '000000', kind: 'app' },
  'confirm-email': { token: 'wrong' },
  'reset-password': { token: 'wrong', password: 'not this one, 9' },
}

async function countAnsweredGuesses(addresses: string[], tries: number): Promise<number> {
  let answered = 0
  for (const from of addresses)
    for (let tried = 0; tried < tries; tried++) if ((await guess(from)).status === 401) answered++
  return answered
}

describe('An owner whose email address a stranger knows', () => {
  it('can still sign in, on a known and on a new device, after wrong calls to the sign-in endpoints', async () => {
    const known = await createKnownDevice()
    for (const [name, body] of Object.entries(wrongCalls))
      for (let tried = 0; tried < 12; tried++) await callAuth({ from: stranger(1), name, body })
    expect((await signIn(AT_HOME, known)).status).toBe(200)
    expect((await signIn(ABROAD)).status).toBe(200)
  })

  it('is still emailed a password reset link after a stranger has requested as many as allowed', async () => {
    await site.signInOwner()
    for (let tried = 0; tried < 12; tried++)
      await callAuth({ from: stranger(1), name: 'request-reset', body: { email: owner.email } })
    const request = { from: AT_HOME, name: 'request-reset', body: { email: owner.email } }
    expect((await callAuth(request)).status).toBe(200)
  })

  it('can still sign in on a known device while guesses come from many addresses, even from its own', async () => {
    const known = await createKnownDevice()
    await countAnsweredGuesses([...Array(4).keys()].map(stranger), 10)
    await countAnsweredGuesses([AT_HOME], 70)
    expect((await signIn(AT_HOME, known)).status).toBe(200)
    const refused = await signIn(ABROAD)
    expect([refused.status, (await refused.json()).error]).toEqual([
      429,
      'Too many tries. Please wait 15 minutes, or use a passkey or a device that you have used before.',
    ])
  })

  it('can always attempt a passkey sign-in, however many have failed', async () => {
    await site.signInOwner()
    const response = {
      ...{ id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    }
    for (let tried = 0; tried < 70; tried++)
      expect(
        (await callAuth({ from: AT_HOME, name: 'passkey-sign-in', body: { response } })).status,
      ).toBe(401)
  })
})

describe('Mails that a stranger causes', () => {
  it('are at most a handful a day for one mailbox, from however many addresses, and the owner’s device still gets its own', async () => {
    const known = await createKnownDevice()
    const body = { email: owner.email }
    for (const name of ['request-reset', 'send-confirmation'])
      for (let from = 1; from <= 20; from++) await callAuth({ from: stranger(from), name, body })
    expect(await readMailsOfKind(site, 'account-reset')).toHaveLength(8)
    const own = { from: AT_HOME, name: 'request-reset', body, cookie: known }
    expect((await callAuth(own)).status).toBe(200)
    expect(await readMailsOfKind(site, 'account-reset')).toHaveLength(9)
  })

  it('are four a day from one home, also under other spellings of the mailbox', async () => {
    const statuses: number[] = []
    for (let tried = 0; tried < 6; tried++)
      statuses.push(
        (
          await callAuth({
            from: stranger(1),
            name: 'request-reset',
            body: { email: `a.b+${tried}@gmail.com` },
          })
        ).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })
})

it('Challenges for passkeys are stored at most sixty times in a quarter of an hour for one home', async () => {
  const statuses: number[] = []
  for (let tried = 0; tried < 65; tried++)
    statuses.push((await callAuth({ from: stranger(1), name: 'passkey-options', body: {} })).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(await site.db.read.selectFrom('verification').select('id').execute()).toHaveLength(60)
})

describe('Guessing a password', () => {
  it('is limited per network address, whatever the letter case of the account’s email address', async () => {
    await site.signInOwner()
    expect(await countAnsweredGuesses([stranger(1)], 15)).toBe(10)
    const body = { email: owner.email.toUpperCase(), password: owner.password }
    expect((await callAuth({ from: stranger(1), name: 'sign-in', body })).status).toBe(429)
  })

  it('is limited even from 45 network addresses', async () => {
    await site.signInOwner()
    expect(await countAnsweredGuesses([...Array(45).keys()].map(stranger), 1)).toBe(30)
  })

  it('is limited per network address across many accounts, and other addresses are not blocked', async () => {
    await site.signInOwner()
    const statuses: number[] = []
    for (let tried = 0; tried < 62; tried++) {
      const body = { email: `guess${tried}@example.com` }
      statuses.push((await callAuth({ from: stranger(1), name: 'request-reset', body })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    const request = { name: 'request-reset', body: { email: owner.email } }
    expect((await callAuth({ ...request, from: stranger(2) })).status).toBe(200)
  })

  it('is limited on a device that signed in before, and a forged device cookie does not lift the limit', async () => {
    const known = await createKnownDevice()
    let answered = 0
    for (let tried = 0; tried < 15; tried++)
      if ((await guess(AT_HOME, known)).status === 401) answered++
    expect(answered).toBe(10)
    const forged = known.replace(/\.[\w-]+$/, '.forged')
    await countAnsweredGuesses([...Array(4).keys()].map(stranger), 8)
    expect((await signIn(ABROAD, forged)).status).toBe(429)
  })

  it('gets no extra attempts from another account that the attacker can sign in to', async () => {
    const known = await createKnownDevice()
    await countAnsweredGuesses([...Array(4).keys()].map(stranger), 8)
    const other = known.replace(/^device-[\w-]+/, 'device-of-somebody-else')
    expect((await signIn(ABROAD, other)).status).toBe(429)
  })
})

/** Signs the owner in and sets up the second factor. */
async function enableSecondFactor(): Promise<void> {
  const cookie = await site.signInOwner()
  const begun = await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
  const secret = new URL((await begun.json()).uri).searchParams.get('secret') ?? ''
  const code = generateTotp(secret, Date.now())
  await site.call('auth/confirm-second-factor', { code }, cookie)
}

/** The status of 15 wrong codes from as many addresses, each with a challenge of its own. */
async function guessCodes(rewrite = (cookie: string) => cookie): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < 15; n++) {
    const cookie = rewrite(getCookies(await signIn(stranger(n))))
    const body = { code: '000000', kind: 'app' }
    const answered = await callAuth({ from: stranger(n), name: 'second-factor', body, cookie })
    statuses.push(answered.status)
  }
  return statuses
}

describe('Guessing a code of two-step verification', () => {
  it('is limited per account, however often an attacker with the password starts a new sign-in', async () => {
    await enableSecondFactor()
    expect((await guessCodes()).filter((status) => status === 401)).toHaveLength(10)
  })

  it.each([
    ['in quotes', (cookie: string) => cookie.replace(/two_factor=([^;]*)/, 'two_factor="$1"')],
    ['with a space', (cookie: string) => cookie.replace('two_factor=', 'two_factor =')],
    ['after a broken one', (cookie: string) => `account.two_factor=%E0%A4%A; ${cookie}`],
    ['after another', (cookie: string) => `account.two_factor=another; ${cookie}`],
    ['before another', (cookie: string) => `${cookie}; account.two_factor=another`],
  ])('counts for its account wherever it is checked, with the cookie %s', async (_how, rewrite) => {
    await enableSecondFactor()
    expect(await guessCodes(rewrite)).not.toContain(500)
    const { rows } = await sql<{ wrong: number | null }>`
      SELECT failed_verification_count AS wrong FROM two_factor`.execute(site.db.read)
    const alarms = await readMailsOfKind(site, 'account-alarm')
    expect(alarms.length > 0).toBe((rows[0]?.wrong ?? 0) > 0)
  })
})

describe('An owner whose account is under attack', () => {
  const alarm = async (cookie: string) =>
    (await (await site.get('/functions/auth/sign-in-alarm', cookie)).json()).lastAt

  it('is notified by one email a day and by a notice on the account page', async () => {
    const cookie = await site.signInOwner()
    expect(await alarm(cookie)).toBeNull()
    await countAnsweredGuesses([stranger(1), stranger(2)], 12)
    const [mail, ...others] = await readMailsOfKind(site, 'account-alarm')
    expect(mail?.headers.get('to')).toContain(owner.email)
    expect(mail?.text).toContain('http')
    expect(others).toEqual([])
    expect(await alarm(cookie)).toBe(new Date(site.time.now).toISOString())
    site.time.now += 25 * 3_600_000
    await countAnsweredGuesses([stranger(3)], 12)
    expect(await readMailsOfKind(site, 'account-alarm')).toHaveLength(2)
  })

  it('gets no email about attempts on another account', async () => {
    await site.signInOwner()
    for (let tried = 0; tried < 12; tried++) {
      const body = { email: 'nobody@example.com', password: 'wrong' }
      await callAuth({ from: stranger(1), name: 'sign-in', body })
    }
    expect(await readMailsOfKind(site, 'account-alarm')).toEqual([])
  })
})

describe('RATE_LIMIT=off', () => {
  it('disables the rate limits', async () => {
    await site.close()
    site = await startSite({ RATE_LIMIT: 'off', TRUST_PROXY: '1' })
    await site.signInOwner()
    expect(await countAnsweredGuesses([stranger(1)], 12)).toBe(12)
  })
})
