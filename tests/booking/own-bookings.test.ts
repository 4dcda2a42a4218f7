import { describe, expect } from 'vitest'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookies, type Site } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

async function signIn(site: Site, email: string): Promise<string> {
  const person = { name: 'Elisabeth Sørbø', email, password: 'blåbær-42' }
  await site.call('auth/sign-up', person)
  await site.db.write((tx) => tx.updateTable('user').set({ email_verified: 1 }).execute())
  return getCookies(await site.call('auth/sign-in', person))
}

describe('A signed-in visitor', () => {
  it('sees the bookings made with their own email address in any spelling, and no others', async ({
    site,
  }) => {
    await site.post(buildBookingFields({ email: 'Elisabeth@Example.com' }))
    await site.post(
      buildBookingFields({ email: 'somebody@example.com', start: '2026-11-24T12:00:00.000Z' }),
    )
    const mine = await site.get(
      '/functions/get-my-bookings',
      await signIn(site, 'elisabeth@example.com'),
    )
    const [booking, ...more] = await mine.json()
    expect(more).toEqual([])
    expect(booking).toMatchObject({ start: '2026-11-24T09:00:00.000Z', status: 'confirmed' })
    const sig = new URL(booking.manageUrl, site.url).searchParams.get('sig')
    const seen = await site.get(`/functions/get-booking?id=${booking.id}&sig=${sig}`)
    expect((await seen.json()).email).toBe('Elisabeth@example.com')
  })
})
