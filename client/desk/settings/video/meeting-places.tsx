import { type FormEvent, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { LoadTrouble, useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { draftOf, PlaceFields, placeFrom } from '#client/desk/kit/place-fields.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { catalogue, type ServiceType, serviceTypes } from '#shared/booking/catalogue.ts'
import {
  getServicePlaces,
  type ServicePlaces,
  setServicePlace,
} from '#shared/booking/desk-place-api.ts'
import styles from './meeting-places.module.css'

const NEEDS_CONNECTION = 'Changing this needs a connection.'

/** The meeting location of each service, for future bookings. */
export function MeetingPlaces() {
  const desk = useDeskData(getServicePlaces, {})
  const barred = useIsCutOff(desk) ? NEEDS_CONNECTION : undefined
  return (
    <Box
      title="Where you meet"
      lead="For new bookings. Existing bookings keep their place; you can change each one in Bookings."
    >
      <LoadTrouble failure="Failed to load meeting places" desk={desk} />
      {barred ? <p className={styles.barred}>{barred}</p> : null}
      {desk.data
        ? serviceTypes.map((type) => (
            <ServiceForm
              key={`${type} ${JSON.stringify(desk.data?.places[type])}`}
              type={type}
              known={desk.data}
              barred={barred}
              onSaved={desk.reload}
            />
          ))
        : null}
    </Box>
  )
}

interface ServiceFormProps {
  type: ServiceType
  known: ServicePlaces | undefined
  barred: string | undefined
  onSaved: () => void
}

function ServiceForm({ type, known, barred, onSaved }: ServiceFormProps) {
  const before = draftOf(known?.places[type] ?? { kind: 'link', url: null })
  const [draft, setDraft] = useState(before)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { title } = catalogue[type]
  const changed = JSON.stringify(placeFrom(draft)) !== JSON.stringify(placeFrom(before))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (barred || busy) return
    setBusy(true)
    const answer = await call(setServicePlace, { serviceType: type, place: placeFrom(draft) })
    setBusy(false)
    if (!answer.ok) {
      const { fields = {}, error } = answer.refusal
      return setProblem(Object.values(fields)[0] ?? error)
    }
    announce(`The meeting place of ${title} is saved.`)
    onSaved()
  }
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={`Meeting place of ${title}`}
      onSubmit={(event) => void save(event)}
    >
      <PlaceFields
        label={title}
        draft={draft}
        rooms={known?.rooms ?? false}
        emptyLink="Leave empty to send a link for each booking; your dashboard reminds you."
        error={problem}
        disabled={barred !== undefined || busy}
        onChange={(next) => {
          setDraft(next)
          setProblem(undefined)
        }}
      />
      <div className={styles.save}>
        <DeskButton variant="ghost" type="submit" barred={barred} busy={busy} disabled={!changed}>
          {busy ? 'Saving...' : 'Save'}
        </DeskButton>
      </div>
    </form>
  )
}
