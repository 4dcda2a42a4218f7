import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signOut, whoIsHere } from '#client/account/session.ts'
import { accountHere, rememberAccount } from '#client/lib/data/account-here.ts'

const owner = {
  id: 'owner',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  secondFactor: false,
} as const
const visitor = { ...owner, id: 'visitor', role: 'visitor' } as const

const answers = (respond: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(respond))
const nobody = async () => Response.json({ user: null })

beforeEach(() => localStorage.clear())

describe('a device on which somebody signed in', () => {
  it('goes on knowing its owner when the session has lapsed, so that the desk opens offline', async () => {
    rememberAccount(owner)
    answers(nobody)
    expect(await whoIsHere()).toBeNull()
    expect(accountHere()).toEqual(owner)
  })

  it('forgets a visitor whose session has lapsed', async () => {
    rememberAccount(visitor)
    answers(nobody)
    expect(await whoIsHere()).toBeNull()
    expect(accountHere()).toBeUndefined()
  })

  it('answers without a connection with whoever signed in last', async () => {
    rememberAccount(visitor)
    answers(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await whoIsHere()).toEqual(visitor)
  })

  it('does not know again by the session whoever signed out, with or without a connection', async () => {
    rememberAccount(visitor)
    const asked: string[] = []
    const serving = (online: boolean) =>
      vi.stubGlobal('fetch', async (address: string) => {
        asked.push(address)
        if (!online) throw new TypeError('Failed to fetch')
        return Response.json(address.endsWith('sign-out') ? { done: true } : { user: visitor })
      })
    serving(false)
    await signOut()
    serving(true)
    expect(await whoIsHere()).toBeNull()
    expect(accountHere()).toBe(undefined)
    expect(asked.every((address) => address.endsWith('sign-out'))).toBe(true)
    // The sign-out has reached the server by now, so the answer about a new session counts again.
    expect(await whoIsHere()).toEqual(visitor)
  })
})
