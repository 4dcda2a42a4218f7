import { TextField } from '#client/ui/controls/field.tsx'
import {
  type CardDraft,
  type CardField,
  plainCvc,
  spacedExpiry,
  spacedNumber,
} from './card-fields.ts'
import styles from './card-grid.module.css'

interface DemoFieldsProps {
  draft: CardDraft
  problems: Partial<Record<CardField, string>>
  disabled: boolean
  edit: (field: CardField, text: string) => void
}

const asTyped = (text: string) => text.slice(0, 100)

/** Autofill stays off: a browser should offer nobody's real card to a demonstration. */
export function DemoFields({ draft, problems, disabled, edit }: DemoFieldsProps) {
  const field = (name: CardField, tidy: (text: string) => string) => ({
    name: `demo-${name}`,
    value: draft[name],
    error: problems[name],
    disabled,
    required: true,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => edit(name, tidy(event.target.value)),
  })
  const digits = { inputMode: 'numeric', spellCheck: false } as const
  return (
    <div className={styles.grid}>
      <div className={styles.number}>
        <TextField
          label="Card number"
          placeholder="1234 1234 1234 1234"
          {...digits}
          {...field('number', spacedNumber)}
        />
      </div>
      <TextField
        label="Expiry"
        placeholder="MM / YY"
        {...digits}
        {...field('expiry', spacedExpiry)}
      />
      <TextField label="CVC" placeholder="123" {...digits} {...field('cvc', plainCvc)} />
      <div className={styles.full}>
        <TextField label="Name on card" {...field('name', asTyped)} />
      </div>
    </div>
  )
}
