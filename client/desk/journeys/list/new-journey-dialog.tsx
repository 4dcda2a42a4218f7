import type { RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import { MAX_DAYS } from '#client/desk/journeys/journey-edits.ts'
import { DeskDialog, DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import { useStoredDraft } from '#client/desk/queries/use-stored-draft.ts'
import { ClientPicker } from '#client/desk/records/client-picker.tsx'
import { useLayoutEffectOn } from '#client/lib/use-effect-on.ts'
import { type Form, useForm } from '#client/lib/use-form.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import styles from './journey-list.module.css'
import {
  EMPTY_JOURNEY_DRAFT,
  type NewJourneyDraft,
  NewJourneyFields,
  parseJourneyDraft,
  toNewJourney,
} from './new-journey.ts'

type JourneyForm = Form<NewJourneyDraft>

/** The form for a new journey, open when first rendered. Closing the dialog keeps the draft. */
export function NewJourneyDialog({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const stored = useStoredDraft({
    key: 'journey:new',
    initial: EMPTY_JOURNEY_DRAFT,
    parse: parseJourneyDraft,
    isChanged: (draft) => !isSameValue(draft, EMPTY_JOURNEY_DRAFT),
  })
  const { draft } = stored
  const navigate = useNavigate()
  const clear = () => {
    stored.change(EMPTY_JOURNEY_DRAFT)
    form.reset()
    ref.current?.close()
  }
  const form: JourneyForm = useForm({
    values: {
      values: draft ?? EMPTY_JOURNEY_DRAFT,
      current: stored.current,
      change: (patch: Partial<NewJourneyDraft>) => stored.change({ ...stored.current(), ...patch }),
    },
    rules: NewJourneyFields,
    async submit(complete) {
      try {
        const { id, edits } = toNewJourney(complete)
        await getData().records.edit(edits)
        clear()
        announce('Saved on this device.')
        await navigate(`/admin/journeys/${id}`)
        return undefined
      } catch {
        return {}
      }
    },
  })
  // Once it has its fields: the first one takes the focus.
  useLayoutEffectOn(draft !== undefined, (isReady) => {
    if (isReady && !ref.current?.open) ref.current?.showModal()
  })
  const { values, errors, change } = form
  return (
    <DeskDialog ref={ref} title="New journey">
      <form {...form.props} className="stack gap-5">
        {form.refusal ? (
          <Banner tone="error" title="This could not be saved on this device">
            What you typed is still here. Free some room on the device, then try again.
          </Banner>
        ) : null}
        {draft ? (
          <>
            <TextField
              label="Title"
              {...form.field('title')}
              maxLength={200}
              autoComplete="off"
              placeholder="Lofoten, in June"
            />
            <ClientPicker
              label="Clients"
              optional
              chosen={values}
              onChange={change}
              text={values.clientText}
              onTextChange={(clientText) => change({ clientText })}
              error={errors.clientText}
            />
            <div className={styles.pair}>
              <TextField label="First day" optional type="date" {...form.field('start')} />
              <TextField
                label="Days"
                type="number"
                inputMode="numeric"
                {...form.field('dayCount')}
                min={1}
                max={MAX_DAYS}
              />
            </div>
          </>
        ) : null}
        <p className={type.fine}>
          {stored.isNotStored
            ? 'This device does not keep what you type before the journey is made.'
            : 'Guests see nothing until you share it.'}
        </p>
        <DialogFoot>
          {stored.isChanged ? (
            <Button small variant="quiet" onClick={clear}>
              Discard
            </Button>
          ) : null}
          <Button small type="submit" busy={form.busy}>
            Plan this journey
          </Button>
        </DialogFoot>
      </form>
    </DeskDialog>
  )
}
