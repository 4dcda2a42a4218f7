import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { ListDetail } from '#client/desk/kit/lists/list-detail.tsx'
import { ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { ListSkeleton, StaleBadge } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { ClientLinkComponent } from '#client/desk/queries/client-link-component.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { type FormGroup, type FormSubmission, markSubmissionRead } from '#shared/submissions/api.ts'
import { formatRowTime, formTexts, getPreview, getSenderName } from './form-text.ts'
import styles from './forms-page.module.css'

/** The submissions that contain every typed word; ignores case and accents. */
export function filterSubmissions(
  list: readonly FormSubmission[],
  typed: string,
): FormSubmission[] {
  const words = toSearchText(typed).split(/\s+/).filter(Boolean)
  return list.filter(({ data }) => {
    const text = toSearchText(Object.values(data).join(' '))
    return words.every((word) => text.includes(word))
  })
}

function toSearchText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}

// Loaded when the first submission is opened: the list has priority.
const FormReading = lazyNamed(
  () => import('./submission-detail.tsx'),
  (module) => module.SubmissionDetail,
)

interface FormsBodyProps {
  desk: DeskData<FormGroup[]>
  setRead: ReadMarks['setRead']
  /** Undefined until the list is loaded. */
  group: FormGroup | undefined
  /** Why nothing can be changed now, for example while offline. */
  disabledReason: string | undefined
  ClientLink: ClientLinkComponent
}

/** The list of one form's submissions, and the one that is open. */
export function FormsBody({ desk, setRead, group, disabledReason, ClientLink }: FormsBodyProps) {
  const [typed, setTyped] = useState('')
  const { id } = useParams()
  const opened = group?.submissions.find((one) => String(one.id) === id)
  useMarkReadOnOpen(opened, { mark: setRead, may: !disabledReason })
  if (!group) return <ListSkeleton desk={desk} />
  const found = filterSubmissions(group.submissions, typed)
  if (group.total === 0)
    return (
      <div className={styles.empty}>
        <EmptyState title="No submissions found">{formTexts[group.name].emptyText}</EmptyState>
      </div>
    )
  return (
    <ListDetail
      head={
        <>
          <SearchBox
            label="Search submissions"
            placeholder="Search submissions"
            value={typed}
            onChange={setTyped}
          />
          <p className={type.fine} role="status">
            {typed ? `${found.length} found` : formatSubmissionCounts(group)}
          </p>
          <StaleBadge desk={desk} />
        </>
      }
      list={
        found.length > 0 ? (
          <FormsList group={group} submissions={found} selectedId={opened?.id} />
        ) : (
          <EmptyState title="No submissions found">Nothing here matches these words.</EmptyState>
        )
      }
      detail={
        opened ? (
          <Suspense fallback={null}>
            <FormReading
              key={opened.id}
              group={group}
              submission={opened}
              disabledReason={disabledReason}
              ClientLink={ClientLink}
              onMark={(read) => setRead(opened.id, read)}
            />
          </Suspense>
        ) : undefined
      }
      emptyDetail={
        <EmptyState title="Choose a submission">Select a submission to read it.</EmptyState>
      }
      backLink={{ to: `/admin/forms/${group.name}`, label: formTexts[group.name].tab }}
    />
  )
}

/** Rows that are rendered at first; a button renders more. */
const AT_ONCE = 40

interface FormsListProps {
  group: FormGroup
  /** The submissions that match the search. */
  submissions: readonly FormSubmission[]
  selectedId: number | undefined
}

function FormsList({ group: { name, timeZone }, submissions, selectedId }: FormsListProps) {
  const now = systemClock()
  const [visibleCount, setVisibleCount] = useState(AT_ONCE)
  return (
    <>
      <ul>
        {submissions.slice(0, visibleCount).map(({ id, read, created_at, data }) => (
          <ListRow
            key={id}
            to={`/admin/forms/${name}/${id}`}
            isCurrent={id === selectedId}
            className={`${styles.row} ${read ? '' : styles.unread}`}
            lead={<i className={styles.dot} />}
            title={
              <>
                {read ? null : <VisuallyHidden>Unread: </VisuallyHidden>}
                {getSenderName(data)}
              </>
            }
            aside={<time dateTime={created_at}>{formatRowTime(created_at, timeZone, now)}</time>}
            note={getPreview(data)}
          />
        ))}
      </ul>
      {submissions.length > visibleCount ? (
        <p className={styles.more}>
          <TextAction onClick={() => setVisibleCount(visibleCount + AT_ONCE)}>
            Show older ones
          </TextAction>
        </p>
      ) : null}
    </>
  )
}

/** `7 submissions, 2 unread` */
export function formatSubmissionCounts({ total, unread, submissions }: FormGroup): string {
  const counted = `${total} submission${total === 1 ? '' : 's'}, ${unread || 'none'} unread`
  return total > submissions.length
    ? `${counted}. The latest ${submissions.length} are shown; the export has all.`
    : counted
}

/** A mark that the server's list may not contain yet. */
interface OptimisticMark {
  read: boolean
  /** The server has taken it, so the next list contains it, or a later mark from another device. */
  isConfirmed?: boolean
}

type OptimisticMarks = Readonly<Record<number, OptimisticMark>>

interface ReadMarks {
  /** The submissions with this page's marks. */
  groups: FormGroup[]
  setRead: (id: number, read: boolean) => void
}

/** Shows a mark at once and reverts it if the server refuses it. */
export function useReadMarks(known: FormGroup[], reload: () => void): ReadMarks {
  const [marks, setMarks] = useState<OptimisticMarks>({})
  const [markedList, setMarkedList] = useState(known)
  if (markedList !== known) {
    setMarkedList(known)
    setMarks(dropConfirmed)
  }
  const mark = async (id: number, read: boolean) => {
    const own: OptimisticMark = { read }
    setMarks((before) => ({ ...before, [id]: own }))
    const answer = await callEndpoint(markSubmissionRead, { id, read })
    setMarks((current) => {
      // The submission has been marked again meanwhile.
      if (current[id] !== own) return current
      if (answer.ok) return { ...current, [id]: { read, isConfirmed: true } }
      const { [id]: _refused, ...rest } = current
      return rest
    })
    if (answer.ok) reload()
  }
  return {
    groups: known.map((group) => applyMarks(group, marks)),
    setRead: (id, read) => void mark(id, read),
  }
}

function dropConfirmed(marks: OptimisticMarks): OptimisticMarks {
  return Object.fromEntries(Object.entries(marks).filter(([, mark]) => !mark.isConfirmed))
}

function applyMarks(group: FormGroup, marks: OptimisticMarks): FormGroup {
  const submissions = group.submissions.map((one) => ({
    ...one,
    read: marks[one.id]?.read ?? one.read,
  }))
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
function useMarkReadOnOpen(
  opened: { id: number; read: boolean } | undefined,
  { mark, may }: { mark: ReadMarks['setRead']; may: boolean },
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
