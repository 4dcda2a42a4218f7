import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { owner } from '#tests/support/owner-account.ts'
import { cookiesOf, type Site, startSite } from '#tests/support/site.ts'
import { codeOf } from '#tests/support/totp.ts'

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

const present = () => codeOf(secret, Date.now())

/** Moves the clock on by one step and returns the next code. */
function next(): string {
  vi.setSystemTime(Date.now() + 30_000)
  return present()
}
let secret = ''
let backupCodes: string[] = []

async function switchOn(): Promise<string> {
  const cookie = await site.owner()
  const begun = await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
  const { uri, backupCodes: codes } = await begun.json()
  secret = new URL(uri).searchParams.get('secret') ?? ''
  backupCodes = codes
  const confirmed = await site.call('auth/confirm-second-factor', { code: present() }, cookie)
  expect(confirmed.status).toBe(200)
  return cookiesOf(confirmed) || cookie
}

/** The cookies after the password step, and who is signed in with them. */
async function afterPassword() {
  const answer = await site.call('auth/sign-in', owner)
  return { cookie: cookiesOf(answer), user: (await answer.json()).user }
}

const enter = (cookie: string, code: string, kind = 'app') =>
  site.call('auth/second-factor', { code, kind }, cookie)

describe('a second factor', () => {
  it('is not asked for before its first code was right', async () => {
    const cookie = await site.owner()
    await site.call('auth/begin-second-factor', { password: owner.password }, cookie)
    expect((await afterPassword()).user).toMatchObject({ email: owner.email })
  })

  it('lets nobody in by the password alone, and in by the app’s code', async () => {
    await switchOn()
    const { cookie, user } = await afterPassword()
    expect(user).toBeNull()
    expect((await site.get('/functions/auth/sessions', cookie)).status).toBe(401)
    expect((await enter(cookie, '000000')).status).toBe(401)
    const entered = await enter(cookie, next())
    expect((await entered.json()).user).toMatchObject({ role: 'owner', secondFactor: true })
    expect((await site.get('/functions/auth/sessions', cookiesOf(entered))).status).toBe(200)
  })

  it('opens by each backup code once', async () => {
    await switchOn()
    const [code = ''] = backupCodes
    const first = await enter((await afterPassword()).cookie, code, 'backup')
    expect((await first.json()).user).toMatchObject({ role: 'owner' })
    expect((await enter((await afterPassword()).cookie, code, 'backup')).status).toBe(401)
  })

  it('takes each code of the app once: not for the next sign-in, and not after it was confirmed by it', async () => {
    await switchOn()
    const confirmedBy = present()
    const again = await enter((await afterPassword()).cookie, confirmedBy)
    expect([again.status, await again.json()]).toEqual([
      401,
      { code: 'code', error: 'This code was used already. Please wait for the next one.' },
    ])
    const code = next()
    expect((await enter((await afterPassword()).cookie, code)).status).toBe(200)
    expect((await enter((await afterPassword()).cookie, code)).status).toBe(401)
    // Nor is a code older than the last accepted one, though it is still in time.
    expect((await enter((await afterPassword()).cookie, confirmedBy)).status).toBe(401)
    expect((await enter((await afterPassword()).cookie, next())).status).toBe(200)
  })

  it.each(['app', 'backup'])(
    'opens one session for one %s code that is entered twice at the same moment',
    async (kind) => {
      await switchOn()
      const [backup = ''] = backupCodes
      const code = kind === 'app' ? next() : backup
      const pending = [await afterPassword(), await afterPassword()]
      const entered = await Promise.all(pending.map(({ cookie }) => enter(cookie, code, kind)))
      expect(entered.map(({ status }) => status).sort()).toEqual([200, 401])
      const bodies = await Promise.all(entered.map((answer) => answer.json()))
      expect(bodies.filter(({ code }) => code === 'code')).toHaveLength(1)
    },
  )

  it('cannot be guessed: after some wrong codes even the right one is refused', async () => {
    await switchOn()
    for (let tried = 0; tried < 12; tried++) await enter((await afterPassword()).cookie, '000000')
    expect((await enter((await afterPassword()).cookie, next())).ok).toBe(false)
  })

  it('is switched off by the password, and by no other', async () => {
    const cookie = await switchOn()
    const off = (password: string) => site.call('auth/end-second-factor', { password }, cookie)
    expect((await off('not the password')).ok).toBe(false)
    expect((await afterPassword()).user).toBeNull()
    expect((await off(owner.password)).status).toBe(200)
    expect((await afterPassword()).user).toMatchObject({ secondFactor: false })
  })
})
