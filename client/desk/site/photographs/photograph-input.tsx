import { Field, Select, TextField } from '#client/ui/controls/field.tsx'
import { MAX_CAPTION } from '#shared/photographs/photographs.ts'
import styles from './photographs.module.css'
import { type PhotographView, usePhotographs } from './use-photographs.ts'

interface Chosen {
  id: string
  caption: string
}

interface PhotographInputProps {
  label: string
  value: unknown
  onChange: (value: Chosen | null) => void
  error?: string | undefined
}

/** Chooses one of the photographs, and what stands below it. */
export function PhotographInput({ label, value, onChange, error }: PhotographInputProps) {
  const photographs = usePhotographs() ?? []
  const { id = '', caption = '' } = (value ?? {}) as Partial<Chosen>
  const chosen = photographs.find((one) => one.id === id)
  return (
    <div className="stack gap-3">
      <Field
        label={label}
        error={error}
        hint={photographs.length > 0 ? undefined : 'Add photographs first, on their own page.'}
      >
        {(control) => (
          <Select
            {...control}
            value={id}
            onChange={({ target }) => onChange(target.value ? { id: target.value, caption } : null)}
          >
            <option value="">None</option>
            {id && !chosen ? <option value={id}>A photograph that was removed</option> : null}
            {photographs
              .filter(({ data }) => data.state !== 'failed')
              .map((one) => (
                <option key={one.id} value={one.id}>
                  {toOption(one)}
                </option>
              ))}
          </Select>
        )}
      </Field>
      {id ? (
        <TextField
          label="Words below it"
          optional
          autoComplete="off"
          maxLength={MAX_CAPTION}
          value={caption}
          onChange={({ target }) => onChange({ id, caption: target.value })}
        />
      ) : null}
      {chosen?.src ? <img src={chosen.src} alt="" className={styles.chosen} /> : null}
    </div>
  )
}

function toOption({ title, mark }: PhotographView): string {
  return mark ? `${title} (${mark.text.toLowerCase()})` : title
}
