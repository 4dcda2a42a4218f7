import { useId } from 'react'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useSetting } from '#client/desk/queries/use-records.ts'
import { useContentValue } from '#client/desk/site/fields/content-input.tsx'
import fields from '#client/desk/site/fields/fields.module.css'
import { formatLength, formatOption } from '#client/desk/site/site-text.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { Chip } from '#client/ui/controls/chip.tsx'
import { Field, Select } from '#client/ui/controls/field.tsx'
import text from '#client/ui/type.module.css'
import { locationLabels } from '#shared/booking/meeting-location-api.ts'
import { type FieldRef, getWantedValue } from '#shared/content/drafts.ts'
import { serviceLabels } from '#shared/content/labels.ts'
import own from './services.module.css'

interface MinutesInputProps {
  site: Site
  at: FieldRef & { field: 'durationMinutes' | 'pauseMinutes' }
}

/** What can be chosen, minutes. */
const choices = {
  durationMinutes: [15, 20, 30, 45, 60, 75, 90, 120, 150, 180, 240, 300, 360, 480],
  pauseMinutes: [0, 5, 10, 15, 20, 30, 45, 60, 90, 120],
}

/** The length of a service, or the pause after it. */
export function MinutesInput({ site, at }: MinutesInputProps) {
  const { field } = at
  const { change, end } = useContentValue(site, at)
  const value = Number(getWantedValue(site.expected, site.records, at))
  const { [field]: usual } = choices
  const all = usual.includes(value) ? usual : [...usual, value].sort((a, b) => a - b)
  return (
    <div data-field={field}>
      <Field label={serviceLabels[field]}>
        {(control) => (
          <Select
            {...control}
            value={value}
            onChange={({ target }) => {
              change(Number(target.value))
              end()
            }}
          >
            {all.map((minutes) => (
              <option key={minutes} value={minutes}>
                {formatLength(minutes) || 'As in your opening hours'}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

/** Who may buy a paid service. */
export function BuyersInput({ site, id }: { site: Site; id: string }) {
  const { value, change, end } = useContentValue(site, { coll: 'service', id, field: 'buyers' })
  const name = useId()
  return (
    <fieldset data-field="buyers" className={fields.group}>
      <legend>{serviceLabels.buyers}</legend>
      <div className="row wrap gap-2">
        {['private', 'company', 'both'].map((group) => (
          <Chip
            key={group}
            type="radio"
            name={name}
            value={group}
            checked={value === group}
            onChange={() => {
              change(group)
              end()
            }}
          >
            {formatOption(group)}
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}

interface PlaceOfServiceProps {
  /** The service's address, which is empty at first. */
  type: string
  isPublished: boolean
}

/** Where a service is held, with the way to where that is chosen: links and addresses are not published. */
export function PlaceOfService({ type, isPublished }: PlaceOfServiceProps) {
  const place = usePlaces()?.[type]
  return (
    <div className={own.place}>
      <b>Where</b>
      <p>
        {place ?? DEFAULT_PLACE}{' '}
        {isPublished ? (
          <TextAction to="/admin/settings/video">Change where you meet</TextAction>
        ) : (
          <span className={text.fine}>Once it is published, you choose it in Settings.</span>
        )}
      </p>
    </div>
  )
}

const NONE_SET = {}

/** What a service has for which nothing was chosen. */
export const DEFAULT_PLACE = 'Online'

/** Where the services are held for which the owner has chosen it, in words. */
export function usePlaces(): Readonly<Record<string, string>> | undefined {
  const places = useSetting('locations', NONE_SET)
  return (
    places &&
    Object.fromEntries(
      Object.entries(places).flatMap(([type, place]) => {
        if (!place) return []
        const label = locationLabels[place.kind]
        return [[type, place.kind === 'in_person' ? `${label}: ${place.address}` : label]]
      }),
    )
  )
}
