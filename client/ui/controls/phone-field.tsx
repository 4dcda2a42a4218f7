import { memo, useRef } from 'react'
import { useHydrated } from '#client/lib/browser.ts'
import { announce } from '#client/ui/announcer.tsx'
import { getDialCode, listOtherDialCodes, mainDialCodes } from '#shared/lib/phone/dial-codes.ts'
import { readPhone, stripPhone } from '#shared/lib/phone/phone.ts'
import styles from './field.module.css'
import { Field, Select } from './field.tsx'

interface PhoneFieldProps {
  /** ISO 3166-1 alpha-2 code. */
  country: string
  phone: string
  error: string | undefined
  onChange(change: { country?: string; phone?: string }): void
}

/**
 * Country and number. A number that names its country code, typed or filled in with `+` or `00`,
 * chooses the country.
 */
export function PhoneField({ country, phone, error, onChange }: PhoneFieldProps) {
  const controls = useRef<HTMLDivElement>(null)
  /** The number in the text if it names its country code, whose country is then announced. */
  const readInternational = (text: string) => {
    // A browser may fill in the country in the same moment, before it is rendered.
    const chosen = controls.current?.querySelector('select')?.value || country
    const number = readPhone(text, chosen)
    if (!number?.isInternational) return undefined
    if (number.country !== chosen) announceCountry(number.country)
    return number
  }
  const change = (typed: string) => {
    const text = stripPhone(typed, phone)
    const number = readInternational(text)
    // Who is still typing the code keeps it until the field is left.
    const isTyping = Math.abs(typed.length - phone.length) <= 1
    onChange(
      number
        ? { country: number.country, phone: isTyping ? text : number.national }
        : { phone: text },
    )
  }
  const leave = () => {
    const number = readInternational(phone)
    if (number) onChange({ country: number.country, phone: number.national })
  }
  return (
    <Field label="Phone" error={error}>
      {(control) => (
        <div ref={controls} className={styles.phone}>
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
            // Not `tel-national`: where a browser cannot choose the country, that would lose it.
            autoComplete="tel"
            required
            maxLength={40}
            value={phone}
            onChange={(event) => change(event.target.value)}
            onBlur={leave}
          />
        </div>
      )}
    </Field>
  )
}

function announceCountry(country: string): void {
  const entries = [...mainDialCodes, ...listOtherDialCodes()]
  const found = entries.find((entry) => entry.country === country)
  if (found) announce(`Country code: ${found.name} ${found.code}`)
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
