import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import { announce } from '#client/ui/announcer.tsx'
import { type ClientDraft, editOf, isChanged } from './client-draft.ts'
import { faultsOf, trimmed } from './form-rules.ts'
import type { KeptForm } from './use-client-draft.ts'

interface SavingWish {
  id: string | undefined
  form: KeptForm
  draft: ClientDraft
  refused: number | undefined
}

/** The list and the record then show whom it was about. */
const JUST_SAVED = { replace: true, preventScrollReset: true, state: { saved: true } }

/** Checks once it is asked to save, and from then on with each letter. */
export function useSaving({ id, form, draft, refused }: SavingWish) {
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
      // What the server never took is handed over again, changed or not.
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
    // The message under the field is there before the focus comes to it.
    flushSync(() => setAsked(true))
    if (first) go(first.control)
    else void store()
  }
  return { element, faults, busy, failed, go, save }
}
