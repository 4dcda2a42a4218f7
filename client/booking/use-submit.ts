import { useEffect, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { sameContent, takeBack } from '#client/outbox/outbox.ts'
import { useEntry } from '#client/outbox/use-entry.ts'
import { catalogue, isPaid } from '#shared/booking/catalogue.ts'
import { wireFields } from './content.ts'
import type { Receipt, WireFields } from './draft.ts'
import type { Flow, SubmitProblem } from './flow.ts'
import { handOver } from './hand-over.ts'
import { postPaid } from './post-paid.ts'
import { receiptFrom } from './request.ts'
import { settle } from './settle.ts'

export interface Submit {
  busy: boolean
  problem: SubmitProblem | undefined
  /** `trapped`: the field that no person sees was filled. */
  send(trapped: boolean): Promise<void>
  /** Takes back what waits to be tried again; what is typed stays. */
  cancel(): Promise<void>
}

/** Sends the draft and moves on to what the answer asks for. */
export function useSubmit(flow: Flow): Submit {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SubmitProblem>()
  const send = async (trapped: boolean) => {
    const fields = wireFields(flow.draft, flow.service.type, flow.zone)
    if (trapped) return settle(flow, pretended(flow, fields))
    setBusy(true)
    setProblem(undefined)
    setProblem(await (isPaid(flow.service) ? postPaid(flow, fields) : handOver(flow, fields)))
    setBusy(false)
  }
  const cancel = async () => {
    // The draft remembers it: it may have arrived, and what is sent next names it.
    if (await takeBack(flow.draft.key)) setProblem(undefined)
  }
  useArrival(flow, problem)
  return { busy, problem, send, cancel }
}

/** What failed at first is tried again by itself; unless it was changed since, that is the booking. */
function useArrival(flow: Flow, problem: SubmitProblem | undefined): void {
  const { draft, service, zone } = flow
  const entry = useEntry(problem?.kind === 'failed' && problem.waits ? draft.key : undefined)
  const fields = wireFields(draft, service.type, zone)
  const isAsSent = draft.attempt !== null && sameContent(draft.attempt.fields, fields)
  const arrived = entry?.state === 'sent' && isAsSent ? entry.receipt?.answer : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it arrives once.
  useEffect(() => {
    const receipt = arrived && receiptFrom(arrived, fields)
    if (receipt) settle(flow, receipt)
  }, [arrived])
}

/** What a filled spam trap gets to see; nothing is sent. */
function pretended({ draft, service }: Flow, fields: WireFields): Receipt {
  const start = draft.start ?? systemClock()
  const end = start + catalogue[service.type].durationMinutes * 60_000
  const none = { bookingId: null, holdExpiresAt: null, manageUrl: null, earlier: false }
  return { ...none, keepsTime: true, status: 'confirmed', start, end, fields }
}
