import { expect, test } from 'vitest'
import { keepTogether } from '#client/lib/data/keep-together.ts'

/** The text with a dot at each place where a line must not break. */
const show = (text: string) => keepTogether(text).replaceAll('\u00a0', '·')

test('A line may break before and after a date, but not inside it', () => {
  expect(show('until Monday 30 November 2026, without giving a reason')).toBe(
    'until Monday 30·November·2026, without giving a reason',
  )
})

test('A time span, a telephone number and a number with its unit stay on one line', () => {
  expect(show('Tuesday 1 December 2026, 09:00 to 09:30')).toBe(
    'Tuesday 1·December·2026, 09:00·to·09:30',
  )
  expect(show('call +47 00 00 00 00, within 14 days')).toBe('call +47·00·00·00·00, within 14·days')
})

test('A text without numbers keeps its spaces', () => {
  expect(show('Europe/Oslo (GMT+1), Norway')).toBe('Europe/Oslo (GMT+1), Norway')
})
