import { type FormEvent, Fragment, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { ClientView } from '#client/data/store/types.ts'
import { MatchNotice } from '#client/desk/clients/merge/duplicate-notice.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { getPersonTitle } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { type Client, clientSchemas, listSectionFields } from '#shared/clients/client-fields.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { isSameValue } from '#shared/sync/value-equality.ts'
import {
  type ClientDraft,
  createDraft,
  getDraftKey,
  isChanged,
  NEW_DRAFT_KEY,
  toClientEdit,
  toDraft,
} from './client-draft.ts'
import styles from './client-form.module.css'
import { trimFields, type ValidationError, validateClient } from './client-validation.ts'
import { FieldControl, type FormPartProps } from './field-control.tsx'
import { type ClientDraftForm, useClientDraft } from './use-client-draft.ts'

/** The form for a new client. A link from a booking or a form prefills it: `state={{ fields }}`. */
export function NewClient() {
  const brought = parsePrefill(useLocation().state)
  // A prefilled form has its own draft, so that it does not replace the one for another person. The
  // key has a hash of the address, because keys are not encrypted.
  const key = brought ? `${NEW_DRAFT_KEY} ${hashText(brought.email ?? '')}` : NEW_DRAFT_KEY
  const form = useClientDraft(key, createDraft(brought), false)
  return form.draft ? (
    <ClientForm
      title="Add client"
      id={undefined}
      form={form}
      draft={form.draft}
      back="/admin/crm"
    />
  ) : null
}

function parsePrefill(state: unknown): Partial<Client> | undefined {
  if (typeof state !== 'object' || state === null || !('fields' in state)) return undefined
  const { fields } = state
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in clientSchemas))
}

/**
 * The form of an existing client. `state={{ refused }}` edits a rejected mutation again, by its
 * number.
 */
export function EditClient({ view }: { view: ClientView }) {
  const state = useLocation().state as { refused?: number } | null
  const refused = view.rejected.find(({ n }) => n === state?.refused)
  const given = toDraft(view, refused?.set)
  const form = useClientDraft(getDraftKey(view.id), given, refused !== undefined)
  if (!form.draft) return null
  const { base } = form.draft
  return (
    <ClientForm
      title={`Edit ${base.name}`}
      id={view.id}
      form={form}
      draft={form.draft}
      changedElsewhere={!isSameValue(base, view.client)}
      rejectedNumber={refused?.n}
      back={`/admin/crm/${view.id}`}
    />
  )
}

interface ClientFormProps {
  title: string
  /** Undefined for a new client. */
  id: string | undefined
  form: ClientDraftForm
  draft: ClientDraft
  /** Whether the client has changed since the form was begun. */
  changedElsewhere?: boolean
  /** The number of the rejected mutation that is edited again. */
  rejectedNumber?: number | undefined
  /** The address that Cancel opens. */
  back: string
}

/** The form with all fields of a client. */
function ClientForm({
  title,
  id,
  form,
  draft,
  changedElsewhere,
  rejectedNumber,
  back,
}: ClientFormProps) {
  useTitle(id ? getPersonTitle(title, 'Edit client') : title)
  const saving = useSave({ id, form, draft, rejectedNumber })
  const { faults, failed, busy, save, go, element } = saving
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const part = {
    fields: draft.fields,
    change: form.change,
    getError: (control: string) => faults.find((fault) => fault.controlName === control)?.message,
  }
  return (
    <form
      ref={element}
      className={`${kit.stackWide} ${styles.form}`}
      noValidate
      onSubmit={submit}
      aria-label={title}
    >
      <header>
        <h2 className={kit.subject}>{title}</h2>
        <p>Name, location, email and phone are required.</p>
      </header>
      <FormNotices form={form} changedElsewhere={changedElsewhere ?? false} failed={failed} />
      <ErrorSummary errors={faults} onFocusField={go} />
      <ContactSection {...part} id={id} />
      <ColumnSection title="Preferences" section="preferences" {...part} />
      <ColumnSection title="Trips and notes" section="trips" {...part} />
      <FormBar
        draft={draft}
        back={back}
        busy={busy}
        storageFailed={form.storageFailed}
        onDiscard={form.discard}
      />
    </form>
  )
}

interface FormNoticesProps {
  form: ClientDraftForm
  changedElsewhere: boolean
  /** Whether the device failed to store the client. */
  failed: boolean
}

/** Warnings above the fields. */
function FormNotices({ form, changedElsewhere, failed }: FormNoticesProps) {
  return (
    <>
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          What you typed is still here. Free some room on the device, then save again.
        </Banner>
      ) : null}
      {form.resumed ? (
        <Banner tone="warn" title="You started this earlier">
          Your draft is on this device and not saved yet.
        </Banner>
      ) : null}
      {changedElsewhere ? (
        <Banner tone="info" title="This client has been changed elsewhere in the meantime">
          Your typing stays as it is. Only what you change here is saved; where both changed the
          same, you are asked.
        </Banner>
      ) : null}
    </>
  )
}

interface SectionProps extends FormPartProps {
  id: string | undefined
}

function ContactSection({ id, ...part }: SectionProps) {
  return (
    <fieldset className={styles.section}>
      <legend className={type.h4}>Contact</legend>
      <div className={styles.pair}>
        <Controls section="contact" {...part} />
      </div>
      <div className={styles.match}>
        <MatchNotice fields={part.fields} id={id} />
      </div>
    </fieldset>
  )
}

interface ColumnSectionProps extends FormPartProps {
  title: string
  section: 'preferences' | 'trips'
}

function ColumnSection({ title, section, ...part }: ColumnSectionProps) {
  return (
    <fieldset className={styles.section}>
      <legend className={type.h4}>{title}</legend>
      <div className={kit.stackWide}>
        <Controls section={section} {...part} />
      </div>
    </fieldset>
  )
}

function Controls({
  section,
  ...part
}: FormPartProps & { section: 'contact' | 'preferences' | 'trips' }) {
  return listSectionFields(section).map((name) => <FieldControl key={name} name={name} {...part} />)
}

const countNames = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface ErrorSummaryProps {
  errors: readonly ValidationError[]
  onFocusField: (control: string) => void
}

/** A sentence that lists the faults, each with a link to its field. */
function ErrorSummary({ errors, onFocusField }: ErrorSummaryProps) {
  if (errors.length === 0) return null
  const count = countNames[errors.length] ?? String(errors.length)
  const title = errors.length === 1 ? 'One field needs' : `${count} fields need`
  return (
    <Banner tone="error" title={`${title} attention`}>
      {errors.map(({ controlName, subject, problem }, at) => (
        <Fragment key={controlName}>
          {at === 0 ? '' : getJoiner(at, errors.length)}
          <a
            href={`#${controlName}`}
            onClick={(event) => {
              event.preventDefault()
              onFocusField(controlName)
            }}
          >
            {at === 0 ? capitalize(subject) : lowerFirst(subject)}
          </a>{' '}
          {problem}
        </Fragment>
      ))}
      .
    </Banner>
  )
}

/** The separator between faults: `Location is empty, and the phone number is too short.` */
function getJoiner(at: number, count: number): string {
  return at === count - 1 ? ', and the ' : ', the '
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

interface FormBarProps {
  draft: ClientDraft
  back: string
  busy: boolean
  /** Whether the device fails to store the draft. */
  storageFailed: boolean
  onDiscard: () => void
}

/** The bar with the buttons, always visible at the foot of the form. */
function FormBar({ draft, back, busy, storageFailed, onDiscard }: FormBarProps) {
  const question = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const leave = () => navigate(back, { preventScrollReset: true })
  return (
    <div className={styles.bar}>
      <p>
        {storageFailed
          ? 'This device does not keep what you type before it is saved.'
          : 'Saved on this device first, then synced.'}
      </p>
      <div className={`${layout.row} ${styles.actions}`}>
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
        confirmLabel="Discard"
        cancelLabel="Keep writing"
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

interface SaveOptions {
  id: string | undefined
  form: ClientDraftForm
  draft: ClientDraft
  rejectedNumber: number | undefined
}

/** Makes the list scroll to the saved client, and the client's heading take the focus. */
const SAVED_NAVIGATION = { replace: true, preventScrollReset: true, state: { saved: true } }

/** Validates when the owner first tries to save, and from then on with each key press. */
function useSave({ id, form, draft, rejectedNumber }: SaveOptions) {
  const element = useRef<HTMLFormElement>(null)
  const [isValidating, setValidating] = useState(false)
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const navigate = useNavigate()
  const faults = isValidating ? validateClient(draft.fields, draft.base) : []
  const go = (control: string) => {
    const field = element.current?.elements.namedItem(control)
    if (field instanceof HTMLElement) field.focus()
  }
  const store = async () => {
    setFailed(false)
    const tidy = { ...draft, fields: trimFields(draft.fields) }
    try {
      // A client that the server does not have yet is saved again even without a change.
      const asItWas = id !== undefined && draft.rev > 0 && !isChanged(tidy)
      const saved = asItWas ? id : await getData().clients.save(id, toClientEdit(tidy))
      if (rejectedNumber !== undefined) await getData().records.discardRejected(rejectedNumber)
      form.discard()
      announce('Saved on this device.')
      await navigate(`/admin/crm/${saved}`, SAVED_NAVIGATION)
    } catch {
      setFailed(true)
    }
  }
  const save = () => {
    const [first] = validateClient(draft.fields, draft.base)
    // The message under the field must be rendered before the field gets the focus.
    flushSync(() => setValidating(true))
    if (first) go(first.controlName)
    else void run(store)
  }
  return { element, faults, busy, failed, go, save }
}

/** 32-bit FNV-1a hash; 1 in place of 0. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0 || 1
}
