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
  draft: LocationDraft
  /** Whether a video provider is configured. */
  canCreateRooms: boolean
  /** Hint on what an empty link means; leave it out where a link is required. */
  emptyLinkHint?: string
  error: string | undefined
  disabled?: boolean
  onChange: (draft: LocationDraft) => void
}

/** The kind of meeting location, and the link or address that this kind needs. */
export function LocationFields(props: LocationFieldsProps) {
  const { label, draft, canCreateRooms, emptyLinkHint, error, disabled = false, onChange } = props
  const { kind, url, address } = draft
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
            value={kind}
            disabled={disabled}
            onChange={({ target }) => onChange({ ...draft, kind: target.value as LocationKind })}
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
          value={url}
          error={error}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...draft, url: target.value })}
        />
      ) : null}
      {kind === 'in_person' ? (
        <TextField
          label="Address"
          autoComplete="off"
          value={address}
          error={error}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...draft, address: target.value })}
        />
      ) : null}
    </>
  )
}
