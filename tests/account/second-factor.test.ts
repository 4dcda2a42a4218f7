import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { owner } from '#tests/support/account/owner-account.ts'
import { generateTotp } from '#tests/support/account/sign-in-methods.ts'
import { getCookies, type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
beforeEach(async () => {
  // The library reads the system clock, which is fixed here; each new code moves it on.
  vi.useFakeTimers({ toFake: ['Date'] })
  site = await startSite()
})
afterEach(async () => {
  await site.close()
  vi.useRealTimers()
})

const getCurrentCode = () => generateTotp(secret, Date.now())

/** Moves the clock on by one step and returns the next code. */
function getNextCode(): string {
  vi.setSystemTime(Date.now() + 30_000)
  return getCurrentCode()
}
let secret = ''
let backupCodes: string[] = []

async function enableSecondFactor(): Promise<string> {
  const cookie = await site.signInOwner()
  const response = await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
  const { uri, backupCodes: codes } = await response.json()
  secret = new URL(uri).searchParams.get('secret') ?? ''
  backupCodes = codes
  const confirmed = await site.call(
    'auth/confirm-second-factor',
    { code: getCurrentCode() },
    cookie,
  )
  expect(confirmed.status).toBe(200)
  return getCookies(confirmed) || cookie
}

/** The cookies after the password step, and who is signed in with them. */
async function enterPassword() {
  const answer = await site.call('auth/sign-in', owner)
  return { cookie: getCookies(answer), user: (await answer.json()).user }
}

const enterCode = (cookie: string, code: string, kind = 'app') =>
  site.call('auth/second-factor', { code, kind }, cookie)

describe('Two-step verification', () => {
  it('is not required until its first code has been confirmed', async () => {
    const cookie = await site.signInOwner()
    await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
    expect((await enterPassword()).user).toMatchObject({ email: owner.email })
  })

  it('refuses the password alone, and accepts it together with a code from the app', async () => {
    await enableSecondFactor()
    const { cookie, user } = await enterPassword()
    expect(user).toBeNull()
    expect((await site.get('/functions/auth/sessions', cookie)).status).toBe(401)
    expect((await enterCode(cookie, '000000')).status).toBe(401)
    const entered = await enterCode(cookie, getNextCode())
    expect((await entered.json()).user).toMatchObject({ role: 'owner', hasSecondFactor: true })
    expect((await site.get('/functions/auth/sessions', getCookies(entered))).status).toBe(200)
  })

  it('accepts a backup code only once', async () => {
    await enableSecondFactor()
    const [code = ''] = backupCodes
    const first = await enterCode((await enterPassword()).cookie, code, 'backup')
    expect((await first.json()).user).toMatchObject({ role: 'owner' })
    expect((await enterCode((await enterPassword()).cookie, code, 'backup')).status).toBe(401)
  })

  it('accepts each app code once: not at the next sign-in, and not if it confirmed the set-up', async () => {
    await enableSecondFactor()
    const confirmedBy = getCurrentCode()
    const again = await enterCode((await enterPassword()).cookie, confirmedBy)
    expect([again.status, await again.json()]).toEqual([
      401,
      { code: 'code', error: 'This code was used already. Please wait for the next one.' },
    ])
    const code = getNextCode()
    expect((await enterCode((await enterPassword()).cookie, code)).status).toBe(200)
    expect((await enterCode((await enterPassword()).cookie, code)).status).toBe(401)
    // Nor is a code older than the last accepted one, though it is still in time.
    expect((await enterCode((await enterPassword()).cookie, confirmedBy)).status).toBe(401)
    expect((await enterCode((await enterPassword()).cookie, getNextCode())).status).toBe(200)
  })

  it.each(['app', 'backup'])(
    'opens one session if one %s code is entered twice at the same moment',
    async (kind) => {
      await enableSecondFactor()
      const [backup = ''] = backupCodes
      const code = kind === 'app' ? getNextCode() : backup
      const pending = [await enterPassword(), await enterPassword()]
      const entered = await Promise.all(pending.map(({ cookie }) => enterCode(cookie, code, kind)))
      expect(entered.map(({ status }) => status).sort()).toEqual([200, 401])
      const bodies = await Promise.all(entered.map((answer) => answer.json()))
      expect(bodies.filter(({ code }) => code === 'code')).toHaveLength(1)
    },
  )

  it('refuses even the right code after too many wrong ones', async () => {
    await enableSecondFactor()
    for (let tried = 0; tried < 12; tried++)
      await enterCode((await enterPassword()).cookie, '000000')
    expect((await enterCode((await enterPassword()).cookie, getNextCode())).ok).toBe(false)
  })

  it('can be switched off with the account’s password, and with no other', async () => {
    const cookie = await enableSecondFactor()
    const off = (password: string) => site.call('auth/end-second-factor', { password }, cookie)
    expect((await off('not the password')).ok).toBe(false)
    expect((await enterPassword()).user).toBeNull()
    expect((await off(owner.password)).status).toBe(200)
    expect((await enterPassword()).user).toMatchObject({ hasSecondFactor: false })
  })
})
