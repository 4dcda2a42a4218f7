import { Suspense, useEffect } from 'react'
import { KeepsNothing } from '#client/outbox/keeps-nothing.tsx'
import { FormPlumbing } from '#client/ui/controls/form-plumbing.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { Wrap } from '#client/ui/wrap.tsx'
import { Agreements } from './agreements.tsx'
import { Chapter } from './chapter.tsx'
import { ChapterIndex } from './chapter-index.tsx'
import { GettingThere, Interests, Journey, Staying, You } from './chapters.tsx'
import { Closing } from './closing.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FeesBox } from './fees-box.tsx'
import { Inquiry } from './inquiry-context.ts'
import styles from './inquiry-form.module.css'
import { keepForBooking } from './keep-for-booking.ts'
import { PrintSheet } from './print-sheet.tsx'
import { progressOf } from './progress.ts'
import { controlOf } from './read-form.ts'
import { SavedNote } from './saved-note.tsx'
import type { useInquiry } from './use-inquiry.ts'

type InquiryFormProps = ReturnType<typeof useInquiry>

/** The long form; without script a plain form that posts to the server. */
export function InquiryForm(props: InquiryFormProps) {
  const { form, summary, state, draft, checks, change, submit, clear, cancel } = props
  const { fields } = draft
  const { problems, told, today } = checks
  const progress = progressOf(fields, problems, told)
  // Not as a property: the whole form would be drawn once more for it.
  useEffect(() => form.current?.setAttribute('novalidate', ''), [form])
  return (
    <>
      <div className={styles.head}>
        <PageHead
          title="The long form, for those who like to think on paper."
          lead="Five chapters, in any order. What you write is kept on this device, and sent when you choose."
        />
      </div>
      <Wrap className={styles.columns}>
        <aside className={styles.aside} aria-label="Chapters and fees">
          <ChapterIndex chapters={progress.chapters} />
          <SavedNote savedAt={draft.savedAt} progress={progress} onClear={clear} />
          <FeesBox />
        </aside>
        <form
          ref={form}
          className={styles.form}
          method="post"
          action="/"
          aria-label="Travel enquiry"
          onSubmit={submit}
          onBlur={({ target }) => checks.leave(target.getAttribute('name') ?? '')}
        >
          <FormPlumbing name="inquiry" />
          <KeepsNothing then="You can send this form while you are online." />
          {checks.tried ? (
            <ErrorSummary
              fields={fields}
              told={told}
              heading={summary}
              onGo={(name) => form.current && controlOf(form.current, name)?.focus()}
            />
          ) : null}
          <Inquiry value={{ fields, change, told, today }}>
            {[You, Journey, GettingThere, Staying, Interests].map((Part) => (
              <Suspense key={Part.name}>
                <Part />
              </Suspense>
            ))}
            <Suspense>
              <Chapter id="sending">
                <Agreements />
                <Closing
                  state={state}
                  onBook={() => keepForBooking(fields)}
                  onCancel={() => void cancel()}
                />
              </Chapter>
            </Suspense>
          </Inquiry>
        </form>
        <Suspense>
          <PrintSheet fields={fields} />
        </Suspense>
      </Wrap>
    </>
  )
}
