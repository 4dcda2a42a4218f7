import { type FormEvent, Fragment, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { LikelyMatch } from '#client/desk/clients/merge/twin-notice.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { namedTitle } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { type Client, clientEntries, fieldsIn } from '#shared/clients/fields.ts'
import { sameValue } from '#shared/sync/values.ts'
import {
  type ClientDraft,
  draftKey,
  draftOf,
  editOf,
  isChanged,
  NEW_DRAFT,
  newDraft,
} from './client-draft.ts'
import styles from './client-form.module.css'
import { FieldControl, type PartProps } from './field-control.tsx'
import { type Fault, faultsOf, trimmed } from './form-rules.ts'
import { type KeptForm, useClientDraft } from './use-client-draft.ts'

/** The form for a new client. A link from a booking or a form prefills it: `state={{ fields }}`. */
export function NewClient() {
  const brought = broughtFields(useLocation().state)
  // A prefilled form has its own draft, so that it does not replace the one for another person. The
  // key has a hash of the address, because keys are not encrypted.
  const key = brought ? `${NEW_DRAFT} ${hashOf(brought.email ?? '')}` : NEW_DRAFT
  const form = useClientDraft(key, newDraft(brought), false)
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

function broughtFields(state: unknown): Partial<Client> | undefined {
  if (typeof state !== 'object' || state === null || !('fields' in state)) return undefined
  const { fields } = state
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in clientEntries))
}

/**
 * The form of an existing client. `state={{ refused }}` takes up a rejected mutation again, by its
 * number.
 */
export function EditClient({ view }: { view: ClientView }) {
  const state = useLocation().state as { refused?: number } | null
  const refused = view.refused.find(({ n }) => n === state?.refused)
  const given = draftOf(view, refused?.set)
  const form = useClientDraft(draftKey(view.id), given, refused !== undefined)
  if (!form.draft) return null
  const { base } = form.draft
  return (
    <ClientForm
      title={`Edit ${base.name}`}
      id={view.id}
      form={form}
      draft={form.draft}
      moved={!sameValue(base, view.client)}
      refused={refused?.n}
      back={`/admin/crm/${view.id}`}
    />
  )
}

interface ClientFormProps {
  title: string
  /** Undefined for a new client. */
  id: string | undefined
  form: KeptForm
  draft: ClientDraft
  /** Whether the client has changed since the form was begun. */
  moved?: boolean
  /** The number of the rejected mutation that is edited again. */
  refused?: number | undefined
  /** The address that Cancel opens. */
  back: string
}

/** The form with all fields of a client. */
function ClientForm({ title, id, form, draft, moved, refused, back }: ClientFormProps) {
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
    <form
      ref={element}
      className={`${kit.loose} ${styles.form}`}
      noValidate
      onSubmit={submit}
      aria-label={title}
    >
      <header>
        <h2 className={kit.subject}>{title}</h2>
        <p>Name, location, email and phone are required.</p>
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
  /** Whether the device failed to store the client. */
  failed: boolean
}

/** Warnings above the fields. */
function FormNotices({ form, moved, failed }: FormNoticesProps) {
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
      {moved ? (
        <Banner tone="info" title="This client has been changed elsewhere in the meantime">
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
      <legend className={type.h4}>Contact</legend>
      <div className={styles.pair}>
        <Controls of="contact" {...part} />
      </div>
      <div className={styles.match}>
        <LikelyMatch fields={part.fields} id={id} />
      </div>
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
      <legend className={type.h4}>{title}</legend>
      <div className={kit.loose}>
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

/** A sentence that lists the faults, each with a link to its field. */
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

/** The separator between faults: `Location is empty, and the phone number is too short.` */
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
  /** Whether the device fails to store the draft. */
  unkept: boolean
  onDiscard: () => void
}

/** The bar with the buttons, always visible at the foot of the form. */
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
        confirm="Discard"
        keep="Keep writing"
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

interface SavingWish {
  id: string | undefined
  form: KeptForm
  draft: ClientDraft
  refused: number | undefined
}

/** Makes the list scroll to the saved client, and the client's heading take the focus. */
const JUST_SAVED = { replace: true, preventScrollReset: true, state: { saved: true } }

/** Validates when the owner first tries to save, and from then on with each key press. */
function useSaving({ id, form, draft, refused }: SavingWish) {
  const element = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const navigate = useNavigate()
  const faults = asked ? faultsOf(draft.fields, draft.base) : []
  const go = (control: string) => {
    const field = element.current?.elements.namedItem(control)
    if (field instanceof HTMLElement) field.focus()
  }
  const store = async () => {
    setBusy(true)
    setFailed(false)
    const tidy = { ...draft, fields: trimmed(draft.fields) }
    try {
      // A client that the server does not have yet is saved again even without a change.
      const asItWas = id !== undefined && draft.rev > 0 && !isChanged(tidy)
      const saved = asItWas ? id : await book().save(id, editOf(tidy))
      if (refused !== undefined) await book().dropRefused(refused)
      form.drop()
      announce('Saved on this device.')
      await navigate(`/admin/crm/${saved}`, JUST_SAVED)
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }
  const save = () => {
    if (busy) return
    const [first] = faultsOf(draft.fields, draft.base)
    // The message under the field must be rendered before the field gets the focus.
    flushSync(() => setAsked(true))
    if (first) go(first.control)
    else void store()
  }
  return { element, faults, busy, failed, go, save }
}

/** 32-bit FNV-1a hash; 1 in place of 0. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0 || 1
}
