import type { FormEvent } from 'react'
import { namedTitle } from '#client/desk/kit/named-title.ts'
import { useTitle } from '#client/lib/use-title.ts'
import type { ClientDraft } from './client-draft.ts'
import styles from './client-form.module.css'
import { ContactPart } from './contact-part.tsx'
import { FaultSummary } from './fault-summary.tsx'
import { FormBar } from './form-bar.tsx'
import { FormNotices } from './form-notices.tsx'
import { PreferencesPart } from './preferences-part.tsx'
import { TripsPart } from './trips-part.tsx'
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
      <ContactPart {...part} id={id} />
      <PreferencesPart {...part} />
      <TripsPart {...part} />
      <FormBar draft={draft} back={back} busy={busy} unkept={form.unkept} onDiscard={form.drop} />
    </form>
  )
}
