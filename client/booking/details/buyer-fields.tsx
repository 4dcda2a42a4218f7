import { useId } from 'react'
import { type FieldErrors, needsEarlyStartBox } from '#client/booking/booking-fields.ts'
import type { DraftBuyer, Flow } from '#client/booking/flow.ts'
import { useHydrated } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import { Field, FieldError, Select, TextField } from '#client/ui/controls/field.tsx'
import { listOtherDialCodes, mainDialCodes } from '#shared/lib/phone/dial-codes.ts'
import { type BuyerPost, EARLY_START_TEXT, TICKED } from '#shared/payment/purchase.ts'
import { HOME_COUNTRY } from '#shared/payment/vat.ts'
import styles from './buyer-fields.module.css'
import { bindTextFields } from './text-props.ts'

interface BuyerFieldsProps {
  flow: Flow
  problems: FieldErrors
  /** Clears the message of a field when it is edited. */
  onTyped(name: string): void
}

/** Who buys a paid service, as its receipt must name them. */
export function BuyerFields({ flow, problems, onTyped }: BuyerFieldsProps) {
  const { draft, change } = flow
  const { buyer } = draft
  const typed = (name: keyof BuyerPost, patch: Partial<DraftBuyer>) => {
    change({ buyer: { ...buyer, ...patch } })
    onTyped(name)
  }
  const text = bindTextFields({ values: buyer, problems, onType: typed })
  const isCompany = buyer.kind === 'company'
  const asksEarlyStart =
    needsEarlyStartBox(draft, systemClock()) || problems.early_start !== undefined
  return (
    <>
      <div className={styles.buyer}>
        <BuyerKindChoice
          kind={buyer.kind}
          error={problems.buyer_kind}
          onChoose={(kind) => typed('buyer_kind', { kind })}
        />
        {isCompany ? (
          <>
            <TextField
              label="Company"
              {...text('buyer_company', 'company')}
              autoComplete="organization"
              required
            />
            <TextField
              label="Organisation number"
              {...text('buyer_number', 'organizationNumber')}
              autoComplete="off"
              optional={!['', HOME_COUNTRY].includes(buyer.country)}
            />
          </>
        ) : null}
        <CountryField
          label={isCompany ? 'Country of the company’s seat' : 'Country of residence'}
          country={buyer.country}
          error={problems.buyer_country}
          onChoose={(country) => typed('buyer_country', { country })}
        />
        <TextField
          label="Street address"
          {...text('buyer_street', 'street')}
          autoComplete="street-address"
          required
        />
        <div className={styles.town}>
          <TextField
            label="Postal code"
            {...text('buyer_postal_code', 'postalCode')}
            autoComplete="postal-code"
            inputMode={buyer.country === HOME_COUNTRY ? 'numeric' : 'text'}
          />
          <TextField
            label="Town or city"
            {...text('buyer_city', 'city')}
            autoComplete="address-level2"
            required
          />
        </div>
      </div>
      {asksEarlyStart ? (
        <div className={styles.earlyStart}>
          <Checkbox
            name="early_start"
            value={TICKED}
            required
            checked={buyer.asksEarlyStart}
            error={problems.early_start}
            onChange={(event) => typed('early_start', { asksEarlyStart: event.target.checked })}
          >
            {EARLY_START_TEXT}
          </Checkbox>
        </div>
      ) : null}
    </>
  )
}

const kindLabels = { private: 'For me privately', company: 'For a company' } as const

interface BuyerKindChoiceProps {
  kind: DraftBuyer['kind']
  error: string | undefined
  onChoose(kind: keyof typeof kindLabels): void
}

function BuyerKindChoice({ kind, error, onChoose }: BuyerKindChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.kind} aria-describedby={`${id}-error`}>
      <legend>For whom do you book?</legend>
      <div className={styles.chips}>
        {(['private', 'company'] as const).map((value) => (
          <Chip
            key={value}
            type="radio"
            name="buyer_kind"
            value={value}
            required
            checked={kind === value}
            aria-invalid={error ? true : undefined}
            onChange={() => onChoose(value)}
          >
            {kindLabels[value]}
          </Chip>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

interface CountryFieldProps {
  label: string
  country: string
  error: string | undefined
  onChoose(country: string): void
}

/** Home comes first. The full list appears after hydration: names differ between machines. */
function CountryField({ label, country, error, onChoose }: CountryFieldProps) {
  const others = useHydrated() ? listOtherCountries() : []
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          name="buyer_country"
          autoComplete="country"
          required
          value={country}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">Please choose</option>
          <option value={HOME_COUNTRY}>Norway</option>
          {others.map((other) => (
            <option key={other.country} value={other.country}>
              {other.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function listOtherCountries() {
  return [...mainDialCodes, ...listOtherDialCodes()]
    .filter(({ country }) => country !== HOME_COUNTRY)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
