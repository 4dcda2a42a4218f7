import { describe, expect, test } from 'vitest'
import { createEmptyDraft, nothingTyped, type Typed } from '#client/booking/flow.ts'
import { fillFromJourney } from '#client/booking/journey-booking.tsx'
import type { SampleJourney } from '#shared/content/registry.ts'
import { getTexts } from '#shared/content/site-content.ts'

const [lofoten, lapland] = getTexts('artistry').journeys.list as unknown as [
  SampleJourney,
  SampleJourney,
]
const empty = createEmptyDraft(() => '00000000-0000-4000-8000-000000000001')
const fill = (over: Partial<Typed>, journey: SampleJourney) =>
  fillFromJourney({ ...empty, typed: { ...nothingTyped, ...over } }, journey).typed

describe('A booking that begins at a journey', () => {
  test('names the journey in its message and chooses its destination', () => {
    expect(fill({}, lofoten)).toMatchObject({
      message: `I would like to talk about “${lofoten.title}”.`,
      destinations: 'Norway',
    })
  })

  test('names the journey chosen last, if nothing else was typed', () => {
    const { message } = fill(fill({}, lofoten), lapland)
    expect(message).toContain(lapland.title)
    expect(message).not.toContain(lofoten.title)
  })

  test('keeps what was typed and chosen, and names each journey once', () => {
    const typed = { message: 'We are two.', destinations: 'Iceland' }
    const once = fill(typed, lofoten)
    expect(once.message).toBe(`We are two.\n\nI would like to talk about “${lofoten.title}”.`)
    expect(once.destinations).toBe('Iceland')
    expect(fill(once, lofoten)).toEqual(once)
  })
})
