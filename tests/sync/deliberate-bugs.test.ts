import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '#shared/sync/protocol.ts'

type Device = typeof import('#client/book/store/device.ts')
type Row = typeof import('#client/book/store/row.ts')
type Batches = typeof import('#client/book/sync/batch.ts')
type Results = typeof import('#client/book/sync/results.ts')
type Push = typeof import('#client/book/sync/push.ts')
type Pull = typeof import('#client/book/sync/pull.ts')
type Accept = typeof import('#server/sync/accept.ts')

const RUNS = 3000
const SEED = 20261121

/** Whether the property holds while a module of the product is replaced by a faulty one. */
async function holds(): Promise<boolean> {
  vi.resetModules()
  const { examples, steps } = await import('#tests/support/story-steps.ts')
  const { Story } = await import('#tests/support/sync-story.ts')
  const property = fc.asyncProperty(steps, async (story) => {
    const told = new Story()
    try {
      for (const step of story) await told.play(step)
      await told.rest()
      return (await told.faults()).length === 0
    } finally {
      await told.close()
    }
  })
  const { failed, errorInstance } = await fc.check(property, {
    examples,
    seed: SEED,
    numRuns: RUNS,
    endOnFailure: true,
  })
  // A failure that the property does not describe proves nothing.
  if (
    errorInstance instanceof Error &&
    !/returning false|A device ends/.test(errorInstance.message)
  )
    throw errorInstance
  return !failed
}

afterEach(() => {
  for (const module of [
    '#server/sync/merge.ts',
    '#server/sync/accept.ts',
    '#client/book/sync/push.ts',
    '#client/book/sync/pull.ts',
    '#client/book/sync/batch.ts',
    '#client/book/sync/results.ts',
    '#client/book/store/device.ts',
    '#client/book/store/row.ts',
  ])
    vi.doUnmock(module)
  vi.resetModules()
})

describe('the property of sync catches', () => {
  it('the last write winning', async () => {
    vi.doMock('#server/sync/merge.ts', () => ({
      mergeField: (_kind: unknown, { next }: { next: unknown }) => ({ value: next }),
    }))
    expect(await holds()).toBe(false)
  }, 120_000)

  it('a delete winning over what it never saw', async () => {
    vi.doMock('#server/sync/accept.ts', async (original) => {
      const real = await original<Accept>()
      const acceptDelete: Accept['acceptDelete'] = (found, intent, editing) =>
        real.acceptDelete(
          found,
          { ...intent, baseRev: Number.MAX_SAFE_INTEGER },
          { ...editing, sameEpoch: true },
        )
      return { ...real, acceptDelete }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('leaving the queue before the answer', async () => {
    vi.doMock('#client/book/sync/batch.ts', async (original) => {
      const real = await original<Batches>()
      const takeBatch: Batches['takeBatch'] = async (parts) => {
        const batch = await real.takeBatch(parts)
        await parts.db.queue.bulkDelete(batch?.mutations.map(({ n }) => n) ?? [])
        return batch
      }
      return { ...real, takeBatch }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('a cursor ahead of what it stands for', async () => {
    vi.doMock('#client/book/sync/pull.ts', async (original) => {
      const real = await original<Pull>()
      const applyPull: Pull['applyPull'] = async (parts, arrived, asked) => {
        const { db } = parts
        const { epoch, next } = arrived.answer
        await db.transaction('rw', db.device, async () => {
          const device = await db.device.get('device')
          if (device) await db.device.put({ ...device, epoch, cursor: next })
        })
        return real.applyPull(parts, arrived, { ...asked, epoch, seq: next })
      }
      return { ...real, applyPull }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('an edit that grows after it was sent', async () => {
    vi.doMock('#client/book/store/device.ts', async (original) => {
      const real = await original<Device>()
      const isNumbered: Device['isNumbered'] = (item, device) =>
        item.intent.op !== 'patch' && real.isNumbered(item, device)
      return { ...real, isNumbered }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('an answer taken for all where the server stopped in the middle', async () => {
    vi.doMock('#client/book/sync/push.ts', async (original) => {
      const real = await original<Push>()
      const applyPush: Push['applyPush'] = (parts, { answer, ...sent }) => {
        const results = sent.batch.mutations.map(
          ({ mid }) =>
            answer.results.find((result) => result.mid === mid) ?? {
              mid,
              status: 'applied' as const,
            },
        )
        return real.applyPush(parts, { ...sent, answer: { ...answer, results } })
      }
      return { ...real, applyPush }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('a fresh number at each try', async () => {
    vi.doMock('#client/book/sync/batch.ts', async (original) => {
      const real = await original<Batches>()
      const takeBatch: Batches['takeBatch'] = async (parts) => {
        await parts.db.device.update('device', { given: [] })
        return real.takeBatch(parts)
      }
      return { ...real, takeBatch }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('a cursor that answers move on past what others did', async () => {
    vi.doMock('#client/book/sync/results.ts', async (original) => {
      const real = await original<Results>()
      const cursorAfter: Results['cursorAfter'] = ({ cursor, pulling }, _acked, { to }) =>
        pulling === 'all' ? cursor : to
      return { ...real, cursorAfter }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('an edit shown as made where its answer tells of more', async () => {
    vi.doMock('#client/book/sync/results.ts', async (original) => {
      const real = await original<Results>()
      const resultsOf: Results['resultsOf'] = (acked, rows, device) => {
        const thin = acked.map(([item, result]): (typeof acked)[number] => {
          const { row, ...said } = result
          const isEdit = row && !row.deleted && !row.erased && rows.get(item.key)?.rev
          return isEdit ? [item, { ...said, made: row }] : [item, result]
        })
        const known = new Map(
          [...rows].map(([key, row]) => {
            const made = thin.find(([item]) => item.key === key)?.[1].made
            return [key, made ? { ...row, rev: made.rev - 1 } : row] as const
          }),
        )
        return real.resultsOf(thin, known, device)
      }
      return { ...real, resultsOf }
    })
    expect(await holds()).toBe(false)
  }, 120_000)

  it('an older answer taken for the newer', async () => {
    vi.doMock('#client/book/store/row.ts', async (original) => {
      const real = await original<Row>()
      const renewed: Row['renewed'] = (row, change: Change, now) =>
        real.renewed(row && { ...row, rev: -1 }, change, now)
      return { ...real, renewed }
    })
    // Another rule skips late pages, too, so it is broken as well.
    vi.doMock('#client/book/sync/pull.ts', async (original) => {
      const real = await original<Pull>()
      const applyPull: Pull['applyPull'] = async (parts, arrived, asked) => {
        const device = await parts.db.device.get('device')
        const { answered } = device ? real.askedBy(device) : asked
        return real.applyPull(parts, arrived, { ...asked, answered })
      }
      return { ...real, applyPull }
    })
    expect(await holds()).toBe(false)
  }, 120_000)
})
