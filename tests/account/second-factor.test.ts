import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { owner } from '../support/commands.ts'
import { cookiesOf, type Site, startSite } from '../support/site.ts'
import { codeOf } from '../support/totp.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const present = () => codeOf(secret, Date.now())
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

/** The cookies after the password, and who is signed in by them. */
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
    const entered = await enter(cookie, present())
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

  it('cannot be guessed: after some wrong codes even the right one is refused', async () => {
    await switchOn()
    for (let tried = 0; tried < 12; tried++) await enter((await afterPassword()).cookie, '000000')
    expect((await enter((await afterPassword()).cookie, present())).ok).toBe(false)
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
