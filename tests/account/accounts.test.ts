import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMail } from '#tests/support/mime.ts'
import { owner } from '#tests/support/owner-account.ts'
import { cookiesOf, type Site, startSite } from '#tests/support/site.ts'

const visitor = { name: 'Elisabeth Sørbø', email: 'elisabeth@example.com', password: 'blåbær-42' }

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const session = async (cookie: string) =>
  (await (await site.get('/functions/auth/session', cookie)).json()).user

/** The mails sent, read from files, oldest first. */
async function mails() {
  await site.drain()
  const folder = path.join(site.dataDir, 'mail')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []
  return names.map((name) => readMail(fs.readFileSync(path.join(folder, name), 'latin1')))
}

/** The code behind the `#` of the link in the newest mail. */
async function codeOf(name: 'confirm' | 'reset'): Promise<string> {
  const text = (await mails()).at(-1)?.text ?? ''
  const [, code = ''] = new RegExp(`#${name}=(\\S+)`).exec(text) ?? []
  return decodeURIComponent(code)
}

async function signedUp(): Promise<string> {
  await site.call('auth/sign-up', visitor)
  return cookiesOf(await site.call('auth/confirm-email', { token: await codeOf('confirm') }))
}

describe('an account', () => {
  it('is a visitor’s, opens with the code from the mail, and that code signs in once', async () => {
    expect((await site.call('auth/sign-up', { ...visitor, role: 'owner' })).status).toBe(200)
    const early = await site.call('auth/sign-in', visitor)
    expect([early.status, (await early.json()).code]).toEqual([403, 'unconfirmed'])
    const token = await codeOf('confirm')
    const confirmed = await site.call('auth/confirm-email', { token })
    expect((await confirmed.json()).user).toMatchObject({
      name: visitor.name,
      email: visitor.email,
      role: 'visitor',
    })
    expect(await session(cookiesOf(confirmed))).toMatchObject({ email: visitor.email })
    const again = await site.call('auth/confirm-email', { token })
    expect((await again.json()).user).toBeNull()
  })

  it('cannot be told from none: sign-up, reset and a wrong password answer alike', async () => {
    await signedUp()
    const told = async (name: string, email: string) => {
      const body = { name: 'Somebody', email, password: 'not this one, 9' }
      const response = await site.call(`auth/${name}`, body)
      return [response.status, await response.json(), response.headers.getSetCookie()]
    }
    for (const name of ['sign-in', 'request-reset', 'send-confirmation', 'sign-up'])
      expect(await told(name, visitor.email)).toEqual(await told(name, 'nobody@example.com'))
    expect(
      (await mails())
        .filter(({ headers }) => headers.get('to')?.includes(visitor.email))
        .map(({ headers }) => headers.get('subject')),
    ).toEqual([
      'Please confirm your email address',
      'Choose a new password',
      'You already have an account',
    ])
  })

  it.each([
    ['12345', 'At least 6 characters, please.'],
    ['qwerty', 'Many people use this password, or it is easy to guess. Please choose another.'],
    ['aaaaaaaaaa', 'Many people use this password, or it is easy to guess. Please choose another.'],
    [
      'Elisabeth@example.com',
      'Many people use this password, or it is easy to guess. Please choose another.',
    ],
  ])('is not made with the password %s', async (password, text) => {
    const response = await site.call('auth/sign-up', { ...visitor, password })
    expect(response.status).toBe(422)
    expect((await response.json()).fields).toEqual({ password: text })
  })

  it('gets a new password by mail, which ends every session and works once', async () => {
    const before = await signedUp()
    await site.call('auth/request-reset', { email: visitor.email })
    const token = await codeOf('reset')
    const reset = (password: string) => site.call('auth/reset-password', { token, password })
    expect((await reset('123456')).status).toBe(422)
    expect((await reset('tyttebær-43')).status).toBe(200)
    expect((await reset('multebær-44')).status).toBe(400)
    expect(await session(before)).toBeNull()
    expect((await site.call('auth/sign-in', visitor)).status).toBe(401)
    expect((await site.call('auth/sign-in', { ...visitor, password: 'tyttebær-43' })).status).toBe(
      200,
    )
  })
})

describe('a session', () => {
  it('is kept in a cookie that no script reads and no other site sends', async () => {
    await site.owner()
    const [cookie = ''] = (await site.call('auth/sign-in', owner)).headers.getSetCookie()
    expect(cookie).toMatch(/^account\.session_token=/)
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
  })

  it('of the owner is listed with the others and ended from any of them, and is gone at once', async () => {
    const here = await site.owner()
    const there = await site.owner()
    const listed = async (): Promise<{ id: string; here: boolean }[]> =>
      (await site.get('/functions/auth/sessions', here)).json()
    const [other] = (await listed()).filter((one) => !one.here)
    expect(await listed()).toHaveLength(2)
    expect((await site.call('auth/end-session', { id: other?.id }, here)).status).toBe(200)
    expect(await session(there)).toBeNull()
    expect((await site.get('/functions/auth/sessions', there)).status).toBe(401)
    expect(await session(here)).toMatchObject({ role: 'owner' })
  })

  it('cannot be ended by somebody else’s id', async () => {
    const owners = await site.owner()
    const visitors = await signedUp()
    const [{ id }] = await (await site.get('/functions/auth/sessions', owners)).json()
    expect((await site.call('auth/end-session', { id }, visitors)).status).toBe(200)
    expect(await session(owners)).toMatchObject({ role: 'owner' })
  })

  it('ends on signing out, and its cookie is worth nothing afterwards', async () => {
    const cookie = await site.owner()
    expect((await site.call('auth/sign-out', {}, cookie)).status).toBe(200)
    expect(await session(cookie)).toBeNull()
  })
})

describe('the owner’s password', () => {
  it('has twelve characters at least, also a changed one', async () => {
    const cookie = await site.owner()
    const change = (password: string, current = owner.password) =>
      site.call('auth/change-password', { current, password }, cookie)
    expect((await change('elleve-tegn')).status).toBe(422)
    expect((await (await change('tolv tegn og mer', 'wrong')).json()).code).toBe('password')
    expect((await change('tolv tegn og mer')).status).toBe(200)
    expect((await site.call('auth/sign-in', owner)).status).toBe(401)
  })
})

describe('a site without an owner', () => {
  const askedAs = async (email: string) => {
    const response = await site.call('auth/sign-in', { email, password: 'not this one, 9' })
    return [response.status, (await response.json()).code]
  }

  it('says at sign-in how an owner’s account is made, and never again once there is one', async () => {
    const first = await site.call('auth/sign-in', owner)
    expect(first.status).toBe(401)
    expect(await first.json()).toMatchObject({
      code: 'no_owner',
      error: expect.stringContaining('npm run owner -- --email'),
    })
    await site.owner()
    expect(await askedAs(owner.email)).toEqual([401, 'credentials'])
    expect(await askedAs('nobody@example.com')).toEqual([401, 'credentials'])
  })
})
