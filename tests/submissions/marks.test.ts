import { expect, it } from 'vitest'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { completeMarks, isNewSubmission, isOpenSubmission } from '#shared/submissions/marks.ts'
import { type RecordRef, validateRecord } from '#shared/sync/collections.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { createTwoDevices } from '#tests/support/sync/two-devices.ts'

const devices = createTwoDevices()
const mark: RecordRef = { coll: 'submission-mark', id: toMarkId(1, TODAY) }
const HOUR = 3_600_000

it('A submission is new until it is read, answered or put aside', () => {
  expect(isNewSubmission(completeMarks())).toBe(true)
  for (const set of [{ readAt: TODAY }, { answeredAt: TODAY }, { putAsideAt: TODAY }])
    expect(isNewSubmission(completeMarks(set))).toBe(false)
})

it('A submission is open, read or not, until it is answered or put aside', () => {
  expect(isOpenSubmission(completeMarks({ readAt: TODAY }))).toBe(true)
  for (const set of [{ answeredAt: TODAY }, { putAsideAt: TODAY }])
    expect(isOpenSubmission(completeMarks(set))).toBe(false)
})

it('Only a time or nothing can be stored as when a submission was read, answered or put aside', () => {
  for (const name of ['readAt', 'answeredAt', 'putAsideAt']) {
    expect(validateRecord('submission-mark', { [name]: TODAY })).toEqual({})
    expect(validateRecord('submission-mark', { [name]: null })).toEqual({})
    for (const value of [true, -1, 0.5, 8.64e15 + 1, 'yesterday'])
      expect(Object.keys(validateRecord('submission-mark', { [name]: value }))).toEqual([name])
  }
})

it('Marks that two devices set without a connection are all kept, and one mark that both set is no conflict', async () => {
  const { laptop, telephone, sync } = devices
  const edits = { laptop: laptop.edits, telephone: telephone.edits }
  await edits.laptop.patch(mark, {
    base: { readAt: null, answeredAt: null },
    set: { readAt: TODAY, answeredAt: TODAY },
  })
  await edits.telephone.patch(mark, { base: { putAsideAt: null }, set: { putAsideAt: TODAY } })
  await sync(laptop, telephone, laptop)
  for (const device of [laptop, telephone])
    expect((await device.db.records.toArray()).map(({ data }) => data)).toEqual([
      { readAt: TODAY, answeredAt: TODAY, putAsideAt: TODAY },
    ])
  await edits.laptop.patch(mark, { base: { answeredAt: TODAY }, set: { answeredAt: null } })
  await edits.telephone.patch(mark, {
    base: { answeredAt: TODAY },
    set: { answeredAt: TODAY + HOUR },
  })
  await sync(telephone, laptop, telephone)
  const rows = [laptop, telephone].map(async ({ db }) => db.records.toArray())
  for (const [row] of await Promise.all(rows)) {
    expect(row?.data).toMatchObject({ answeredAt: null })
    expect(row?.conflicts ?? []).toEqual([])
  }
})
