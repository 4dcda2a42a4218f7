import { Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { TwoPane } from '#client/desk/kit/lists/list-detail.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { AsOf, OpeningLines } from '#client/desk/kit/page/data-state.tsx'
import type { ClientOf } from '#client/desk/queries/person.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import { formWords } from './form-words.ts'
import { countWords, FormsList } from './forms-list.tsx'
import styles from './forms-page.module.css'
import { type ReadMarks, useReadOnOpen } from './use-read-marks.ts'

/** Those in which every word that was typed occurs somewhere, in whatever case and with or without accents. */
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

// Fetched with the first that is opened: the list comes before it.
const FormReading = lazyNamed(
  () => import('./form-reading.tsx'),
  (module) => module.FormReading,
)

interface FormsBodyProps {
  desk: DeskData<FormGroup[]>
  marks: ReadMarks
  /** Undefined while nothing is known. */
  group: FormGroup | undefined
  /** Why nothing can be changed now. */
  barred: string | undefined
  Client: ClientOf
}

/** The list of one form, and what is read of it. */
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
            hint="Search all that was written"
            value={typed}
            onChange={setTyped}
          />
          <p className={styles.count} role="status">
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
      idle={
        <EmptyState title="Choose a submission">What was written opens beside the list.</EmptyState>
      }
      back={{ to: `/admin/forms/${group.name}`, label: formWords[group.name].tab }}
    />
  )
}
