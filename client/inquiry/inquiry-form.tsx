import { type ReactNode, type RefObject, Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Form } from '#client/lib/use-form.ts'
import { SendErrorBanner, type SendState } from '#client/outbox/queued-form.tsx'
import { StorageUnavailableBanner } from '#client/outbox/storage-available.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { HiddenFormFields } from '#client/ui/controls/hidden-form-fields.tsx'
import { AlertIcon } from '#client/ui/icons.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { newsletterText, newsletterVersion } from '#shared/contact/schema.ts'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { buildAnswerSheet } from '#shared/inquiry/answer-sheet.ts'
import { fees, feesNote, type InquiryFields } from '#shared/inquiry/fields.ts'
import { listActiveQuestions, type QuestionName, questions } from '#shared/inquiry/questions.ts'
import { toSubmittedFields } from '#shared/inquiry/submitted-fields.ts'
import {
  AboutYouChapter,
  GettingThereChapter,
  InterestsChapter,
  JourneyChapter,
  StayChapter,
} from './chapters.tsx'
import { ChapterIndex, calculateProgress, SavedNote } from './form-progress.tsx'
import styles from './inquiry-form.module.css'
import { Chapter, InquiryContext, useInquiryContext } from './question-fields.tsx'
import type { useInquiry } from './use-inquiry.ts'
import { saveForBooking, toPrefilledBooking } from './use-inquiry.ts'

type InquiryFormProps = ReturnType<typeof useInquiry>

/** The enquiry form. Without script it posts to `/`, as every form does; a hidden field names it. */
export function InquiryForm(props: InquiryFormProps) {
  const { form, summaryHeading, state, draft, today, submit, clear, cancel } = props
  const { values } = form
  const progress = calculateProgress(form)
  return (
    <>
      <div className={styles.pageHead}>
        <PageHead
          title="The long form, for those who like to think on paper."
          lead="Five chapters, in any order. What you write is saved on this device, and sent when you choose."
        />
      </div>
      <Wrap className={`grid ${styles.columns}`}>
        <aside className={styles.aside} aria-label="Chapters and fees">
          <ChapterIndex chapters={progress.chapters} />
          <SavedNote savedAt={draft.savedAt} progress={progress} onClear={clear} />
          <section aria-labelledby="fees-title" className={styles.fees}>
            <h2 id="fees-title" className={styles.title}>
              Planning fees
            </h2>
            <dl>
              {fees.map(({ what, amount }) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{amount}</dd>
                </div>
              ))}
            </dl>
            <p className={text.fine}>{feesNote}</p>
          </section>
        </aside>
        <form
          {...form.props}
          className={styles.form}
          method="post"
          action="/"
          aria-label="Travel enquiry"
          onSubmit={submit}
        >
          <HiddenFormFields name="inquiry" />
          <StorageUnavailableBanner fallbackText="You can send this form while you are online." />
          {form.tried ? <ErrorSummary form={form} heading={summaryHeading} /> : null}
          <InquiryContext value={{ form, readForm: draft.readForm, today }}>
            {/* Nothing suspends: React hydrates each boundary by itself, so typing is not blocked. */}
            {[
              AboutYouChapter,
              JourneyChapter,
              GettingThereChapter,
              StayChapter,
              InterestsChapter,
            ].map((Part) => (
              <Suspense key={Part.name}>
                <Part />
              </Suspense>
            ))}
            <Suspense>
              <Chapter id="sending">
                <div className={styles.agreements}>
                  <input type="hidden" name="newsletter_text" value={newsletterVersion} />
                  <AgreementCheckbox name="newsletter">
                    {newsletterText} <span className={text.muted}>(optional)</span>
                  </AgreementCheckbox>
                  <AgreementCheckbox name="privacy_policy">
                    I have read the{' '}
                    <Link to="/privacy-policy" target="_blank">
                      Privacy Policy
                    </Link>
                    .
                  </AgreementCheckbox>
                  <AgreementCheckbox name="package_agreement">
                    {questions.package_agreement.label}
                  </AgreementCheckbox>
                  <AgreementCheckbox name="consent">{questions.consent.label}</AgreementCheckbox>
                </div>
                <FormActions
                  state={state}
                  onBook={() => saveForBooking(values)}
                  onCancel={cancel}
                />
              </Chapter>
            </Suspense>
          </InquiryContext>
        </form>
        <Suspense>
          {/* The printed form: the answers, and empty lines for unanswered questions. */}
          <div className={styles.printSheet}>
            <p className={styles.printBrand}>{getBusiness().name}</p>
            <p className={styles.printHeading}>{pageTitles['/inquiry-form']}</p>
            {buildAnswerSheet(toSubmittedFields(values), 'visitor').map(({ title, rows }) => (
              <section key={title}>
                <h2 className={styles.printSheetTitle}>{title}</h2>
                <dl>
                  {rows.map(({ label, value }) => (
                    <div key={label} className={styles.printRow}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </Suspense>
      </Wrap>
    </>
  )
}

interface FormActionsProps {
  state: SendState
  onBook(): void
  /** Removes the queued submission from the outbox. */
  onCancel(): void
}

/** Actions at the end of the form: send, print, or begin a booking with the answers. */
function FormActions({ state, onBook, onCancel }: FormActionsProps) {
  const busy = state.kind === 'submitting'
  const isRetry = state.kind === 'failed' || state.kind === 'unsaved'
  return (
    <div className={`stack gap-6 ${styles.formActions}`} data-print="off">
      <SendErrorBanner state={state} onCancel={onCancel} />
      <p className={`${text.note} ${styles.note}`}>
        Saved on this device as you write; sent when you choose. You can also take it with you as a
        print, or begin a booking with your destination and contact details.
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={busy} arrow>
          {busy ? 'Submitting...' : isRetry ? 'Retry' : 'Send'}
        </Button>
        <ButtonLink variant="ghost" to={toPrefilledBooking()} onClick={onBook}>
          Book with these answers
        </ButtonLink>
        <span className={styles.printButton}>
          <Button variant="quiet" onClick={() => print()}>
            Print or save as PDF
          </Button>
        </span>
      </div>
    </div>
  )
}

function AgreementCheckbox({ name, children }: { name: QuestionName; children: ReactNode }) {
  const { form } = useInquiryContext()
  return (
    <Checkbox {...form.box(name)} required={name !== 'newsletter'}>
      {children}
    </Checkbox>
  )
}

interface ErrorSummaryProps {
  form: Form<InquiryFields>
  heading: RefObject<HTMLHeadingElement | null>
}

/** Missing or wrong answers, each linked to its field; updated while the visitor types. */
function ErrorSummary({ form: { ref, values, errors }, heading }: ErrorSummaryProps) {
  const wrong = listActiveQuestions(values).filter(({ name }) => errors[name])
  if (wrong.length === 0) return null
  return (
    <div className={styles.summary} role="alert" aria-atomic="false" data-print="off">
      <h2 ref={heading} tabIndex={-1} className={`row gap-3 ${styles.errorSummaryTitle}`}>
        <AlertIcon className={styles.icon} />
        {formatErrorCount(wrong.length)}
      </h2>
      <ul>
        {wrong.map(({ name, label, chapter }) => (
          <li key={name}>
            <a
              href={`#${chapter}`}
              onClick={(event) => {
                event.preventDefault()
                if (ref.current) findControl(ref.current, name)?.focus()
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const numberNames =
  'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  )

function formatErrorCount(count: number): string {
  const number = numberNames[count] ?? String(count)
  return count === 1 ? 'One answer is still needed' : `${number} answers are still needed`
}

function findControl(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const found = [...form.elements].find((control) => control.getAttribute('name') === name)
  return found instanceof HTMLElement ? found : undefined
}
