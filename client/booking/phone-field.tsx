import { useMemo } from 'react'
import { phoneProblem, stripPhone } from '../../shared/booking/phone.ts'
import fieldStyles from '../ui/field.module.css'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { dialCodeOf, dialCodes } from './content.ts'
import styles from './details-step.module.css'

interface PhoneFieldProps {
  country: string
  phone: string
  /** From the last try to send; what is typed is judged here. */
  error: string | undefined
  onChange(change: { country?: string; phone?: string }): void
}

export function PhoneField({ country, phone, error, onChange }: PhoneFieldProps) {
  const codes = useMemo(dialCodes, [])
  const problem = phone === '' ? error : (phoneProblem(phone) ?? error)
  return (
    <Field label="Phone" error={problem}>
      {(control) => (
        <div className={styles.phone}>
          <Select
            aria-label="Country code"
            autoComplete="tel-country-code"
            value={country}
            brief={`${country} ${dialCodeOf(country)}`}
            onChange={(event) => onChange({ country: event.target.value })}
          >
            <optgroup label="Most asked for">
              {codes.main.map((entry) => (
                <option key={entry.country} value={entry.country}>
                  {entry.name} {entry.code}
                </option>
              ))}
            </optgroup>
            <optgroup label="All other countries">
              {codes.others.map((entry) => (
                <option key={entry.country} value={entry.country}>
                  {entry.name} {entry.code}
                </option>
              ))}
            </optgroup>
          </Select>
          <input
            {...control}
            className={fieldStyles.control}
            type="tel"
            name="phone"
            inputMode="tel"
            autoComplete="tel-national"
            required
            value={phone}
            onChange={(event) => onChange({ phone: stripPhone(event.target.value) })}
          />
        </div>
      )}
    </Field>
  )
}
