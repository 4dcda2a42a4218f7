import { type FormEvent, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { type CardDraft, type CardField, cardProblems } from './card-fields.ts'
import { CardFrame } from './card-frame.tsx'
import type { CardProps } from './card-props.ts'
import { DemoApproval } from './demo-approval.tsx'
import { DemoFields } from './demo-fields.tsx'
import { demoOutcomeOf } from './demo-outcome.ts'
import { confirmDemo } from './demo-payment.ts'
import { PayRow } from './pay-row.tsx'

type Problems = Partial<Record<CardField, string>>

const NOT_A_TEST_NUMBER = 'This is a demonstration: please use 4242 4242 4242 4242.'
const DECLINED = 'The card was declined.'

function problemsOf(draft: CardDraft): Problems {
  const problems = cardProblems(draft, systemClock())
  // Somebody's real card: it has no business here, even if nothing is charged.
  if (!problems.number && !demoOutcomeOf(draft.number)) problems.number = NOT_A_TEST_NUMBER
  return problems
}

/** Stands in for the provider's fields. Only the outcome that the number stands for is sent. */
export function DemoCard({ booking, clientSecret, payment, ...props }: CardProps) {
  const [draft, setDraft] = useState<CardDraft>({
    number: '',
    expiry: '',
    cvc: '',
    name: props.customerName,
  })
  const [problems, setProblems] = useState<Problems>({})
  const [approving, setApproving] = useState(false)

  const confirm = async () => {
    const outcome = demoOutcomeOf(draft.number) ?? 'decline'
    const end = await confirmDemo({ booking, clientSecret, outcome })
    if (end.kind === 'declined') setProblems({ number: DECLINED })
    if (end.kind !== 'approve') return end
    setApproving(true)
    return { kind: 'leaving' } as const
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (props.blocked) return
    const found = problemsOf(draft)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) focusField(event.currentTarget, first)
    else void payment.pay(confirm)
  }
  const edit = (field: CardField, text: string) => {
    setDraft((before) => ({ ...before, [field]: text }))
    setProblems((before) => ({ ...before, [field]: undefined }))
  }

  if (approving) return <DemoApproval booking={booking} clientSecret={clientSecret} />
  const busy = payment.phase === 'processing'
  return (
    <form noValidate autoComplete="off" onSubmit={submit}>
      <CardFrame aside={<DemoMark />}>
        <DemoFields draft={draft} problems={problems} disabled={busy} edit={edit} />
      </CardFrame>
      <PayRow amount={props.amount} busy={busy} disabled={props.blocked} />
    </form>
  )
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(`demo-${name}`)
  if (field instanceof HTMLElement) field.focus()
}
