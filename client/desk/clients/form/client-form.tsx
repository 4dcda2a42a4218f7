import { type FormEvent, Fragment, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { namedTitle } from '#client/desk/kit/page/page.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { fieldsIn } from '#shared/clients/fields.ts'
import { type ClientDraft, isChanged } from './client-draft.ts'
import styles from './client-form.module.css'
import { FieldControl, type PartProps } from './field-control.tsx'
import type { Fault } from './form-rules.ts'
import { LikelyMatch } from './likely-match.tsx'
import type { KeptForm } from './use-client-draft.ts'
import { useSaving } from './use-saving.ts'

interface ClientFormProps {
  title: string
  /** Undefined for a new client. */
  id: string | undefined
  form: KeptForm
  draft: ClientDraft
  /** The client was changed elsewhere since the form was begun. */
  moved?: boolean
  /** The refused edit that is taken up again. */
  refused?: number | undefined
  /** Where Cancel leads. */
  back: string
}

/** All fields of a client. */
export function ClientForm({ title, id, form, draft, moved, refused, back }: ClientFormProps) {
  useTitle(id ? namedTitle(title, 'Edit client') : title)
  const saving = useSaving({ id, form, draft, refused })
  const { faults, failed, busy, save, go, element } = saving
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const part = {
    fields: draft.fields,
    change: form.change,
    errorOf: (control: string) => faults.find((fault) => fault.control === control)?.message,
  }
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={submit} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <p>Name, location, email and phone are needed. The rest can wait.</p>
      </header>
      <FormNotices form={form} moved={moved ?? false} failed={failed} />
      <FaultSummary faults={faults} onGo={go} />
      <ContactSection {...part} id={id} />
      <ColumnSection title="Preferences" of="preferences" {...part} />
      <ColumnSection title="Trips and notes" of="trips" {...part} />
      <FormBar draft={draft} back={back} busy={busy} unkept={form.unkept} onDiscard={form.drop} />
    </form>
  )
}

interface FormNoticesProps {
  form: KeptForm
  moved: boolean
  /** The device could not store it. */
  failed: boolean
}

/** What there is to know before going on typing. */
function FormNotices({ form, moved, failed }: FormNoticesProps) {
  return (
    <>
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          What you typed is still here. Free some room on the device, then save again.
        </Banner>
      ) : null}
      {form.resumed ? (
        <Banner tone="warn" title="You began this earlier">
          What you typed was kept on this device and is not saved yet.
        </Banner>
      ) : null}
      {moved ? (
        <Banner tone="info" title="This client was changed elsewhere meanwhile">
          Your typing stays as it is. Only what you change here is saved; where both changed the
          same, you are asked.
        </Banner>
      ) : null}
    </>
  )
}

interface SectionProps extends PartProps {
  id: string | undefined
}

function ContactSection({ id, ...part }: SectionProps) {
  return (
    <fieldset className={styles.part}>
      <legend>Contact</legend>
      <div className={styles.pair}>
        <Controls of="contact" {...part} />
      </div>
      <LikelyMatch fields={part.fields} id={id} />
    </fieldset>
  )
}

interface ColumnSectionProps extends PartProps {
  title: string
  of: 'preferences' | 'trips'
}

function ColumnSection({ title, of: section, ...part }: ColumnSectionProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      <div className={styles.column}>
        <Controls of={section} {...part} />
      </div>
    </fieldset>
  )
}

function Controls({
  of: section,
  ...part
}: PartProps & { of: 'contact' | 'preferences' | 'trips' }) {
  return fieldsIn(section).map((name) => <FieldControl key={name} name={name} {...part} />)
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface FaultSummaryProps {
  faults: readonly Fault[]
  onGo: (control: string) => void
}

/** What is still to be done, in a sentence whose subjects lead to their fields. */
function FaultSummary({ faults, onGo }: FaultSummaryProps) {
  if (faults.length === 0) return null
  const count = numbers[faults.length] ?? String(faults.length)
  const title = faults.length === 1 ? 'One field needs' : `${count} fields need`
  return (
    <Banner tone="error" title={`${title} attention`}>
      {faults.map(({ control, subject, verdict }, at) => (
        <Fragment key={control}>
          {at === 0 ? '' : joint(at, faults.length)}
          <a
            href={`#${control}`}
            onClick={(event) => {
              event.preventDefault()
              onGo(control)
            }}
          >
            {at === 0 ? capital(subject) : lower(subject)}
          </a>{' '}
          {verdict}
        </Fragment>
      ))}
      .
    </Banner>
  )
}

/** `Location is empty, and the phone number is too short.` */
function joint(at: number, count: number): string {
  return at === count - 1 ? ', and the ' : ', the '
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

interface FormBarProps {
  draft: ClientDraft
  back: string
  busy: boolean
  /** The device does not keep what is typed. */
  unkept: boolean
  onDiscard: () => void
}

/** At the foot of the form, in sight wherever one is in it. */
function FormBar({ draft, back, busy, unkept, onDiscard }: FormBarProps) {
  const question = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const leave = () => navigate(back, { preventScrollReset: true })
  return (
    <div className={styles.bar}>
      <p>
        {unkept
          ? 'This device does not keep what you type before it is saved.'
          : 'Saved on this device first, then synced.'}
      </p>
      <div className={styles.actions}>
        <Button
          small
          variant="ghost"
          onClick={() => (isChanged(draft) ? question.current?.showModal() : void leave())}
        >
          Cancel
        </Button>
        <Button small type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save client'}
        </Button>
      </div>
      <ConfirmDialog
        ref={question}
        title="Discard what you typed?"
        confirm="Discard"
        keep="Go on writing"
        danger
        onConfirm={() => {
          onDiscard()
          void leave()
        }}
      >
        It is kept on this device until you save or discard it.
      </ConfirmDialog>
    </div>
  )
}
