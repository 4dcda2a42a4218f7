import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { ListDetail, useIsOpenedByList, useOpenFirst } from '#client/desk/kit/lists/list-detail.tsx'
import { ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { ListSkeleton, StaleBadge } from '#client/desk/kit/page/data-state.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import { useFilter } from '#client/desk/kit/page/use-filter.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { ClientLinkComponent } from '#client/desk/queries/client-link-component.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useCanStore } from '#client/desk/queries/use-records.ts'
import { markSubmission } from '#client/desk/queries/use-submissions.ts'
import { systemClock } from '#client/lib/clock.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import { getSenderName } from '#shared/submissions/form-post.ts'
import {
  isNewSubmission,
  matchesFilter,
  type SubmissionFilter,
  submissionFilters,
} from '#shared/submissions/marks.ts'
import styles from './forms-page.module.css'
import {
  filterSubmissions,
  formatFilteredCount,
  formatRowTime,
  formTexts,
  getPreview,
  listRowStates,
} from './forms-text.ts'

// Loaded when the first submission is opened: the list has priority.
const FormReading = lazyNamed(
  () => import('./submission-detail.tsx'),
  (module) => module.SubmissionDetail,
)

interface SubmissionListProps {
  desk: DeskData<FormGroup[]>
  /** Undefined until the list is loaded. */
  group: FormGroup | undefined
  ClientLink: ClientLinkComponent
}

/** The list of one form's submissions, and the one that is open. */
export function SubmissionList({ desk, group, ClientLink }: SubmissionListProps) {
  const [typed, setTyped] = useState('')
  const [filter, setFilter, query] = useFilter(submissionFilters)
  const { id } = useParams()
  const opened = group?.submissions.find((one) => String(one.id) === id)
  useMarkReadOnOpen(opened)
  const submissions = group?.submissions ?? []
  const isSearching = typed.trim() !== ''
  const listMatching = (value: SubmissionFilter) =>
    submissions.filter((submission) => matchesFilter(submission, value))
  // A search finds everything, also what was put aside.
  const found = isSearching ? filterSubmissions(submissions, typed) : listMatching(filter)
  const [first] = id ? [] : found
  useOpenFirst(group && first && `/admin/forms/${group.name}/${first.id}${query}`)
  if (!group) return <ListSkeleton desk={desk} />
  if (group.total === 0)
    return (
      <div className={styles.empty}>
        <EmptyState object="letter" title="No submissions found">
          {formTexts[group.name].emptyText}
        </EmptyState>
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
          <SegmentedControl
            label="Show"
            options={submissionFilters.map((value) => ({
              ...{ value, label: filterTexts[value].label, count: listMatching(value).length },
            }))}
            value={filter}
            onChange={setFilter}
          />
          <p className={type.fine} role="status">
            {isSearching
              ? `${found.length} found among all`
              : formatFilteredCount(group, { matching: found, filter })}
          </p>
          <StaleBadge desk={desk} />
        </>
      }
      list={
        found.length > 0 ? (
          <FormsList {...{ group, query }} submissions={found} selectedId={opened?.id} />
        ) : (
          <EmptyState object="spyglass" title="No submissions found">
            {isSearching ? 'Nothing here matches these words.' : filterTexts[filter].emptyText}
          </EmptyState>
        )
      }
      detail={
        opened ? (
          <Suspense fallback={null}>
            <FormReading
              key={opened.id}
              group={group}
              submission={opened}
              ClientLink={ClientLink}
            />
          </Suspense>
        ) : undefined
      }
      emptyDetail={
        <EmptyState object="letter" title="Choose a submission">
          Select a submission to read it.
        </EmptyState>
      }
      backLink={{ to: `/admin/forms/${group.name}${query}`, label: formTexts[group.name].tab }}
    />
  )
}

const filterTexts: Record<SubmissionFilter, { label: string; emptyText: string }> = {
  all: { label: 'All', emptyText: 'All of them are put aside.' },
  'to-answer': { label: 'To answer', emptyText: 'Nothing waits for an answer.' },
  'put-aside': { label: 'Put aside', emptyText: 'Nothing is put aside.' },
}

/** Rows that are rendered at first; a button renders more. */
const AT_ONCE = 40

interface FormsListProps {
  group: FormGroup
  /** Those that match the filter or the search. */
  submissions: readonly FormSubmission[]
  /** The query of the list's address. */
  query: string
  selectedId: number | undefined
}

function FormsList({ group, submissions, query, selectedId }: FormsListProps) {
  const { name, timeZone } = group
  const now = systemClock()
  const [visibleCount, setVisibleCount] = useState(AT_ONCE)
  return (
    <>
      <ul>
        {submissions.slice(0, visibleCount).map((submission) => {
          const { id, created_at, data } = submission
          const isNew = isNewSubmission(submission)
          const preview = getPreview(data)
          return (
            <ListRow
              key={id}
              to={`/admin/forms/${name}/${id}${query}`}
              isCurrent={id === selectedId}
              className={`${styles.row} ${isNew ? styles.unread : ''}`}
              lead={<i className={styles.dot} />}
              title={
                <>
                  {isNew ? <VisuallyHidden>Unread: </VisuallyHidden> : null}
                  {getSenderName(data)}
                </>
              }
              aside={<time dateTime={created_at}>{formatRowTime(created_at, timeZone, now)}</time>}
              note={
                <>
                  {listRowStates(submission).map((state) => (
                    <span key={state} className={styles.state}>
                      {state}.{' '}
                    </span>
                  ))}
                  <span title={preview}>{preview}</span>
                </>
              }
            />
          )
        })}
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

/**
 * Marks a submission as read when the owner opens it, only once: they may mark it unread while it is
 * open.
 */
function useMarkReadOnOpen(opened: FormSubmission | undefined): void {
  const canStore = useCanStore()
  const isOpenedByList = useIsOpenedByList()
  const done = useRef<number>(undefined)
  useEffect(() => {
    if (!opened || !canStore || isOpenedByList || done.current === opened.id) return
    done.current = opened.id
    if (opened.readAt === null) markSubmission(opened, { readAt: systemClock() })
  })
}
