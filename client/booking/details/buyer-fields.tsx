import { useId } from 'react'
import { needsEarlyStartBox } from '#client/booking/booking-fields.ts'
import type { Flow, Typed } from '#client/booking/flow.ts'
import { useHydrated } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import { Field, FieldError, Select, TextField } from '#client/ui/controls/field.tsx'
import type { BuyerGroup } from '#shared/content/service.ts'
import { listOtherDialCodes, mainDialCodes } from '#shared/lib/phone/dial-codes.ts'
import { buyerKinds, EARLY_START_TEXT, TICKED } from '#shared/payment/purchase.ts'
import { HOME_COUNTRY } from '#shared/payment/vat.ts'
import styles from './details-step.module.css'

interface BuyerFieldsProps {
  flow: Flow
  form: Form<Typed & { terms: boolean }>
}

/** Who buys a paid service, as its receipt must name them. */
export function BuyerFields({ flow, form }: BuyerFieldsProps) {
  const { buyer_kind: kind, buyer_country: country } = form.values
  const { buyers } = flow.service
  const isCompany = kind === 'company'
  // A group of one is not asked for.
  useEffectOn(buyers, () => {
    if (buyers !== 'both' && kind !== buyers) form.change({ buyer_kind: buyers })
  })
  const asksEarlyStart =
    needsEarlyStartBox(flow.draft, systemClock()) || form.errors.early_start !== undefined
  return (
    <>
      <div className={styles.buyer}>
        <BuyerKindChoice
          kind={kind}
          buyers={buyers}
          error={form.errors.buyer_kind}
          onChoose={(buyer_kind) => form.change({ buyer_kind })}
        />
        {isCompany ? (
          <>
            <TextField
              label="Company"
              {...form.field('buyer_company')}
              autoComplete="organization"
              required
            />
            <TextField
              label="Organisation number"
              {...form.field('buyer_number')}
              autoComplete="off"
              optional={!['', HOME_COUNTRY].includes(country)}
            />
          </>
        ) : null}
        <CountryField
          label={isCompany ? 'Country of the company’s seat' : 'Country of residence'}
          field={form.field('buyer_country')}
        />
        <TextField
          label="Street address"
          {...form.field('buyer_street')}
          autoComplete="street-address"
          required
        />
        <div className={styles.town}>
          <TextField
            label="Postal code"
            {...form.field('buyer_postal_code')}
            autoComplete="postal-code"
            inputMode={country === HOME_COUNTRY ? 'numeric' : 'text'}
          />
          <TextField
            label="Town or city"
            {...form.field('buyer_city')}
            autoComplete="address-level2"
            required
          />
        </div>
      </div>
      {asksEarlyStart ? (
        <div className={styles.earlyStart}>
          <Checkbox {...form.box('early_start', TICKED)} required>
            {EARLY_START_TEXT}
          </Checkbox>
        </div>
      ) : null}
    </>
  )
}

const kindLabels = { private: 'For me privately', company: 'For a company' } as const

interface BuyerKindChoiceProps {
  kind: string
  buyers: BuyerGroup
  error: string | undefined
  onChoose(kind: keyof typeof kindLabels): void
}

function BuyerKindChoice({ kind, buyers, error, onChoose }: BuyerKindChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.kind} aria-describedby={`${id}-error`}>
      <legend>For whom do you book?</legend>
      <div className="row wrap gap-2">
        {buyerKinds
          .filter((value) => buyers === 'both' || buyers === value)
          .map((value) => (
            <Chip
              key={value}
              type="radio"
              name="buyer_kind"
              value={value}
              required
              checked={kind === value || buyers === value}
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
  field: ReturnType<Form<Typed>['field']>
}

/** Home comes first. The full list appears after hydration: names differ between machines. */
function CountryField({ label, field: { error, ...field } }: CountryFieldProps) {
  const others = useHydrated() ? listOtherCountries() : []
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} {...field} autoComplete="country" required>
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
