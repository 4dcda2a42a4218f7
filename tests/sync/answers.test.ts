import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Transport } from '#client/book/sync/transport.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, way } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

const ADA = client('ada')

let world: SyncWorld
let laptop: SyncDevice
let phone: SyncDevice
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  phone = new SyncDevice('phone')
  await create(laptop, 'ada', { name: 'Ada', phone: '+47 1', dining: ['Seafood'] })
  await laptop.sync(world.transport())
  await phone.sync(world.transport())
})
afterEach(() => {
  laptop.crash()
  phone.crash()
  world.close()
})

/** A transport that records push answers and counts pulls; `change` edits an answer. */
function heard(change: (answer: PushAnswer) => void = () => undefined) {
  const answers: PushAnswer[] = []
  const asked = { pulls: 0 }
  const transport: Transport = way(world, {
    push: async (body) => {
      const answer = answerOf(await world.push(body))
      change(answer.body as PushAnswer)
      answers.push(answer.body as PushAnswer)
      return answer
    },
    pull: async (query) => {
      asked.pulls++
      return answerOf(world.pull(query))
    },
  })
  return { transport, answers, asked }
}

async function sameEverywhere(): Promise<void> {
  const record = world.record('ada')
  expect(await laptop.view(ADA)).toMatchObject({ data: record?.data, deleted: record?.deleted })
  const { rev, seq } = await laptop.row(ADA)
  expect(rev).toBe(record?.rev)
  expect(seq).toBeGreaterThan(0)
  await phone.sync(world.transport())
  expect((await phone.view(ADA)).data).toEqual(record?.data)
}

describe('an edit of what its device knew', () => {
  it('is answered without the record, is shown as the server has it, and nothing is asked for', async () => {
    await laptop.edit(ADA, { phone: '+47 2', dining: ['Seafood', 'Vegetarian'] })
    const { transport, answers, asked } = heard()
    await laptop.sync(transport)
    const rev = world.record('ada')?.rev
    const made = { rev, seq: expect.any(Number), updatedAt: expect.any(Number) }
    expect(answers[0]?.results).toEqual([{ mid: 2, status: 'applied', made }])
    expect(asked.pulls).toBe(0)
    expect((await laptop.row(ADA)).shown).toBeUndefined()
    await sameEverywhere()
    await laptop.sync(transport)
    expect(asked.pulls).toBe(1)
  })

  it('and then of its own new state, before any answer, comes to the same', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.edit(ADA, { phone: '+47 3' })
    await laptop.edit(ADA, { location: 'Bodø' })
    await laptop.sync(heard().transport)
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 3', location: 'Bodø' })
    await sameEverywhere()
  })

  it('that sets a field back to nothing does so on the server too', async () => {
    await laptop.edit(ADA, { phone: '+47 2', yacht: 'Aurora' })
    await laptop.sync(world.transport())
    // Undoing a merge does this with a field that this version does not know.
    await laptop.edit(ADA, { phone: '+47 3', yacht: undefined })
    await laptop.sync(heard().transport)
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 3', yacht: null })
    await sameEverywhere()
  })

  it('of which a newer state has come before the answer keeps the newer', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const late = way(world, {
      push: async (body) => {
        const answer = answerOf(await world.push(body))
        await phone.sync(world.transport())
        await phone.edit(ADA, { location: 'Tromsø' })
        await phone.sync(world.transport())
        // Meanwhile another tab of the laptop pulls the phone's change.
        await laptop.syncer(world.transport()).pullOnce()
        return answer
      },
    })
    await laptop.sync(late)
    expect((await laptop.view(ADA)).data).toMatchObject({ phone: '+47 2', location: 'Tromsø' })
    await sameEverywhere()
  })

  it('is fetched where the answer builds on what this device does not have', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const { transport, asked } = heard(({ results }) => {
      for (const { made } of results) if (made) made.rev++
    })
    await laptop.sync(transport)
    expect(asked.pulls).toBe(1)
    await sameEverywhere()
  })
})

describe('the whole record is answered, and others’ changes are fetched,', () => {
  it('where another device had changed it', async () => {
    await phone.edit(ADA, { location: 'Tromsø' })
    await phone.sync(world.transport())
    await laptop.edit(ADA, { phone: '+47 2' })
    const { transport, answers, asked } = heard()
    await laptop.sync(transport)
    expect(answers[0]?.results[0]?.row?.data).toMatchObject({ phone: '+47 2', location: 'Tromsø' })
    expect(asked.pulls).toBe(1)
    await sameEverywhere()
  })

  it('where what was set had been so already, or was mixed with another’s', async () => {
    await phone.edit(ADA, { phone: '+47 2', dining: ['Seafood', 'Tasting menus'] })
    await phone.sync(world.transport())
    await laptop.edit(ADA, { phone: '+47 2', dining: ['Seafood', 'Vegetarian'] })
    const { transport, answers } = heard()
    await laptop.sync(transport)
    expect(answers[0]?.results[0]).toMatchObject({ status: 'merged', row: { id: 'ada' } })
    await sameEverywhere()
  })

  it('where another client changed meanwhile', async () => {
    await create(phone, 'bo', { name: 'Bo' })
    await phone.sync(world.transport())
    await laptop.edit(ADA, { phone: '+47 2' })
    const { transport, asked } = heard()
    await laptop.sync(transport)
    expect(asked.pulls).toBe(1)
    expect((await laptop.view(client('bo'))).data).toMatchObject({ name: 'Bo' })
  })
})
