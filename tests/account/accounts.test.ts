import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { owner } from '#tests/support/account/owner-account.ts'
import { addSignInMethods, countSignInMethods } from '#tests/support/account/sign-in-methods.ts'
import { parseMail } from '#tests/support/mail/mail-parser.ts'
import { getCookies, type Site, startSite } from '#tests/support/server/site.ts'

const visitor = { name: 'Elisabeth Sørbø', email: 'elisabeth@example.com', password: 'blåbær-42' }

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const readSession = async (cookie: string) =>
  (await (await site.get('/functions/auth/session', cookie)).json()).user

/** The mails sent, read from files, oldest first. */
async function readMails() {
  await site.drain()
  const folder = path.join(site.dataDir, 'mail')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []
  return names.map((name) => parseMail(fs.readFileSync(path.join(folder, name), 'latin1')))
}

/** The code behind the `#` of the link in the newest mail. */
async function readMailedCode(name: 'confirm' | 'reset'): Promise<string> {
  const text = (await readMails()).at(-1)?.text ?? ''
  const [, code = ''] = new RegExp(`#${name}=(\\S+)`).exec(text) ?? []
  return decodeURIComponent(code)
}

async function signUp(): Promise<string> {
  await site.call('auth/sign-up', visitor)
  return getCookies(
    await site.call('auth/confirm-email', { token: await readMailedCode('confirm') }),
  )
}

describe('An account', () => {
  it('is always a visitor’s, opens with the emailed code, and that code signs in only once', async () => {
    expect((await site.call('auth/sign-up', { ...visitor, role: 'owner' })).status).toBe(200)
    const early = await site.call('auth/sign-in', visitor)
    expect([early.status, (await early.json()).code]).toEqual([403, 'unconfirmed'])
    const token = await readMailedCode('confirm')
    const confirmed = await site.call('auth/confirm-email', { token })
    expect((await confirmed.json()).user).toMatchObject({
      name: visitor.name,
      email: visitor.email,
      role: 'visitor',
    })
    expect(await readSession(getCookies(confirmed))).toMatchObject({ email: visitor.email })
    const again = await site.call('auth/confirm-email', { token })
    expect((await again.json()).user).toBeNull()
  })

  it('is never revealed: sign-up, reset and wrong-password answers are the same for an unknown address', async () => {
    await signUp()
    const getAnswer = async (name: string, email: string) => {
      const body = { name: 'Somebody', email, password: 'not this one, 9' }
      const response = await site.call(`auth/${name}`, body)
      return [response.status, await response.json(), response.headers.getSetCookie()]
    }
    for (const name of ['sign-in', 'request-reset', 'send-confirmation', 'sign-up'])
      expect(await getAnswer(name, visitor.email)).toEqual(
        await getAnswer(name, 'nobody@example.com'),
      )
    expect(
      (await readMails())
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
  ])('cannot be created with the password %s', async (password, text) => {
    const response = await site.call('auth/sign-up', { ...visitor, password })
    expect(response.status).toBe(422)
    expect((await response.json()).fields).toEqual({ password: text })
  })

  it('gets a new password through an emailed code that works once, and the change ends every session', async () => {
    const before = await signUp()
    await site.call('auth/request-reset', { email: visitor.email })
    const token = await readMailedCode('reset')
    const reset = (password: string) => site.call('auth/reset-password', { token, password })
    expect((await reset('123456')).status).toBe(422)
    expect((await reset('tyttebær-43')).status).toBe(200)
    expect((await reset('multebær-44')).status).toBe(400)
    expect(await readSession(before)).toBeNull()
    expect((await site.call('auth/sign-in', visitor)).status).toBe(401)
    expect((await site.call('auth/sign-in', { ...visitor, password: 'tyttebær-43' })).status).toBe(
      200,
    )
  })
})

describe('An owner’s password that is reset by mail', () => {
  it('ends every session and code, keeps passkeys and second factor, and lists them in a mail', async () => {
    await site.signInOwner()
    await addSignInMethods(site.db, ['Laptop', 'Not mine'])
    await site.call('auth/request-reset', { email: owner.email })
    const token = await readMailedCode('reset')
    const password = 'a quite new password 1'
    expect((await site.call('auth/reset-password', { token, password })).status).toBe(200)
    expect(await countSignInMethods(site.db)).toEqual({
      passkeys: 2,
      factors: 1,
      sessions: 0,
      codes: 0,
    })
    const mail = (await readMails()).at(-1)
    expect(mail?.headers.get('subject')).toBe('Your password was changed')
    const text = mail?.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Laptop, added on 2026-11-01; Not mine, added on 2026-11-01.')
    expect(text).toContain('Two-step verification is still on.')
    expect(text).toContain('/account')
    const session = await site.call('auth/sign-in', { ...owner, password })
    expect((await session.json()).user).toBeNull()
  })
})

describe('A session', () => {
  it('is stored in a cookie with HttpOnly and SameSite=Lax', async () => {
    await site.signInOwner()
    const [cookie = ''] = (await site.call('auth/sign-in', owner)).headers.getSetCookie()
    expect(cookie).toMatch(/^account\.session_token=/)
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
  })

  it('of the owner is listed with the others, can be ended from any of them, and ends at once', async () => {
    const here = await site.signInOwner()
    const there = await site.signInOwner()
    const listed = async (): Promise<{ id: string; here: boolean }[]> =>
      (await site.get('/functions/auth/sessions', here)).json()
    const [other] = (await listed()).filter((one) => !one.here)
    expect(await listed()).toHaveLength(2)
    expect((await site.call('auth/end-session', { id: other?.id }, here)).status).toBe(200)
    expect(await readSession(there)).toBeNull()
    expect((await site.get('/functions/auth/sessions', there)).status).toBe(401)
    expect(await readSession(here)).toMatchObject({ role: 'owner' })
  })

  it('cannot be ended by another user who knows its id', async () => {
    const owners = await site.signInOwner()
    const visitors = await signUp()
    const [{ id }] = await (await site.get('/functions/auth/sessions', owners)).json()
    expect((await site.call('auth/end-session', { id }, visitors)).status).toBe(200)
    expect(await readSession(owners)).toMatchObject({ role: 'owner' })
  })

  it('ends on sign-out, and its cookie no longer works afterwards', async () => {
    const cookie = await site.signInOwner()
    expect((await site.call('auth/sign-out', {}, cookie)).status).toBe(200)
    expect(await readSession(cookie)).toBeNull()
  })
})

describe('The owner’s password', () => {
  it('must have at least twelve characters when it is changed', async () => {
    const cookie = await site.signInOwner()
    const change = (password: string, current = owner.password) =>
      site.call('auth/change-password', { current, password }, cookie)
    expect((await change('elleve-tegn')).status).toBe(422)
    expect((await (await change('tolv tegn og mer', 'wrong')).json()).code).toBe('password')
    expect((await change('tolv tegn og mer')).status).toBe(200)
    expect((await site.call('auth/sign-in', owner)).status).toBe(401)
  })
})

describe('A site without an owner', () => {
  const signInAs = async (email: string) => {
    const response = await site.call('auth/sign-in', { email, password: 'not this one, 9' })
    return [response.status, (await response.json()).code]
  }

  it('explains at sign-in how to create the owner’s account, and never again once it exists', async () => {
    const first = await site.call('auth/sign-in', owner)
    expect(first.status).toBe(401)
    expect(await first.json()).toMatchObject({
      code: 'no_owner',
      error: expect.stringContaining('npm run owner -- --email'),
    })
    await site.signInOwner()
    expect(await signInAs(owner.email)).toEqual([401, 'credentials'])
    expect(await signInAs('nobody@example.com')).toEqual([401, 'credentials'])
  })
})
