import { memo } from 'react'
import { useHydrated } from '#client/lib/browser.ts'
import {
  getDialCode,
  listOtherDialCodes,
  mainDialCodes,
  stripPhone,
} from '#shared/booking/phone.ts'
import styles from './field.module.css'
import { Field, Select } from './field.tsx'

interface PhoneFieldProps {
  /** ISO 3166-1 alpha-2 code. */
  country: string
  phone: string
  error: string | undefined
  onChange(change: { country?: string; phone?: string }): void
}

/** Country and digits. Without script a whole number with `+` may be typed instead. */
export function PhoneField({ country, phone, error, onChange }: PhoneFieldProps) {
  return (
    <Field label="Phone" error={error}>
      {(control) => (
        <div className={styles.phone}>
          <Select
            aria-label="Country code"
            name="country"
            autoComplete="tel-country-code"
            value={country}
            shortLabel={`${country} ${getDialCode(country) ?? ''}`}
            onChange={(event) => onChange({ country: event.target.value })}
          >
            <CountryOptions />
          </Select>
          <input
            {...control}
            className={styles.control}
            type="tel"
            name="phone"
            inputMode="tel"
            autoComplete="tel-national"
            required
            maxLength={40}
            value={phone}
            onChange={(event) => onChange({ phone: stripPhone(event.target.value) })}
          />
        </div>
      )}
    </Field>
  )
}

/** Most countries appear after hydration: their names differ between build machine and browser. */
const CountryOptions = memo(() => {
  const others = useHydrated() ? listOtherDialCodes() : []
  return (
    <>
      <optgroup label="Most common">
        {mainDialCodes.map(({ country, name, code }) => (
          <option key={country} value={country}>
            {name} {code}
          </option>
        ))}
      </optgroup>
      {others.length > 0 ? (
        <optgroup label="All other countries">
          {others.map(({ country, name, code }) => (
            <option key={country} value={country}>
              {name} {code}
            </option>
          ))}
        </optgroup>
      ) : null}
    </>
  )
})
