import { Link } from 'react-router-dom'
import { Field, Select, TextField } from '#client/ui/controls/field.tsx'
import text from '#client/ui/type.module.css'
import { MAX_CAPTION } from '#shared/photographs/photographs.ts'
import styles from './photographs.module.css'
import { PHOTOGRAPHS_PAGE, usePhotographs } from './use-photographs.ts'

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
        hint={
          photographs.length > 0 ? undefined : (
            <>
              Add photographs first, under <Link to={PHOTOGRAPHS_PAGE}>Photographs</Link>.
            </>
          )
        }
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
                  {one.title}
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
      {chosen?.mark ? (
        <p className={text.fine}>
          {chosen.mark.text}. <Link to={`${PHOTOGRAPHS_PAGE}/${id}`}>Open the photograph</Link>
        </p>
      ) : null}
    </div>
  )
}
