import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailsOf } from '#tests/contact/messages.ts'
import { owner } from '#tests/support/owner-account.ts'
import { cookiesOf, type Site, startSite } from '#tests/support/site.ts'
import { codeOf } from '#tests/support/totp.ts'

let site: Site
beforeEach(async () => {
  site = await startSite({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
})
afterEach(() => site.close())

/** The network address of the n-th stranger. */
const stranger = (n: number) => `203.0.113.${n}`
const AT_HOME = '198.51.100.1'
const ABROAD = '192.0.2.1'

interface Asked {
  from: string
  name: string
  body: object
  cookie?: string
}

function ask({ from, name, body, cookie = '' }: Asked): Promise<Response> {
  return fetch(`${site.url}/functions/auth/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, Cookie: cookie },
    body: JSON.stringify(body),
  })
}

const signIn = (from: string, cookie?: string) =>
  ask({ from, name: 'sign-in', body: owner, ...(cookie && { cookie }) })

const guess = (from: string, cookie?: string) =>
  ask({ from, name: 'sign-in', body: { ...owner, password: 'wrong' }, ...(cookie && { cookie }) })

/** The cookies, without the session, of a device that signed in before and is signed out now. */
async function knownDevice(): Promise<string> {
  await site.owner()
  const signedIn = await signIn(AT_HOME)
  expect(signedIn.status).toBe(200)
  return cookiesOf(signedIn)
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

async function guessedFrom(addresses: string[], tries: number): Promise<number> {
  let answered = 0
  for (const from of addresses)
    for (let tried = 0; tried < tries; tried++) if ((await guess(from)).status === 401) answered++
  return answered
}

describe('an owner whose address is known to a stranger', () => {
  it('still signs in, on a known and on a new device, after wrong calls of every endpoint', async () => {
    const known = await knownDevice()
    for (const [name, body] of Object.entries(wrongCalls))
      for (let tried = 0; tried < 12; tried++) await ask({ from: stranger(1), name, body })
    expect((await signIn(AT_HOME, known)).status).toBe(200)
    expect((await signIn(ABROAD)).status).toBe(200)
  })

  it('is still mailed a new password’s link after a stranger asked for as many as they could', async () => {
    await site.owner()
    for (let tried = 0; tried < 12; tried++)
      await ask({ from: stranger(1), name: 'request-reset', body: { email: owner.email } })
    const asked = { from: AT_HOME, name: 'request-reset', body: { email: owner.email } }
    expect((await ask(asked)).status).toBe(200)
  })

  it('still signs in on a known device while the account is tried from everywhere, also from its own address', async () => {
    const known = await knownDevice()
    await guessedFrom([...Array(4).keys()].map(stranger), 10)
    await guessedFrom([AT_HOME], 70)
    expect((await signIn(AT_HOME, known)).status).toBe(200)
    const refused = await signIn(ABROAD)
    expect([refused.status, (await refused.json()).error]).toEqual([
      429,
      'Too many tries. Please wait 15 minutes, or use a passkey or a device that you have used before.',
    ])
  })

  it('may always try a passkey', async () => {
    await site.owner()
    const response = {
      ...{ id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    }
    for (let tried = 0; tried < 70; tried++)
      expect(
        (await ask({ from: AT_HOME, name: 'passkey-sign-in', body: { response } })).status,
      ).toBe(401)
  })
})

describe('guessing a password', () => {
  it('is bounded from one address, whatever the case of the account’s', async () => {
    await site.owner()
    expect(await guessedFrom([stranger(1)], 15)).toBe(10)
    const body = { email: owner.email.toUpperCase(), password: owner.password }
    expect((await ask({ from: stranger(1), name: 'sign-in', body })).status).toBe(429)
  })

  it('is bounded from 200 addresses', async () => {
    await site.owner()
    expect(await guessedFrom([...Array(200).keys()].map(stranger), 1)).toBe(30)
  })

  it('is bounded over many accounts from one address, and others are not held up', async () => {
    await site.owner()
    const statuses: number[] = []
    for (let tried = 0; tried < 62; tried++) {
      const body = { email: `guess${tried}@example.com` }
      statuses.push((await ask({ from: stranger(1), name: 'request-reset', body })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    const asked = { name: 'request-reset', body: { email: owner.email } }
    expect((await ask({ ...asked, from: stranger(2) })).status).toBe(200)
  })

  it('is bounded on a device that signed in before, also by a cookie that somebody made up', async () => {
    const known = await knownDevice()
    let answered = 0
    for (let tried = 0; tried < 15; tried++)
      if ((await guess(AT_HOME, known)).status === 401) answered++
    expect(answered).toBe(10)
    const forged = known.replace(/\.[\w-]+$/, '.forged')
    await guessedFrom([...Array(4).keys()].map(stranger), 8)
    expect((await signIn(ABROAD, forged)).status).toBe(429)
  })

  it('gains nothing by another account that the guesser signs in to', async () => {
    const known = await knownDevice()
    await guessedFrom([...Array(4).keys()].map(stranger), 8)
    const other = known.replace(/^device-[\w-]+/, 'device-of-somebody-else')
    expect((await signIn(ABROAD, other)).status).toBe(429)
  })
})

describe('guessing the code of a second factor', () => {
  it('is bounded for the account, however often somebody who knows the password begins again', async () => {
    const cookie = await site.owner()
    const begun = await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
    const secret = new URL((await begun.json()).uri).searchParams.get('secret') ?? ''
    const code = codeOf(secret, Date.now())
    await site.call('auth/confirm-second-factor', { code }, cookie)
    let answered = 0
    for (let n = 0; n < 15; n++) {
      const challenge = cookiesOf(await signIn(stranger(n)))
      const body = { code: '000000', kind: 'app' }
      const asked = { from: stranger(n), name: 'second-factor', body, cookie: challenge }
      if ((await ask(asked)).status === 401) answered++
    }
    expect(answered).toBe(10)
  })
})

describe('an owner whose account is hammered', () => {
  const alarm = async (cookie: string) =>
    (await (await site.get('/functions/auth/sign-in-alarm', cookie)).json()).lastAt

  it('is told by one mail a day and by a line at the account', async () => {
    const cookie = await site.owner()
    expect(await alarm(cookie)).toBeNull()
    await guessedFrom([stranger(1), stranger(2)], 12)
    const [mail, ...others] = await mailsOf(site, 'account-alarm')
    expect(mail?.headers.get('to')).toContain(owner.email)
    expect(mail?.text).toContain('http')
    expect(others).toEqual([])
    expect(await alarm(cookie)).toBe(new Date(site.time.now).toISOString())
    site.time.now += 25 * 3_600_000
    await guessedFrom([stranger(3)], 12)
    expect(await mailsOf(site, 'account-alarm')).toHaveLength(2)
  })

  it('is not mailed because of somebody else’s account', async () => {
    await site.owner()
    for (let tried = 0; tried < 12; tried++) {
      const body = { email: 'nobody@example.com', password: 'wrong' }
      await ask({ from: stranger(1), name: 'sign-in', body })
    }
    expect(await mailsOf(site, 'account-alarm')).toEqual([])
  })
})

describe('RATE_LIMIT=off', () => {
  it('lifts the counters', async () => {
    await site.close()
    site = await startSite({ RATE_LIMIT: 'off', TRUST_PROXY: '1' })
    await site.owner()
    expect(await guessedFrom([stranger(1)], 12)).toBe(12)
  })
})
