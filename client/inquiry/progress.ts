import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { type Asked, askedIn, type ChapterId, chapters } from '#shared/inquiry/questions.ts'

export interface ChapterProgress {
  id: ChapterId
  numeral: string
  title: string
  /** How many of its messages are told now. */
  wrong: number
  complete: boolean
}

export interface Progress {
  chapters: ChapterProgress[]
  /** Of the answers that are needed. */
  given: number
  needed: number
}

type Problems = Record<string, string>

/** How far the form is; a chapter that needs nothing is complete once it holds an answer. */
export function progressOf(fields: InquiryFields, problems: Problems, told: Problems): Progress {
  const asked = askedIn(fields)
  const needed = asked.filter(({ required }) => required)
  return {
    needed: needed.length,
    given: needed.filter(({ name }) => !problems[name]).length,
    chapters: chapters.map((chapter) => {
      const mine = asked.filter((one) => one.chapter === chapter.id)
      return {
        ...chapter,
        wrong: mine.filter(({ name }) => told[name]).length,
        complete: isComplete(mine, fields, problems),
      }
    }),
  }
}

function isComplete(asked: Asked[], fields: InquiryFields, problems: Problems): boolean {
  if (asked.some(({ name }) => problems[name])) return false
  return asked.some(({ name, required }) => required || fields[name])
}
