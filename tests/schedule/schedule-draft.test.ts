import { expect, it } from 'vitest'
import { applyDrafts, toPartEdits, updateDrafts } from '#client/desk/schedule/schedule-draft.ts'
import { setDay } from '#client/desk/schedule/schedule-edits.ts'
import { defaultContent, getPart } from '#shared/schedule/merge-schedules.ts'

const openUntil = (end: string) => ({ enabled: true, timeSlots: [{ start: '09:00', end }] })

it('Hours that were typed back are no unsaved change, so that the page shows what another device has saved meanwhile', () => {
  const saved = setDay(defaultContent, 1, openUntil('17:00'))
  const typed = updateDrafts({}, saved, setDay(saved, 1, openUntil('15:00')))
  const savedElsewhere = setDay(saved, 1, openUntil('12:00'))
  const back = setDay(applyDrafts(savedElsewhere, typed), 1, openUntil('17:00'))
  const after = updateDrafts(typed, savedElsewhere, back)
  expect(after).toEqual({})
  expect(getPart(applyDrafts(savedElsewhere, after), 'day:1')).toEqual(openUntil('12:00'))
})

it('Hours that were typed again after another device’s save are compared with what was shown at first', () => {
  const saved = setDay(defaultContent, 1, openUntil('17:00'))
  const typed = updateDrafts({}, saved, setDay(saved, 1, openUntil('15:00')))
  const savedElsewhere = setDay(saved, 1, openUntil('12:00'))
  const next = setDay(applyDrafts(savedElsewhere, typed), 1, openUntil('16:00'))
  const after = updateDrafts(typed, savedElsewhere, next)
  expect(toPartEdits(after, savedElsewhere, applyDrafts(savedElsewhere, after))).toEqual([
    { part: 'day:1', base: openUntil('17:00'), value: openUntil('16:00') },
  ])
})
