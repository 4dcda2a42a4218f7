import { type ReactNode, type RefObject, Suspense, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { KeepsNothing } from '#client/outbox/keeps-nothing.tsx'
import { type SendState, SendTrouble } from '#client/outbox/queued-form.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { FormPlumbing } from '#client/ui/controls/form-plumbing.tsx'
import { AlertIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import { PageHead } from '#client/ui/page-head.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { newsletterVersion, newsletterWords } from '#shared/contact/schema.ts'
import { fees, feesNote, type InquiryFields, sentFields } from '#shared/inquiry/fields.ts'
import { askedIn, type QuestionName, questions } from '#shared/inquiry/questions.ts'
import { inquirySheet } from '#shared/inquiry/sheet.ts'
import { business } from '#shared/site/business.ts'
import { titles } from '#shared/site/titles.ts'
import { Chapter, Inquiry, useAnswers } from './ask.tsx'
import { GettingThere, Interests, Journey, Staying, You } from './chapters.tsx'
import styles from './inquiry-form.module.css'
import { ChapterIndex, progressOf, SavedNote } from './progress.tsx'
import type { useInquiry } from './use-inquiry.ts'
import { BOOK_WITH_ANSWERS, keepForBooking } from './use-inquiry.ts'

type InquiryFormProps = ReturnType<typeof useInquiry>

/** The enquiry form; without script it posts directly to the server. */
export function InquiryForm(props: InquiryFormProps) {
  const { form, summary, state, draft, checks, change, submit, clear, cancel } = props
  const { fields } = draft
  const { problems, told, today } = checks
  const progress = progressOf(fields, problems, told)
  // Set in the DOM: as a property it would render the whole form once more.
  useEffect(() => form.current?.setAttribute('novalidate', ''), [form])
  return (
    <>
      <div className={styles.head}>
        <PageHead
          title="The long form, for those who like to think on paper."
          lead="Five chapters, in any order. What you write is saved on this device, and sent when you choose."
        />
      </div>
      <Wrap className={`${layout.columns} ${styles.columns}`}>
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
                <Closing state={state} onBook={() => keepForBooking(fields)} onCancel={cancel} />
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

function FeesBox() {
  return (
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
  )
}

/** The printed form: the answers, and empty lines for unanswered questions. */
function PrintSheet({ fields }: { fields: InquiryFields }) {
  return (
    <div className={styles.sheet}>
      <p className={styles.mark}>{business.name}</p>
      <p className={styles.heading}>{titles['/inquiry-form']}</p>
      {inquirySheet(sentFields(fields)).map(({ title, rows }) => (
        <section key={title}>
          <h2 className={styles.printSheetTitle}>{title}</h2>
          <dl>
            {rows.map(({ label, value }) => (
              <div key={label} className={styles.row}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

interface ClosingProps {
  state: SendState
  onBook(): void
  /** Removes the queued submission from the outbox. */
  onCancel(): void
}

/** Actions at the end of the form: send, print, or begin a booking with the answers. */
function Closing({ state, onBook, onCancel }: ClosingProps) {
  const busy = state.kind === 'submitting'
  const again = state.kind === 'failed' || state.kind === 'unsaved'
  return (
    <div className={styles.closing} data-print="off">
      <SendTrouble state={state} onCancel={onCancel} />
      <p className={`${text.note} ${styles.words}`}>
        Kept on this device as you write; sent when you choose. You can also take it with you as a
        print, or begin a booking with your destination and contact details.
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={busy} arrow>
          {busy ? 'Submitting...' : again ? 'Retry' : 'Send'}
        </Button>
        <ButtonLink variant="ghost" to={BOOK_WITH_ANSWERS} onClick={onBook}>
          Book with these answers
        </ButtonLink>
        <span className={styles.print}>
          <Button variant="quiet" onClick={() => print()}>
            Print or save as PDF
          </Button>
        </span>
      </div>
    </div>
  )
}

/** The newsletter checkbox, and the required agreements. */
function Agreements() {
  return (
    <div className={styles.agreements}>
      <input type="hidden" name="newsletter_text" value={newsletterVersion} />
      <Agree name="newsletter">
        {newsletterWords} <span className={text.muted}>(optional)</span>
      </Agree>
      <Agree name="privacy_policy">
        I have read the{' '}
        <Link to="/privacy-policy" target="_blank">
          Privacy Policy
        </Link>
        .
      </Agree>
      <Agree name="package_agreement">{questions.package_agreement.label}</Agree>
      <Agree name="consent">{questions.consent.label}</Agree>
    </div>
  )
}

function Agree({ name, children }: { name: QuestionName; children: ReactNode }) {
  const { fields, change, told } = useAnswers()
  return (
    <Checkbox
      name={name}
      value="on"
      required={name !== 'newsletter'}
      checked={fields[name] === 'on'}
      error={told[name]}
      onChange={(event) => change({ [name]: event.target.checked ? 'on' : '' })}
    >
      {children}
    </Checkbox>
  )
}

interface ErrorSummaryProps {
  fields: InquiryFields
  told: Record<string, string>
  heading: RefObject<HTMLHeadingElement | null>
  onGo(name: string): void
}

/** Missing or wrong answers, each linked to its field; updated while the visitor types. */
function ErrorSummary({ fields, told, heading, onGo }: ErrorSummaryProps) {
  const wrong = askedIn(fields).filter(({ name }) => told[name])
  if (wrong.length === 0) return null
  return (
    <div className={styles.summary} role="alert" aria-atomic="false" data-print="off">
      <h2 ref={heading} tabIndex={-1} className={styles.errorSummaryTitle}>
        <AlertIcon className={styles.icon} />
        {headline(wrong.length)}
      </h2>
      <ul>
        {wrong.map(({ name, label, chapter }) => (
          <li key={name}>
            <a
              href={`#${chapter}`}
              onClick={(event) => {
                event.preventDefault()
                onGo(name)
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

const numbers =
  'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  )

function headline(count: number): string {
  const number = numbers[count] ?? String(count)
  return count === 1 ? 'One answer is still needed' : `${number} answers are still needed`
}

/** The first control with this name. */
function controlOf(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const found = [...form.elements].find((control) => control.getAttribute('name') === name)
  return found instanceof HTMLElement ? found : undefined
}
