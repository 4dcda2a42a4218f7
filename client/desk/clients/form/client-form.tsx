import { Fragment, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { ClientView } from '#client/data/store/types.ts'
import { MatchNotice } from '#client/desk/clients/merge/duplicate-notice.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useDetailHeading } from '#client/desk/kit/lists/list-detail.tsx'
import { getPersonTitle } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { type StoredDraft, useStoredDraft } from '#client/desk/queries/use-stored-draft.ts'
import { type Form, useForm } from '#client/lib/use-form.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import { type Client, clientSchemas, listSectionFields } from '#shared/clients/client-fields.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import {
  type ClientDraft,
  createDraft,
  getDraftKey,
  isChanged,
  NEW_DRAFT_KEY,
  parseDraft,
  toClientEdit,
  toDraft,
} from './client-draft.ts'
import styles from './client-form.module.css'
import { toFieldErrors, trimFields, validateClient } from './client-validation.ts'
import { FieldControl } from './field-control.tsx'

const draftKind = { parse: parseDraft, isChanged }

/** The form for a new client. A link from a booking or a form prefills it: `state={{ fields }}`. */
export function NewClient() {
  const brought = parsePrefill(useLocation().state)
  // A prefilled form has its own draft, so that it does not replace the one for another person. The
  // key has a hash of the address, because keys are not encrypted.
  const key = brought ? `${NEW_DRAFT_KEY} ${hashText(brought.email ?? '')}` : NEW_DRAFT_KEY
  const stored = useStoredDraft({ ...draftKind, key, initial: createDraft(brought) })
  return stored.draft ? (
    <ClientForm
      title="Add client"
      id={undefined}
      stored={stored}
      draft={stored.draft}
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
  const stored = useStoredDraft({
    ...draftKind,
    key: getDraftKey(view.id),
    initial: toDraft(view, refused?.set),
    ignoreStored: refused !== undefined,
  })
  if (!stored.draft) return null
  const { base } = stored.draft
  return (
    <ClientForm
      title={`Edit ${base.name}`}
      id={view.id}
      stored={stored}
      draft={stored.draft}
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
  stored: StoredDraft<ClientDraft>
  draft: ClientDraft
  /** Whether the client has changed since the form was begun. */
  changedElsewhere?: boolean
  /** The number of the rejected mutation that is edited again. */
  rejectedNumber?: number | undefined
  /** The address that Cancel opens. */
  back: string
}

function ClientForm({
  title,
  id,
  stored,
  draft,
  changedElsewhere,
  rejectedNumber,
  back,
}: ClientFormProps) {
  useTitle(id ? getPersonTitle(title, 'Edit client') : title)
  const heading = useDetailHeading()
  const save = useSave({ id, stored, rejectedNumber })
  const form = useForm({
    values: {
      values: draft.fields,
      current: () => stored.current().fields,
      change(patch: Partial<Client>) {
        const now = stored.current()
        stored.change({ ...now, fields: { ...now.fields, ...patch } })
      },
    },
    rules: (fields) => toFieldErrors(validateClient(fields, draft.base)),
    submit: save,
  })
  return (
    <form {...form.props} className={`stack gap-5 ${styles.form}`} aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1} className={kit.subject}>
          {title}
        </h2>
        <p>Only a name is required. Place, email and phone may follow.</p>
      </header>
      {form.refusal ? (
        <Banner tone="error" title="This could not be saved on this device">
          What you typed is still here. Free some room on the device, then save again.
        </Banner>
      ) : null}
      {stored.resumed ? (
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
      {form.tried ? <ErrorSummary form={form} base={draft.base} /> : null}
      <fieldset className={styles.section}>
        <legend className={type.h4}>Contact</legend>
        <div className={styles.pair}>
          <Controls section="contact" form={form} />
        </div>
        <div className={styles.match}>
          <MatchNotice fields={draft.fields} id={id} />
        </div>
      </fieldset>
      <ColumnSection title="Preferences" section="preferences" form={form} />
      <ColumnSection title="Trips and notes" section="trips" form={form} />
      <FormBar stored={stored} back={back} busy={form.busy} />
    </form>
  )
}

interface ColumnSectionProps {
  title: string
  section: 'preferences' | 'trips'
  form: Form<Client>
}

function ColumnSection({ title, section, form }: ColumnSectionProps) {
  return (
    <fieldset className={styles.section}>
      <legend className={type.h4}>{title}</legend>
      <div className="stack gap-5">
        <Controls section={section} form={form} />
      </div>
    </fieldset>
  )
}

interface ControlsProps {
  section: 'contact' | 'preferences' | 'trips'
  form: Form<Client>
}

function Controls({ section, form }: ControlsProps) {
  return listSectionFields(section).map((name) => (
    <FieldControl key={name} name={name} form={form} />
  ))
}

const countNames = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface ErrorSummaryProps {
  form: Form<Client>
  base: Client
}

/** A sentence that lists the faults, each with a link to its field. */
function ErrorSummary({ form, base }: ErrorSummaryProps) {
  const errors = validateClient(form.values, base)
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
              const field = form.ref.current?.elements.namedItem(controlName)
              if (field instanceof HTMLElement) field.focus()
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

/** The separator between faults: `Name is empty, and the phone number is too short.` */
function getJoiner(at: number, count: number): string {
  return at === count - 1 ? ', and the ' : ', the '
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

interface FormBarProps {
  stored: StoredDraft<ClientDraft>
  back: string
  busy: boolean
}

/** The bar with the buttons, always visible at the foot of the form. */
function FormBar({ stored, back, busy }: FormBarProps) {
  const question = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const leave = () => navigate(back, { preventScrollReset: true })
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => keepAboveKeyboard(bar.current), [])
  return (
    <div ref={bar} className={styles.bar}>
      <p className={stored.isNotStored ? undefined : styles.reassurance}>
        {stored.isNotStored
          ? 'This device does not keep what you type before it is saved.'
          : 'Saved on this device first, then synced.'}
      </p>
      <div className={`row wrap gap-2 ${styles.actions}`}>
        <Button
          small
          variant="ghost"
          onClick={() => (stored.isChanged ? question.current?.showModal() : void leave())}
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
          stored.discard()
          void leave()
        }}
      >
        It is kept on this device until you save or discard it.
      </ConfirmDialog>
    </div>
  )
}

/**
 * Tells the style sheet how much of the window's foot the on-screen keyboard covers: a sticky
 * element stays at the foot of the window, below the keyboard. Returns a function that ends this.
 */
function keepAboveKeyboard(bar: HTMLElement | null): (() => void) | undefined {
  const { visualViewport: visible } = window
  if (!bar || !visible) return undefined
  const look = () => {
    // Zooming in also makes the visible part smaller.
    const covered = visible.scale > 1 ? 0 : innerHeight - visible.height - visible.offsetTop
    bar.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  look()
  visible.addEventListener('resize', look)
  visible.addEventListener('scroll', look)
  return () => {
    visible.removeEventListener('resize', look)
    visible.removeEventListener('scroll', look)
  }
}

interface SaveOptions {
  id: string | undefined
  stored: StoredDraft<ClientDraft>
  rejectedNumber: number | undefined
}

/** Makes the list scroll to the saved client, and the client's heading take the focus. */
const SAVED_NAVIGATION = { replace: true, preventScrollReset: true, state: { saved: true } }

/** The function that saves the client on this device; it resolves to a refusal where that fails. */
function useSave({ id, stored, rejectedNumber }: SaveOptions) {
  const navigate = useNavigate()
  return async () => {
    const draft = stored.current()
    const tidy = { ...draft, fields: trimFields(draft.fields) }
    try {
      // A client that the server does not have yet is saved again even without a change.
      const asItWas = id !== undefined && draft.rev > 0 && !isChanged(tidy)
      const saved = asItWas ? id : await getData().clients.save(id, toClientEdit(tidy))
      if (rejectedNumber !== undefined) await getData().records.discardRejected(rejectedNumber)
      stored.discard()
      announce('Saved on this device.')
      await navigate(`/admin/crm/${saved}`, SAVED_NAVIGATION)
      return undefined
    } catch {
      return {}
    }
  }
}

/** 32-bit FNV-1a hash; 1 in place of 0. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0 || 1
}
