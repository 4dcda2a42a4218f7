import { expect, it } from 'vitest'
import { createLazyPart, loadOnce } from '#client/data/lazy-part.ts'

it('A part is loaded with its first call, once; code that could not be fetched is asked for again', async () => {
  let fetches = 0
  const part = createLazyPart(
    loadOnce(async () => {
      if (++fetches === 1) throw new Error('No connection')
      return { greet: async (name: string) => `Hello ${name}` }
    }),
  )
  expect(fetches).toBe(0)
  await expect(part.greet('Ada')).rejects.toThrow('could not be fetched')
  expect(await Promise.all([part.greet('Ada'), part.greet('Bo')])).toEqual([
    'Hello Ada',
    'Hello Bo',
  ])
  expect(fetches).toBe(2)
})
