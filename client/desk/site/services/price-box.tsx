import { Box } from '#client/desk/kit/box.tsx'
import { CardIcon } from '#client/desk/kit/icons.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import { ContentInput, useContentValue } from '#client/desk/site/fields/content-input.tsx'
import { AmountInput } from '#client/desk/site/fields/value-input.tsx'
import styles from '#client/desk/site/site.module.css'
import { formatServicePrice } from '#client/desk/site/site-text.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { Field, Select } from '#client/ui/controls/field.tsx'
import text from '#client/ui/type.module.css'
import { BUSINESS_ID } from '#shared/content/collections.ts'
import { getWantedValue, isSameField } from '#shared/content/drafts.ts'
import type { Service, VatRule } from '#shared/content/service.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { decideVat, splitVat } from '#shared/payment/vat.ts'
import own from './services.module.css'

const kinds = [
  { value: 'free', label: 'Complimentary' },
  { value: 'price', label: 'A price' },
] as const

type Kind = (typeof kinds)[number]['value']

interface PriceBoxProps {
  site: Site
  /** As the owner wants it. */
  service: Service
}

/** The price, and what guests in Norway and abroad pay. */
export function PriceBox({ site, service }: PriceBoxProps) {
  const { id } = service
  const at = { coll: 'service', id, field: 'amount' } as const
  const { value, change, end } = useContentValue(site, at)
  // What was typed is a text as long as it is no amount.
  const amount = typeof value === 'number' ? value : undefined
  const before = site.published.services.find((one) => one.id === id)
  const isChanged = before !== undefined && before.amount !== value
  const choose = (kind: Kind) => {
    if (kind === 'price' && amount === 0) change(before?.amount || '')
    if (kind === 'free') change(0)
    end()
  }
  return (
    <Box title="Price">
      <div className="stack gap-5">
        <div className={own.kinds}>
          <SegmentedControl
            label="Price"
            options={kinds}
            value={amount === 0 ? 'free' : 'price'}
            onChange={choose}
          />
        </div>
        {amount === 0 ? null : (
          <>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left. */}
            <div data-field="amount" className={styles.pair} onBlur={end}>
              <AmountInput
                label="Price, VAT included"
                value={value}
                onChange={change}
                error={site.problems.find((problem) => isSameField(problem, at))?.message}
              />
            </div>
            <ContentInput site={site} at={{ coll: 'service', id, field: 'isPerHour' }} />
            <VatInput site={site} service={service} amount={amount} />
          </>
        )}
        {isChanged ? (
          <p className={text.fine}>
            Published: {formatServicePrice(before)}. Bookings that were made keep their price; the
            new one counts from the moment you publish.
          </p>
        ) : null}
      </div>
    </Box>
  )
}

const homeRules: Readonly<Record<VatRule['home'], string>> = {
  standard: '25%, included',
  reduced: '12%, included',
  none: 'None',
}

const abroadRules: Readonly<Record<VatRule['abroad'], string>> = {
  none: 'None',
  as_at_home: 'As in Norway',
}

/** The VAT of guests in Norway and abroad; nothing for a seller who is not in the VAT register. */
function VatInput({ site, service, amount }: PriceBoxProps & { amount: number | undefined }) {
  const { value, change, end } = useContentValue(site, {
    ...{ coll: 'service', id: service.id, field: 'vat' },
  })
  const rule = value as VatRule
  const { expected, records } = site
  const isRegistered =
    getWantedValue(expected, records, {
      ...{ coll: 'business', id: BUSINESS_ID, field: 'vatRegistered' },
    }) === true
  if (!isRegistered)
    return (
      <p className={text.fine}>You are not in the Norwegian VAT register, so no VAT is shown.</p>
    )
  const choose = (next: Partial<VatRule>) => {
    change({ ...rule, ...next })
    end()
  }
  return (
    <>
      <div data-field="vat" className={styles.pair}>
        <VatSelect
          label="VAT in Norway"
          options={homeRules}
          value={rule.home}
          onChange={(home) => choose({ home })}
        />
        <VatSelect
          label="VAT for guests abroad"
          options={abroadRules}
          value={rule.abroad}
          onChange={(abroad) => choose({ abroad })}
        />
      </div>
      <p className={own.vat} role="status">
        <CardIcon />
        {amount === undefined ? null : (
          <span>
            A guest in Bergen pays <b>{describePayment(amount, rule, 'NO')}</b>. A guest in London
            pays <b>{describePayment(amount, rule, 'GB')}</b>.
          </span>
        )}
      </p>
    </>
  )
}

interface VatSelectProps<Value extends string> {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

function VatSelect<Value extends string>({
  label,
  options,
  value,
  onChange,
}: VatSelectProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
        >
          {Object.entries<string>(options).map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** `NOK 4,500, of which NOK 900 is VAT` */
function describePayment(amount: number, rule: VatRule, country: string): string {
  const { rate } = decideVat(rule, { isRegistered: true, country })
  const price = formatPrice(amount, 'nok')
  if (rate === 0) return `${price}, no VAT`
  return `${price}, of which ${formatPrice(splitVat(amount, rate).vat, 'nok')} is VAT`
}
