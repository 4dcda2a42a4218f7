import { useMemo } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import {
  LocationFields,
  toLocationDraft,
  toServiceLocation,
} from '#client/desk/kit/location-fields.tsx'
import { LoadErrorBanner, useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useRecordData, useSetting } from '#client/desk/queries/use-records.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { listFieldErrors, useForm, useFormValues } from '#client/lib/use-form.ts'
import { announce } from '#client/ui/announcer.tsx'
import {
  addDefaultLocations,
  getServiceLocations,
  ServiceLocation,
  type ServiceLocations,
  setServiceLocation,
} from '#shared/booking/meeting-location-api.ts'
import type { ServiceType } from '#shared/content/service.ts'
import { getService, listServices } from '#shared/content/services.ts'
import { parse } from '#shared/lib/result.ts'
import styles from './video-testing-page.module.css'

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
        ? listServices().map(({ type }) => (
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
  const { title } = getService(type)
  const form = useForm({
    values: useFormValues(before),
    rules: (draft) => listFieldErrors(parse(ServiceLocation, toServiceLocation(draft))),
    async submit(draft) {
      if (disabledReason) return undefined
      const location = toServiceLocation(draft)
      const answer = await callEndpoint(setServiceLocation, { serviceType: type, location })
      if (!answer.ok) return { fields: answer.refusal.fields ?? { kind: answer.refusal.error } }
      announce(`The meeting location of ${title} is saved.`)
      onSaved()
      return undefined
    },
  })
  const { busy } = form
  const changed =
    JSON.stringify(toServiceLocation(form.values)) !== JSON.stringify(toServiceLocation(before))
  return (
    <form {...form.props} className={styles.form} aria-label={`Meeting location of ${title}`}>
      <LocationFields
        label={title}
        form={form}
        canCreateRooms={settings?.canCreateRooms ?? false}
        emptyLinkHint="Leave empty to send a link for each booking; your dashboard reminds you."
        disabled={disabledReason !== undefined || busy}
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
