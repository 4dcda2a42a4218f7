import { describe, expect, it, vi } from 'vitest'
import { fetchCurrentAccount, signOut } from '#client/account/session.ts'
import { readStoredAccount, storeAccount } from '#client/lib/data/stored-account.ts'

const owner = {
  id: 'owner',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  hasSecondFactor: false,
} as const
const visitor = { ...owner, id: 'visitor', role: 'visitor' } as const

const stubFetch = (respond: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(respond))
const respondSignedOut = async () => Response.json({ user: null })

describe('A device with a previous sign-in', () => {
  it('still knows its owner after the session has expired, so that the desk opens offline', async () => {
    storeAccount(owner)
    stubFetch(respondSignedOut)
    expect(await fetchCurrentAccount()).toBeNull()
    expect(readStoredAccount()).toEqual(owner)
  })

  it('forgets a visitor whose session has expired', async () => {
    storeAccount(visitor)
    stubFetch(respondSignedOut)
    expect(await fetchCurrentAccount()).toBeNull()
    expect(readStoredAccount()).toBeUndefined()
  })

  it('without a connection reports the account that signed in last', async () => {
    storeAccount(visitor)
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await fetchCurrentAccount()).toEqual(visitor)
  })

  it('does not restore a signed-out account from its old session, even if the sign-out was made offline', async () => {
    storeAccount(visitor)
    const requests: string[] = []
    const serving = (online: boolean) =>
      vi.stubGlobal('fetch', async (address: string) => {
        requests.push(address)
        if (!online) throw new TypeError('Failed to fetch')
        return Response.json(address.endsWith('sign-out') ? { done: true } : { user: visitor })
      })
    serving(false)
    await signOut()
    serving(true)
    expect(await fetchCurrentAccount()).toBeNull()
    expect(readStoredAccount()).toBe(undefined)
    expect(requests.every((address) => address.endsWith('sign-out'))).toBe(true)
    // The sign-out has reached the server by now, so the answer about a new session counts again.
    expect(await fetchCurrentAccount()).toEqual(visitor)
  })
})
