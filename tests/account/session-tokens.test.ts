import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { toTextList } from '#server/db/database.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { getCookies, type Site } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

const DAY = 86_400_000

const listSessions = async (site: Site, cookie: string) => {
  const response = await site.get('/functions/auth/sessions', cookie)
  return response.ok ? ((await response.json()) as { id: string; here: boolean }[]) : undefined
}

const getToken = (cookies: string) => /session_token=([^;]+)/.exec(cookies)?.[1]

describe('A session whose token is stored as a hash', () => {
  it('is renewed after a day under the token that its browser already has', async ({ site }) => {
    const cookie = await site.signInOwner()
    const [mine] = (await listSessions(site, cookie)) ?? []
    const before = new Date(Date.now() + 28 * DAY).toISOString()
    const ids = toTextList([mine?.id ?? ''])
    await site.db.write((tx) =>
      sql`UPDATE session SET expires_at = ${before} WHERE id IN ${ids}`.execute(tx),
    )
    const renewed = await site.get('/functions/auth/sessions', cookie)
    expect(getToken(getCookies(renewed))).toBe(getToken(cookie))
    expect(await listSessions(site, cookie)).toHaveLength(1)
    expect(await listSessions(site, getCookies(renewed))).toHaveLength(1)
  })

  it('can be ended alone or with all others, and ends on sign-out and on a password change', async ({
    site,
  }) => {
    const first = await site.signInOwner()
    const second = await site.signInOwner()
    const third = await site.signInOwner()
    const other = (await listSessions(site, first))?.find(({ here }) => !here)
    await site.call('auth/end-session', { id: other?.id }, first)
    expect(await listSessions(site, first)).toHaveLength(2)
    await site.call('auth/end-session', {}, first)
    expect(await listSessions(site, first)).toHaveLength(1)
    expect([await listSessions(site, second), await listSessions(site, third)]).toEqual([
      undefined,
      undefined,
    ])
    const fourth = await site.signInOwner()
    await site.call('auth/sign-out', {}, fourth)
    expect(await listSessions(site, fourth)).toBeUndefined()
    const fifth = await site.signInOwner()
    const body = { current: owner.password, password: 'another lamp, another hour' }
    const changed = await site.call('auth/change-password', body, fifth)
    expect([await listSessions(site, first), await listSessions(site, fifth)]).toEqual([
      undefined,
      undefined,
    ])
    expect(await listSessions(site, getCookies(changed))).toHaveLength(1)
    const { rows: stored } = await sql`SELECT token FROM session`.execute(site.db.read)
    const token = decodeURIComponent(getToken(getCookies(changed)) ?? '').split('.')[0] ?? ''
    expect(stored).toEqual([{ token: fingerprint(token) }])
  })
})
