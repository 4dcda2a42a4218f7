import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pushAnswer } from '#client/book/sync/answers.ts'
import type { Batch } from '#client/book/sync/batch.ts'
import type { Transport } from '#client/book/sync/transport.ts'
import { inRuns } from '#server/sync/exchange.ts'
import type { MutationResult, PushAnswer } from '#shared/sync/protocol.ts'
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

/** Goes through; what was answered to edits is kept, and how often changes were asked for. */
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
    expect(answers[0]?.results).toEqual([])
    expect(answers[0]?.runs).toEqual([expect.objectContaining({ mid: 2, revs: [rev] })])
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
    // As undoing a merge does with a field of which this version knows nothing.
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
        // Another tab of the laptop fetches it meanwhile.
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
    const { transport, asked } = heard(({ runs = [] }) => {
      for (const run of runs) run.revs = run.revs.map((rev) => rev + 1)
    })
    await laptop.sync(transport)
    expect(asked.pulls).toBe(1)
    await sameEverywhere()
  })
})

describe('answers are told in runs', () => {
  it('of what was done side by side alone, and each is taken as if it were told by itself', async () => {
    for (const id of ['bo', 'cy', 'di', 'eve']) await create(laptop, id, { name: id })
    await laptop.sync(world.transport())
    await phone.sync(world.transport())
    await phone.edit(client('cy'), { location: 'Tromsø' })
    await phone.sync(world.transport())
    for (const id of ['ada', 'bo', 'cy', 'di', 'eve']) await laptop.edit(client(id), { phone: id })
    const { transport, answers } = heard()
    await laptop.sync(transport)
    expect(answers).toHaveLength(1)
    expect(answers[0]?.runs?.map(({ mid, revs }) => [mid, revs.length])).toEqual([
      [6, 2],
      [9, 2],
    ])
    expect(answers[0]?.results.map(({ mid }) => mid)).toEqual([8])
    await sameEverywhere()
    for (const id of ['ada', 'bo', 'cy', 'di', 'eve']) {
      const { rev, seq, updatedAt, data } = await phone.row(client(id))
      expect(data.phone).toBe(id)
      expect(await laptop.row(client(id))).toMatchObject({ rev, seq, updatedAt, data })
    }
  })

  it('whatever they are, and say the same as each by itself', () => {
    const said = fc.record({
      skipped: fc.nat(1),
      more: fc.constantFrom({}, { dup: true }, { status: 'merged' as const }),
      made: fc.option(fc.record({ rev: fc.nat(3), passed: fc.nat(1), updatedAt: fc.nat(1) })),
    })
    fc.assert(
      fc.property(fc.array(said), (all) => {
        let [mid, seq] = [0, 0]
        const results = all.map(({ skipped, more, made }): MutationResult => {
          mid += 1 + skipped
          if (!made) return { mid, status: 'unchanged', ...more }
          seq += 1 + made.passed
          const { rev, updatedAt } = made
          return { mid, status: 'applied', ...more, made: { rev, seq, updatedAt } }
        })
        const answer = { results, ackedThrough: mid, from: 0, to: seq }
        const read = pushAnswer(inRuns(answer), { mutations: results } as unknown as Batch)
        const inOrder = read?.results.toSorted((a, b) => a.mid - b.mid)
        expect({ ...read, results: inOrder }).toEqual(answer)
      }),
    )
  })

  it('to a device that reads them; to one before it each by itself', async () => {
    await laptop.edit(ADA, { phone: '+47 2' })
    const older = way(world, {
      push: async (body) => answerOf(await world.push({ ...body, runs: undefined })),
    })
    const answers: PushAnswer[] = []
    await laptop.sync({
      ...older,
      push: async (body) => {
        const answer = await older.push(body)
        answers.push(answer.body as PushAnswer)
        return answer
      },
    })
    const rev = world.record('ada')?.rev
    expect(answers[0]).not.toHaveProperty('runs')
    expect(answers[0]?.results).toEqual([
      { mid: 2, status: 'applied', made: expect.objectContaining({ rev }) },
    ])
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
