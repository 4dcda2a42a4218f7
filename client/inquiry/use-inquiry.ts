import {
  type FormEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { prepareOutbox, takeBack } from '#client/outbox/outbox.ts'
import { outcomeOf, type SendState, sendForm, stateAfter } from '#client/outbox/send-form.ts'
import { type Attempt, sameContent, told } from '#client/outbox/submission-outcome.ts'
import { useArrival } from '#client/outbox/use-arrival.ts'
import { useEditing } from '#client/outbox/use-editing.ts'
import { type InquiryFields, sentFields } from '#shared/inquiry/fields.ts'
import { readInquiry } from '#shared/inquiry/schema.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { inquiryContent } from './content.ts'
import { emptyFields, loadDraft, removeDraft, saveDraft } from './draft.ts'
import { keepForBooking } from './keep-for-booking.ts'
import { trapOf, typedBefore } from './read-form.ts'

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

interface Sending {
  draft: ReturnType<typeof useDraft>
  checks: ReturnType<typeof useChecks>
  /** Empties the form, and the device of it. */
  empty(): void
}

/** The way of the answers from the form to the outbox, and what came of it. */
function useSending({ draft, checks, empty }: Sending) {
  const summary = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<SendState>({ kind: 'writing' })
  const latest = useRef({ draft, empty })
  latest.current = { draft, empty }

  const isAsSent = useCallback(() => wasSent(latest.current.draft), [])
  const arrived = useCallback((entry: OutboxEntry) => {
    latest.current.empty()
    setState(stateAfter(outcomeOf(told(entry)), entry.key))
  }, [])
  useArrival(state, isAsSent, arrived)

  const refuse = (byServer?: Record<string, string>) => {
    checks.tell(byServer)
    // Drawn by then, and in sight.
    requestAnimationFrame(() => summary.current?.focus())
  }
  const send = async () => {
    prepareOutbox()
    setState({ kind: 'submitting' })
    const { fields } = draft
    const { outcome, attempt } = await sendForm(inquiryContent(fields), draft.attempt)
    setState(stateAfter(outcome, attempt.key))
    if (outcome.kind === 'fields') refuse(outcome.fields)
    if (outcome.kind !== 'sent' && outcome.kind !== 'saved') return draft.note(attempt)
    keepForBooking(fields)
    // What was written while it went stays for the next.
    if (latest.current.draft.fields === fields) latest.current.empty()
    else draft.note(undefined)
  }
  /** The person takes it back; the answers stay. */
  const cancel = async () => {
    if (state.kind !== 'failed' || !(await takeBack(state.key))) return
    draft.note(undefined)
    setState({ kind: 'writing' })
  }
  return { summary, state, setState, refuse, send, arrived, cancel }
}

function wasSent({ attempt, fields }: Sending['draft']): boolean {
  return attempt !== undefined && sameContent(attempt.fields, inquiryContent(fields).fields)
}

type Problems = Record<string, string>

/** What is wrong, and what of it is told: fields that were left wrongly, and all after a try to send. */
function useChecks(fields: InquiryFields) {
  const today = useToday()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  /** What only the server found, until the field is changed. */
  const [refused, setRefused] = useState<Problems>({})

  const read = readInquiry(sentFields(fields), today)
  const found = read.ok ? refused : { ...refused, ...read.refusal.fields }
  const told = Object.fromEntries(
    Object.entries(found).filter(([name]) => tried || (left.has(name) && fields[name])),
  )
  return {
    today,
    problems: found,
    told,
    /** Someone tried to send: now the whole is judged, and summed up. */
    tried,
    leave: (name: string) => setLeft((before) => new Set(before).add(name)),
    changed: (names: string[]) =>
      setRefused((before) => {
        const kept = Object.entries(before).filter(([name]) => !names.includes(name))
        return Object.fromEntries(kept)
      }),
    tell(byServer: Problems = {}) {
      setTried(true)
      setRefused(byServer)
    },
    reset() {
      setTried(false)
      setLeft(new Set())
      setRefused({})
    },
  }
}

/** The date where the visitor is; undefined in HTML made at build time, which has no today. */
function useToday(): PlainDate | undefined {
  const [today, setToday] = useState<PlainDate>()
  useEffect(() => startTransition(() => setToday(wallOf(systemClock(), deviceZone()).date)), [])
  return today
}

/** Long enough for a word, short enough for a crash; milliseconds. */
const PAUSE = 400

/** The answers, kept on the device while they are written. */
function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [keeper] = useState(() => new DraftKeeper())
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    keeper.load(form.current ? typedBefore(form.current) : {})
    startTransition(draw)
  }, [keeper, form])
  useSaving(keeper, draw)
  return {
    fields: keeper.fields,
    savedAt: keeper.savedAt,
    isBegun: keeper.isBegun,
    change(change: InquiryFields) {
      keeper.change(change)
      draw()
    },
    /** The last sending that has not been accepted yet. */
    attempt: keeper.attempt,
    note: (attempt: Attempt | undefined) => keeper.note(attempt),
    resume(fields: InquiryFields, attempt: Attempt) {
      keeper.resume(fields, attempt)
      draw()
    },
    clear() {
      keeper.clear()
      draw()
    },
  }
}

/** Saves at each pause, and at once when the page is left in any way. */
function useSaving(keeper: DraftKeeper, draw: () => void): void {
  const { fields } = keeper
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a new pause.
  useEffect(() => {
    const save = () => {
      keeper.save()
      startTransition(draw)
    }
    const pause = setTimeout(save, PAUSE)
    return () => clearTimeout(pause)
  }, [keeper, fields])
  useEffect(() => {
    const leave = () => {
      keeper.save()
      draw()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      keeper.save()
    }
  }, [keeper, draw])
}

/** The answers as they are now, and as this device keeps them. */
class DraftKeeper {
  fields: InquiryFields = emptyFields
  /** When they were last kept, UTC milliseconds; undefined while nothing is. */
  savedAt: number | undefined
  /** The last sending that has not been accepted yet. */
  attempt: Attempt | undefined
  private isSaved = true

  /** Something is written here that was not sent. */
  get isBegun(): boolean {
    return this.savedAt !== undefined || !this.isSaved
  }

  /** Brings back what was kept; what was typed meanwhile stands above it. */
  load(typed: InquiryFields): void {
    const kept = loadDraft()
    this.attempt = kept?.attempt
    this.savedAt = kept?.savedAt
    this.fields = { ...emptyFields, ...kept?.fields, ...typed }
    this.isSaved = Object.keys(typed).length === 0
  }

  change(change: InquiryFields): void {
    this.fields = { ...this.fields, ...change }
    this.isSaved = false
  }

  save(): void {
    if (this.isSaved) return
    const draft = { savedAt: systemClock(), fields: this.fields, attempt: this.attempt }
    this.isSaved = true
    this.savedAt = saveDraft(draft) ? draft.savedAt : undefined
  }

  note(attempt: Attempt | undefined): void {
    this.attempt = attempt
    this.isSaved = false
    this.save()
  }

  /** Goes on with what was sent earlier. */
  resume(fields: InquiryFields, attempt: Attempt): void {
    this.fields = { ...emptyFields, ...fields }
    this.note(attempt)
  }

  /** Empties the form, and the device of it. */
  clear(): void {
    this.fields = emptyFields
    this.attempt = undefined
    this.savedAt = undefined
    this.isSaved = true
    removeDraft()
  }
}
