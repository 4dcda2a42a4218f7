import type { Form } from '#client/lib/use-form.ts'
import { Field, Select, TextField } from '#client/ui/controls/field.tsx'
import { type LocationKind, locationKinds } from '#shared/booking/meeting-location.ts'
import { locationLabels, type ServiceLocation } from '#shared/booking/meeting-location-api.ts'

/**
 * A meeting location while it is being edited: each kind keeps its text while another is selected.
 */
export interface LocationDraft {
  kind: LocationKind
  url: string
  address: string
}

export function toLocationDraft(location: ServiceLocation): LocationDraft {
  return {
    kind: location.kind,
    url: location.kind === 'link' ? (location.url ?? '') : '',
    address: location.kind === 'in_person' ? location.address : '',
  }
}

/**
 * The value to send to the server. An empty link becomes null: the owner sets one for each booking.
 */
export function toServiceLocation({ kind, url, address }: LocationDraft): ServiceLocation {
  if (kind === 'link') return { kind, url: url.trim() || null }
  return kind === 'in_person' ? { kind, address: address.trim() } : { kind }
}

interface LocationFieldsProps {
  label: string
  form: Form<LocationDraft>
  /** Whether a video provider is configured. */
  canCreateRooms: boolean
  /** Hint on what an empty link means; leave it out where a link is required. */
  emptyLinkHint?: string
  disabled?: boolean
}

/** The kind of meeting location, and the link or address that this kind needs. */
export function LocationFields(props: LocationFieldsProps) {
  const { label, form, canCreateRooms, emptyLinkHint, disabled = false } = props
  const { kind } = form.values
  // A refusal may name a part of the location that is not on the screen.
  const error = Object.values(form.errors)[0]
  // Without a video provider, the room stays listed while it is the chosen kind.
  const kinds = locationKinds.filter(
    (one) => canCreateRooms || one !== 'video_room' || one === kind,
  )
  return (
    <>
      <Field label={label} error={kind === 'video_room' || kind === 'phone' ? error : undefined}>
        {(control) => (
          <Select
            {...control}
            name="kind"
            value={kind}
            disabled={disabled}
            onChange={({ target }) => form.change({ kind: target.value as LocationKind })}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {locationLabels[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'link' ? (
        <TextField
          label="Link"
          type="url"
          inputMode="url"
          placeholder="https://meet.example.com/your-room"
          hint={emptyLinkHint}
          autoComplete="off"
          {...form.field('url')}
          error={error}
          disabled={disabled}
        />
      ) : null}
      {kind === 'in_person' ? (
        <TextField
          label="Address"
          autoComplete="off"
          {...form.field('address')}
          error={error}
          disabled={disabled}
        />
      ) : null}
    </>
  )
}
