import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oneOf, raw } from '#server/db/database.ts'
import { owner } from '#tests/support/owner-account.ts'
import { cookiesOf, type Site, startSite } from '#tests/support/site.ts'

const DAY = 86_400_000

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const sessions = async (cookie: string) => {
  const response = await site.get('/functions/auth/sessions', cookie)
  return response.ok ? ((await response.json()) as { id: string; here: boolean }[]) : undefined
}

const tokenOf = (cookies: string) => /session_token=([^;]+)/.exec(cookies)?.[1]

describe('a session whose token is stored as its hash', () => {
  it('is renewed after a day, under the token that its browser has', async () => {
    const cookie = await site.owner()
    const [mine] = (await sessions(cookie)) ?? []
    const before = new Date(Date.now() + 28 * DAY).toISOString()
    await site.db.write((tx) =>
      tx.run(
        raw(sql`UPDATE session SET expires_at = ${before} WHERE id IN ${oneOf([mine?.id ?? ''])}`),
      ),
    )
    const renewed = await site.get('/functions/auth/sessions', cookie)
    expect(tokenOf(cookiesOf(renewed))).toBe(tokenOf(cookie))
    expect(await sessions(cookie)).toHaveLength(1)
    expect(await sessions(cookiesOf(renewed))).toHaveLength(1)
  })

  it('ends alone, with all others, by signing out, and with a new password', async () => {
    const first = await site.owner()
    const second = await site.owner()
    const third = await site.owner()
    const other = (await sessions(first))?.find(({ here }) => !here)
    await site.call('auth/end-session', { id: other?.id }, first)
    expect(await sessions(first)).toHaveLength(2)
    await site.call('auth/end-session', {}, first)
    expect(await sessions(first)).toHaveLength(1)
    expect([await sessions(second), await sessions(third)]).toEqual([undefined, undefined])
    const fourth = await site.owner()
    await site.call('auth/sign-out', {}, fourth)
    expect(await sessions(fourth)).toBeUndefined()
    const fifth = await site.owner()
    const body = { current: owner.password, password: 'another lamp, another hour' }
    const changed = await site.call('auth/change-password', body, fifth)
    expect([await sessions(first), await sessions(fifth)]).toEqual([undefined, undefined])
    expect(await sessions(cookiesOf(changed))).toHaveLength(1)
  })
})
