import { type FormEvent, useMemo, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import {
  LocationFields,
  toLocationDraft,
  toServiceLocation,
} from '#client/desk/kit/location-fields.tsx'
import { LoadErrorBanner, useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { useFieldProblem } from '#client/desk/kit/use-field-problem.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useRecordData } from '#client/desk/queries/use-records.ts'
import { useSetting } from '#client/desk/queries/use-setting.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { catalogue, type ServiceType, serviceTypes } from '#shared/booking/catalogue.ts'
import {
  addDefaultLocations,
  getServiceLocations,
  type ServiceLocations,
  setServiceLocation,
} from '#shared/booking/meeting-location-api.ts'
import styles from './meeting-locations.module.css'

const OFFLINE_REASON = 'Changing this needs a connection.'

/** The meeting location of each service, for future bookings. */
export function MeetingLocations({
  canCreateRooms,
}: {
  /** Whether a video provider is connected; undefined until that is known. */
  canCreateRooms: boolean | undefined
}) {
  const desk = useServiceLocations(canCreateRooms)
  const disabledReason = useIsDisconnected(desk) ? OFFLINE_REASON : undefined
  return (
    <Box
      title="Where you meet"
      lead="For new bookings. Existing bookings keep their place; you can change each one in Bookings."
    >
      <LoadErrorBanner failure="Failed to load meeting locations" desk={desk} />
      {disabledReason ? <p className={styles.disabledReason}>{disabledReason}</p> : null}
      {desk.data
        ? serviceTypes.map((type) => (
            <ServiceLocationForm
              key={`${type} ${JSON.stringify(desk.data?.locations[type])}`}
              type={type}
              settings={desk.data}
              disabledReason={disabledReason}
              onSaved={desk.reload}
            />
          ))
        : null}
    </Box>
  )
}

const NONE_SET = {}

function useServiceLocations(canCreateRooms: boolean | undefined): DeskData<ServiceLocations> {
  const stored = useSetting('locations', NONE_SET)
  const derived = useMemo(() => {
    const isKnown = stored !== undefined && canCreateRooms !== undefined
    return isKnown ? addDefaultLocations(stored, canCreateRooms) : undefined
  }, [stored, canCreateRooms])
  return useRecordData({ derived, from: ['setting'] }, { endpoint: getServiceLocations, input: {} })
}

interface ServiceLocationFormProps {
  type: ServiceType
  settings: ServiceLocations | undefined
  disabledReason: string | undefined
  onSaved: () => void
}

function ServiceLocationForm({
  type,
  settings,
  disabledReason,
  onSaved,
}: ServiceLocationFormProps) {
  const before = toLocationDraft(settings?.locations[type] ?? { kind: 'link', url: null })
  const [draft, setDraft] = useState(before)
  const { busy, run } = useOneAtATime()
  const { form, problem, setProblem } = useFieldProblem(busy)
  const { title } = catalogue[type]
  const changed =
    JSON.stringify(toServiceLocation(draft)) !== JSON.stringify(toServiceLocation(before))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabledReason) void run(save)
  }
  const save = async () => {
    const answer = await callEndpoint(setServiceLocation, {
      serviceType: type,
      location: toServiceLocation(draft),
    })
    if (!answer.ok) {
      const { fields = {}, error } = answer.refusal
      return setProblem(Object.values(fields)[0] ?? error)
    }
    announce(`The meeting location of ${title} is saved.`)
    onSaved()
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={`Meeting location of ${title}`}
      onSubmit={submit}
    >
      <LocationFields
        label={title}
        draft={draft}
        canCreateRooms={settings?.canCreateRooms ?? false}
        emptyLinkHint="Leave empty to send a link for each booking; your dashboard reminds you."
        error={problem}
        disabled={disabledReason !== undefined || busy}
        onChange={(next) => {
          setDraft(next)
          setProblem(undefined)
        }}
      />
      <div className={styles.save}>
        <DeskButton
          variant="ghost"
          type="submit"
          disabledReason={disabledReason}
          busy={busy}
          disabled={!changed}
        >
          {busy ? 'Saving...' : 'Save'}
        </DeskButton>
      </div>
    </form>
  )
}
