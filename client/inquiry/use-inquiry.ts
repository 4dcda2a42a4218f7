import { type FormEvent, useRef } from 'react'
import { useTypingLock } from '#client/lib/data/use-typing-lock.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { prepareOutbox } from '#client/outbox/outbox.ts'
import { useEditing } from '#client/outbox/use-editing.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { trapOf } from './read-form.ts'
import { useChecks } from './use-checks.ts'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'

/** The long form as a whole: its answers, what is wrong with them, and how their sending went. */
export function useInquiry() {
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(form)
  const checks = useChecks(draft.fields)
  useTypingLock(draft.isBegun)
  const empty = () => {
    draft.clear()
    checks.reset()
  }
  const { setState, refuse, send, ...sending } = useSending({ draft, checks, empty })
  useEditing(({ key, fields, typed, problem }: OutboxEntry) => {
    setState({ kind: 'writing' })
    draft.resume(typed ?? {}, { key, fields: fields ?? {} })
    if (problem?.fields) checks.tell(problem.fields)
    return {}
  })
  return {
    ...sending,
    form,
    draft,
    checks,
    change(change: InquiryFields) {
      prepareOutbox()
      draft.change(change)
      checks.changed(Object.keys(change))
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (sending.state.kind === 'submitting') return
      if (trapOf(event.currentTarget)) setState({ kind: 'sent', confirm: false })
      else if (Object.keys(checks.problems).length > 0) refuse()
      else void send()
    },
    clear() {
      empty()
      setState({ kind: 'writing' })
    },
  }
}
