import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { getData, readDraft, storeDraft } from '#client/data/data-client.ts'
import { ClientPicker } from '#client/desk/journeys/client-picker.tsx'
import { MAX_DAYS } from '#client/desk/journeys/journey-edits.ts'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { createLatestOnlyQueue } from '#client/lib/latest-only-queue.ts'
import { useLayoutEffectOn } from '#client/lib/use-effect-on.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { isSameValue } from '#shared/sync/value-equality.ts'
import {
  EMPTY_JOURNEY_DRAFT,
  type NewJourneyDraft,
  parseJourneyDraft,
  toNewJourney,
  validateJourneyDraft,
} from './new-journey.ts'
import styles from './new-journey-dialog.module.css'

const DRAFT_KEY = 'journey:new'

/** The draft, stored on this device with each key press. */
function useNewJourneyDraft() {
  const [draft, setDraft] = useState<NewJourneyDraft>()
  /** Like `draft`, but current between renders. */
  const latest = useRef<NewJourneyDraft>(undefined)
  const [isNotStored, setNotStored] = useState(false)
  const [write] = useState(() =>
    createLatestOnlyQueue(async (next: NewJourneyDraft | undefined) =>
      setNotStored(!(await storeDraft(DRAFT_KEY, next))),
    ),
  )
  useEffect(() => {
    void readDraft(DRAFT_KEY).then((found) => {
      latest.current ??= parseJourneyDraft(found) ?? EMPTY_JOURNEY_DRAFT
      setDraft(latest.current)
    })
  }, [])
  const isChanged = draft !== undefined && !isSameValue(draft, EMPTY_JOURNEY_DRAFT)
  useTypingLock(isChanged)
  const change = (part: Partial<NewJourneyDraft>) => {
    const next = { ...(latest.current ?? EMPTY_JOURNEY_DRAFT), ...part }
    latest.current = next
    setDraft(next)
    write(isSameValue(next, EMPTY_JOURNEY_DRAFT) ? undefined : next)
  }
  return { draft, isChanged, isNotStored, change }
}

/** The form for a new journey, open when first rendered. Closing the dialog keeps the draft. */
export function NewJourneyDialog({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, isChanged, isNotStored, change } = useNewJourneyDraft()
  const [isValidating, setValidating] = useState(false)
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const navigate = useNavigate()
  // Once it has its fields: the first one takes the focus.
  useLayoutEffectOn(draft !== undefined, (isReady) => {
    if (isReady && !ref.current?.open) ref.current?.showModal()
  })
  const errors = isValidating && draft ? validateJourneyDraft(draft) : {}
  const discard = () => {
    change(EMPTY_JOURNEY_DRAFT)
    setValidating(false)
    ref.current?.close()
  }
  const create = async (complete: NewJourneyDraft) => {
    setFailed(false)
    try {
      const { id, edits } = toNewJourney(complete)
      await getData().records.edit(edits)
      change(EMPTY_JOURNEY_DRAFT)
      ref.current?.close()
      announce('Saved on this device.')
      await navigate(`/admin/journeys/${id}`)
    } catch {
      setFailed(true)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!draft) return
    // The messages must be rendered before a field gets the focus.
    flushSync(() => setValidating(true))
    if (Object.keys(validateJourneyDraft(draft)).length === 0) void run(() => create(draft))
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <DeskDialog ref={ref} title="New journey">
      <form ref={form} className={kit.stackWide} noValidate onSubmit={submit}>
        {failed ? (
          <Banner tone="error" title="This could not be saved on this device">
            What you typed is still here. Free some room on the device, then try again.
          </Banner>
        ) : null}
        {draft ? <Fields draft={draft} errors={errors} change={change} /> : null}
        <p className={type.fine}>
          {isNotStored
            ? 'This device does not keep what you type before the journey is made.'
            : 'Guests see nothing until you share it.'}
        </p>
        <div className={`${layout.spaceBetween} ${styles.foot}`}>
          {isChanged ? (
            <Button small variant="quiet" onClick={discard}>
              Discard
            </Button>
          ) : (
            <span />
          )}
          <Button small type="submit" busy={busy}>
            Plan this journey
          </Button>
        </div>
      </form>
    </DeskDialog>
  )
}

interface FieldsProps {
  draft: NewJourneyDraft
  errors: ReturnType<typeof validateJourneyDraft>
  change: (part: Partial<NewJourneyDraft>) => void
}

function Fields({ draft, errors, change }: FieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        maxLength={200}
        autoComplete="off"
        placeholder="Lofoten, in June"
        value={draft.title}
        error={errors.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <ClientPicker
        label="Clients"
        optional
        chosen={draft.clients}
        onChange={(clients) => change({ clients })}
        text={draft.clientText}
        onTextChange={(clientText) => change({ clientText })}
        error={errors.clientText}
      />
      <div className={styles.pair}>
        <TextField
          label="First day"
          optional
          type="date"
          name="start"
          value={draft.start}
          onChange={({ target }) => change({ start: target.value })}
        />
        <TextField
          label="Days"
          type="number"
          inputMode="numeric"
          name="days"
          min={1}
          max={MAX_DAYS}
          value={draft.dayCount}
          error={errors.dayCount}
          onChange={({ target }) => change({ dayCount: target.value })}
        />
      </div>
    </>
  )
}
