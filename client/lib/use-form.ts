import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { GenericSchema } from 'valibot'
import { parse, type Result } from '#shared/lib/result.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

/** Messages by field name. */
export type FieldErrors = Record<string, string>

/** Where a form's values live: in the page only (`useFormValues`), or in a draft on this device. */
export interface FormValues<Values> {
  /** The values as rendered. */
  values: Values
  /** The values at the time of the call, which may be later than those rendered. */
  current(): Values
  change(patch: Partial<Values>): void
}

/** Values that are lost when the page is closed, such as a password. */
export function useFormValues<Values extends object>(
  initial: Values | (() => Values),
): FormValues<Values> {
  const [values, setValues] = useState(initial)
  const latest = useRef(values)
  return {
    values,
    current: () => latest.current,
    change(patch) {
      latest.current = { ...latest.current, ...patch }
      setValues(latest.current)
    },
  }
}

/** Why a form was not accepted: a sentence, and messages by field name. */
export interface FormRefusal {
  error?: string
  fields?: FieldErrors | undefined
}

/** The schema of the values, or a function that returns a message for each wrong field. */
type Rules<Values> = GenericSchema | ((values: Values) => FieldErrors)

interface FormOptions<Values, Refused extends FormRefusal, Root> {
  ref?: RefObject<Root | null>
  values: FormValues<Values>
  rules: Rules<Values>
  /** Saves or sends values that are right; resolves to the refusal, if there is one. */
  submit?: (values: Values) => Promise<Refused | undefined>
  /** Moves the focus after a failed attempt; by default to the first wrong field. */
  focus?: () => void
  /** Whether the fields are disabled by something else than the submission. */
  disabled?: boolean
}

/** A form, or another element with fields, such as a dialog. */
export interface Form<Values, Refused = FormRefusal, Root = HTMLFormElement> {
  ref: RefObject<Root | null>
  /** The properties of the `<form>`; one that is submitted elsewhere replaces `onSubmit`. */
  props: {
    ref: RefObject<Root | null>
    onBlur(event: FocusEvent): void
    onSubmit(event: FormEvent): void
  }
  values: Values
  change(patch: Partial<Values>): void
  /** The messages to show now. */
  errors: FieldErrors
  /** All messages, also of fields that the person has not come to yet. */
  problems: FieldErrors
  /** Whether an attempt has failed, since when all messages are shown. */
  tried: boolean
  /** Why the last attempt was refused. */
  refusal: Refused | undefined
  busy: boolean
  /** The properties of a field of text, and of a box that is ticked. */
  field(name: keyof Values & string): {
    name: string
    value: string
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>): void
  }
  box(
    name: keyof Values & string,
    /** Value of the ticked box, if the form holds texts. */
    ticked?: string,
  ): {
    name: string
    value: string
    checked: boolean
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  /** Checks the values and submits them, also from another button than that of the form. */
  submit(): void
  /** Shows the message of a field before it is left. */
  showError(name: string): void
  /** Whether all values are right; if not, shows the messages and moves the focus. */
  check(): boolean
  /** Shows why the attempt was refused, and moves the focus to the first field concerned. */
  refuse(refusal: Refused | undefined): void
  /** Forgets all attempts and messages. */
  reset(): void
}

/**
 * The state of a form. A field's message appears once the field was left, unless it is empty, and for
 * all fields on an attempt to submit; it goes as soon as the field is right. A message from the server
 * goes when its field is changed.
 */
export function useForm<
  Values extends object,
  Refused extends FormRefusal = FormRefusal,
  Root extends HTMLElement = HTMLFormElement,
>(options: FormOptions<Values, Refused, Root>): Form<Values, Refused, Root> {
  const { values: store, submit } = options
  const { values } = store
  const { busy, run } = useOneAtATime()
  const own = useRef<Root>(null)
  const { ref = own } = options
  const messages = useMessages({ ...options, ref, busy: busy || options.disabled === true })
  const { errors, check, refuse, showError } = messages
  const change = (patch: Partial<Values>) => {
    store.change(patch)
    messages.noteChange(patch)
  }
  const send = () => {
    if (!submit || !check()) return
    void run(async () => {
      refuse(undefined)
      const refused = await submit(store.current())
      // `submit` may have called `refuse` itself.
      if (refused) refuse(refused)
    })
  }
  return {
    ...messages,
    ...{ ref, values, change, busy },
    props: {
      ref,
      onBlur({ target }) {
        const name = getFilledName(target)
        if (name) showError(name)
      },
      onSubmit(event) {
        event.preventDefault()
        send()
      },
    },
    submit: send,
    field: (name) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: ({ target }) => change(toPatch<Values>(name, target.value)),
    }),
    box: (name, ticked = 'on') => ({
      name,
      value: ticked,
      checked: values[name] === true || values[name] === ticked,
      error: errors[name],
      onChange({ target: { checked } }) {
        const isFlag = typeof values[name] === 'boolean'
        change(toPatch<Values>(name, isFlag ? checked : checked ? ticked : ''))
      },
    }),
  }
}

/** TypeScript widens a computed key to `string`. */
const toPatch = <Values>(name: string, value: unknown) => ({ [name]: value }) as Partial<Values>

/** The name of a field that is not empty; undefined for an empty one, and for anything else. */
function getFilledName(control: EventTarget): string | undefined {
  // Buttons of a form have no name.
  const { name, type, value, checked } = control as HTMLInputElement
  return (type === 'checkbox' || type === 'radio' ? checked : value) ? name : undefined
}

interface MessageOptions<Values, Refused extends FormRefusal, Root>
  extends FormOptions<Values, Refused, Root> {
  ref: RefObject<Root | null>
  busy: boolean
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** The messages of a form, and which of them are shown. */
function useMessages<Values extends object, Refused extends FormRefusal, Root extends HTMLElement>({
  values: store,
  rules,
  ref,
  busy,
  focus,
}: MessageOptions<Values, Refused, Root>) {
  const [left, setLeft] = useState(NO_NAMES)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<Refused>()
  const focusAfterRender = useFocusOnFailure(ref, { busy, focus })
  const problems = { ...refusal?.fields, ...findErrors(rules, store.values) }
  const errors = tried ? problems : keepFields(problems, (name) => left.has(name))
  const fail = () => {
    setTried(true)
    focusAfterRender()
  }
  return {
    ...{ problems, errors, tried, refusal },
    showError: (name: string) => setLeft((before) => new Set(before).add(name)),
    check(): boolean {
      const isRight = Object.keys(findErrors(rules, store.current())).length === 0
      if (!isRight) fail()
      return isRight
    },
    refuse(refused: Refused | undefined) {
      setRefusal(refused)
      if (refused) fail()
    },
    noteChange(patch: Partial<Values>) {
      const isChanged = (name: string) => name in patch
      // A field that was valid, or that is emptied, is checked again only when it is left.
      const isNew = (name: string) =>
        isChanged(name) && (!errors[name] || patch[name as keyof Values] === '')
      if ([...left].some(isNew)) setLeft(new Set([...left].filter((name) => !isNew(name))))
      if (!refusal?.fields) return
      const fields = keepFields(refusal.fields, (name) => !isChanged(name))
      setRefusal(Object.keys(fields).length > 0 ? { ...refusal, fields } : undefined)
    },
    reset() {
      setLeft(NO_NAMES)
      setTried(false)
      setRefusal(undefined)
    },
  }
}

interface FocusOptions {
  busy: boolean
  focus: (() => void) | undefined
}

/**
 * Returns a function that reports a failed attempt. It moves the focus once the messages are shown and
 * no field is disabled by `busy`.
 */
function useFocusOnFailure(ref: RefObject<HTMLElement | null>, { busy, focus }: FocusOptions) {
  const [failures, setFailures] = useState(0)
  const focused = useRef(0)
  useLayoutEffect(() => {
    if (busy || focused.current === failures) return
    focused.current = failures
    if (focus) focus()
    else ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  // Without script the browser itself checks the fields. Set in the document: a property would have
  // to change after hydration, and so render the whole form again.
  useEffect(() => ref.current?.setAttribute('novalidate', ''))
  return () => setFailures((count) => count + 1)
}

function findErrors<Values>(rules: Rules<Values>, values: Values): FieldErrors {
  return typeof rules === 'function' ? rules(values) : listFieldErrors(parse(rules, values))
}

/** The messages of a refusal, by field name. */
export function listFieldErrors(result: Result<unknown>): FieldErrors {
  return result.ok ? {} : (result.refusal.fields ?? {})
}

function keepFields(fields: FieldErrors, isKept: (name: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name)))
}
