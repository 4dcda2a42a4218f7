import { useEffect, useRef, useState } from 'react'
import { call } from '#client/lib/data/api.ts'
import { type FormGroup, markForm } from '#shared/submissions/api.ts'

type Marks = Readonly<Record<number, boolean>>

export interface ReadMarks {
  /** With the marks that were just set here. */
  groups: FormGroup[]
  mark: (id: number, read: boolean) => void
}

/** Marks show at once; what the server did not take is shown as it was. */
export function useReadMarks(known: FormGroup[], reload: () => void): ReadMarks {
  const [marks, setMarks] = useState<Marks>({})
  const mark = async (id: number, read: boolean) => {
    setMarks((before) => ({ ...before, [id]: read }))
    const answer = await call(markForm, { id, read })
    if (answer.ok) reload()
    else setMarks(({ [id]: _failed, ...rest }) => rest)
  }
  return {
    groups: known.map((group) => withMarks(group, marks)),
    mark: (id, read) => void mark(id, read),
  }
}

function withMarks(group: FormGroup, marks: Marks): FormGroup {
  const submissions = group.submissions.map((one) => ({ ...one, read: marks[one.id] ?? one.read }))
  const newlyRead = submissions.filter((one, index) => one.read && !group.submissions[index]?.read)
  const newlyUnread = submissions.filter(
    (one, index) => !one.read && group.submissions[index]?.read,
  )
  return { ...group, submissions, unread: group.unread - newlyRead.length + newlyUnread.length }
}

/** What is opened is read; unless it is said to be unread while it stands open. */
export function useReadOnOpen(
  opened: { id: number; read: boolean } | undefined,
  { mark, may }: { mark: ReadMarks['mark']; may: boolean },
): void {
  const done = useRef<number>(undefined)
  const id = opened?.id
  const unread = opened !== undefined && !opened.read
  useEffect(() => {
    if (id === undefined || !may || done.current === id) return
    done.current = id
    if (unread) mark(id, true)
  })
}
