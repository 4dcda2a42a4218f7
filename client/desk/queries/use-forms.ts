import { useMemo } from 'react'
import { getBook } from '#client/book/book-client.ts'
import type { UnreadForms } from '#client/book/store/types.ts'
import { useBookQuery } from '#client/book/use-book.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { countUnread, type FormGroup, getForms } from '#shared/submissions/api.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import type { DeskData } from './use-desk-data.ts'
import { useOwnerZone, useRecordData, useRecordsSoFar, useServerAnswer } from './use-records.ts'
import { findMark, type Marks, type Submission, useSubmissions } from './use-submissions.ts'

const formsQuery = { endpoint: getForms, input: {} }

/** Visitors' submissions by form, the latest first. */
export function useForms(): DeskData<FormGroup[]> {
  const submissions = useSubmissions()
  const marks = useRecordsSoFar('submission-mark')
  const timeZone = useOwnerZone()
  const groups = useMemo(
    () => (submissions && timeZone ? toFormGroups(submissions, timeZone) : undefined),
    [submissions, timeZone],
  )
  const desk = useRecordData({ derived: groups, from: ['submission'] }, formsQuery)
  const { data } = desk
  const marked = useMemo(
    () => (data === groups ? data : withMarks(data, marks)),
    [data, groups, marks],
  )
  return { ...desk, data: marked }
}

/** How many submissions of each form the owner has not read. */
export function useUnreadForms(): UnreadForms {
  const counted = useBookQuery('unread', () => getBook().countUnread())?.answer
  const answer = useServerAnswer(formsQuery, counted !== undefined)
  const marks = useRecordsSoFar('submission-mark', { isOff: !answer })
  if (!answer) return counted ?? {}
  return Object.fromEntries(
    (withMarks(answer.data, marks) ?? []).map(({ name, submissions }) => [
      name,
      countUnread(submissions),
    ]),
  )
}

function toFormGroups(all: readonly Submission[], timeZone: string): FormGroup[] {
  const byForm = groupBy(all, ({ form }) => form)
  return formNames.map((name) => {
    const submissions = (byForm.get(name) ?? []).sort((a, b) => b.id - a.id)
    return { name, timeZone, total: submissions.length, submissions }
  })
}

/** The server's answer with the marks on this device, which the server may not have yet. */
function withMarks(
  groups: FormGroup[] | undefined,
  marks: Marks | undefined,
): FormGroup[] | undefined {
  return groups?.map(({ submissions, ...group }) => ({
    ...group,
    submissions: submissions.map((one) => ({
      ...one,
      read: findMark(marks, one)?.read ?? one.read,
    })),
  }))
}
