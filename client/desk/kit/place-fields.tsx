import { Field, Select, TextField } from '#client/ui/controls/field.tsx'
import { placeNames, type ServicePlace } from '#shared/booking/desk-place-api.ts'
import { type PlaceKind, placeKinds } from '#shared/booking/place.ts'

/**
 * A meeting location while it is being edited: each kind keeps its text while another is selected.
 */
export interface PlaceDraft {
  kind: PlaceKind
  url: string
  address: string
}

export function draftOf(place: ServicePlace): PlaceDraft {
  return {
    kind: place.kind,
    url: place.kind === 'link' ? (place.url ?? '') : '',
    address: place.kind === 'in_person' ? place.address : '',
  }
}

/** The value to send to the server; an empty link becomes null. */
export function placeFrom({ kind, url, address }: PlaceDraft): ServicePlace {
  if (kind === 'link') return { kind, url: url.trim() || null }
  return kind === 'in_person' ? { kind, address } : { kind }
}

interface PlaceFieldsProps {
  label: string
  draft: PlaceDraft
  /** Whether a video provider is configured. */
  rooms: boolean
  /** Hint on what an empty link means; leave it out where a link is required. */
  emptyLink?: string
  error: string | undefined
  disabled?: boolean
  onChange: (draft: PlaceDraft) => void
}

/** The kind of meeting location, and the link or address that this kind needs. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { label, draft, rooms, emptyLink, error, disabled = false, onChange } = props
  const { kind, url, address } = draft
  const kinds = placeKinds.filter((one) => rooms || one !== 'video_room' || one === kind)
  return (
    <>
      <Field label={label} error={kind === 'video_room' || kind === 'phone' ? error : undefined}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            disabled={disabled}
            onChange={({ target }) => onChange({ ...draft, kind: target.value as PlaceKind })}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {placeNames[one]}
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
          hint={emptyLink}
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
