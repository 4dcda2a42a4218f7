import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { TwoPane } from '#client/desk/kit/lists/list-detail.tsx'
import { ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { AsOf, OpeningLines } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { ClientOf } from '#client/desk/queries/person.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { type FormGroup, type FormSubmission, markForm } from '#shared/submissions/api.ts'
import { formWords, nameOf, noteOf, rowTime } from './form-words.ts'
import styles from './forms-page.module.css'

/** The submissions that contain every typed word; ignores case and accents. */
export function matching(list: readonly FormSubmission[], typed: string): FormSubmission[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return list.filter(({ data }) => {
    const text = plain(Object.values(data).join(' '))
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}

// Loaded when the first submission is opened: the list has priority.
const FormReading = lazyNamed(
  () => import('./form-reading.tsx'),
  (module) => module.FormReading,
)

interface FormsBodyProps {
  desk: DeskData<FormGroup[]>
  marks: ReadMarks
  /** Undefined until the list is loaded. */
  group: FormGroup | undefined
  /** Why nothing can be changed now, for example while offline. */
  barred: string | undefined
  Client: ClientOf
}

/** The list of one form's submissions, and the one that is open. */
export function FormsBody({ desk, marks: { mark }, group, barred, Client }: FormsBodyProps) {
  const [typed, setTyped] = useState('')
  const { id } = useParams()
  const opened = group?.submissions.find((one) => String(one.id) === id)
  useReadOnOpen(opened, { mark, may: !barred })
  if (!group) return <OpeningLines desk={desk} />
  const found = matching(group.submissions, typed)
  if (group.total === 0)
    return (
      <div className={styles.empty}>
        <EmptyState title="No submissions found">{formWords[group.name].none}</EmptyState>
      </div>
    )
  return (
    <TwoPane
      head={
        <>
          <SearchBox
            label="Search submissions"
            hint="Search submissions"
            value={typed}
            onChange={setTyped}
          />
          <p className={type.fine} role="status">
            {typed ? `${found.length} found` : countWords(group)}
          </p>
          <AsOf desk={desk} />
        </>
      }
      list={
        found.length > 0 ? (
          <FormsList group={group} found={found} opened={opened?.id} />
        ) : (
          <EmptyState title="No submissions found">Nothing here matches these words.</EmptyState>
        )
      }
      reading={
        opened ? (
          <Suspense fallback={null}>
            <FormReading
              key={opened.id}
              group={group}
              submission={opened}
              barred={barred}
              Client={Client}
              onMark={(read) => mark(opened.id, read)}
            />
          </Suspense>
        ) : undefined
      }
      idle={<EmptyState title="Choose a submission">Select a submission to read it.</EmptyState>}
      back={{ to: `/admin/forms/${group.name}`, label: formWords[group.name].tab }}
    />
  )
}

/** Rows that are rendered at first; a button renders more. */
const AT_ONCE = 40

interface FormsListProps {
  group: FormGroup
  /** The submissions that match the search. */
  found: readonly FormSubmission[]
  opened: number | undefined
}

function FormsList({ group: { name, timeZone }, found, opened }: FormsListProps) {
  const now = systemClock()
  const [shown, setShown] = useState(AT_ONCE)
  return (
    <>
      <ul>
        {found.slice(0, shown).map(({ id, read, created_at, data }) => (
          <ListRow
            key={id}
            to={`/admin/forms/${name}/${id}`}
            current={id === opened}
            className={`${styles.row} ${read ? '' : styles.unread}`}
            lead={<i className={styles.dot} />}
            title={
              <>
                {read ? null : <VisuallyHidden>Unread: </VisuallyHidden>}
                {nameOf(data)}
              </>
            }
            aside={<time dateTime={created_at}>{rowTime(created_at, timeZone, now)}</time>}
            note={noteOf(data)}
          />
        ))}
      </ul>
      {found.length > shown ? (
        <p className={styles.more}>
          <TextAction onClick={() => setShown(shown + AT_ONCE)}>Show older ones</TextAction>
        </p>
      ) : null}
    </>
  )
}

/** `7 submissions, 2 unread` */
export function countWords({ total, unread, submissions }: FormGroup): string {
  const counted = `${total} submission${total === 1 ? '' : 's'}, ${unread || 'none'} unread`
  return total > submissions.length
    ? `${counted}. The latest ${submissions.length} are shown; the export has all.`
    : counted
}

type Marks = Readonly<Record<number, boolean>>

interface ReadMarks {
  /** The submissions, with marks that are set but not confirmed yet. */
  groups: FormGroup[]
  mark: (id: number, read: boolean) => void
}

/** Shows a mark at once and reverts it if the server refuses it. */
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

/**
 * Marks a submission as read when it is opened, only once: the owner may mark it unread while it is
 * open.
 */
function useReadOnOpen(
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
