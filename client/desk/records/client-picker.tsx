import {
  ComboboxInput,
  ComboboxItem,
  ComboboxPopover,
  ComboboxProvider,
} from '@ariakit/react/combobox'
import { useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { useClientNames, useDataQuery, useLast } from '#client/data/use-data.ts'
import { announce } from '#client/ui/announcer.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field } from '#client/ui/controls/field.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './client-picker.module.css'

interface ClientPickerProps {
  label: string
  /** Ids of the chosen clients. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** The text in the search field. */
  text: string
  onTextChange: (text: string) => void
  error?: string | undefined
  optional?: boolean
}

/** Most clients that are offered at once. */
const MAX_OPTIONS = 6

/** Chooses clients by name. */
export function ClientPicker(props: ClientPickerProps) {
  const { label, chosen, onChange, text, onTextChange, error, optional } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const options = useMatches(text, chosen)
  const pick = ({ id, name }: Option) => {
    onChange([...chosen, id])
    onTextChange('')
    announce(`${name} is added.`)
  }
  return (
    <div className={styles.picker}>
      <ComboboxProvider
        open={isOpen && options.length > 0}
        setOpen={setOpen}
        inputValue={text}
        setInputValue={onTextChange}
      >
        <Field label={label} error={error} optional={optional ?? false}>
          {(control) => (
            <ComboboxInput
              {...control}
              ref={input}
              className={field.control}
              autoSelect="always"
              spellCheck={false}
              placeholder="Search your clients"
              // A list without options is closed already.
              onBlur={() => options.length === 0 && setOpen(false)}
            />
          )}
        </Field>
        {/* Fixed, so that a dialog around it neither clips it nor grows. */}
        <ComboboxPopover
          fixed
          sameWidth
          gutter={4}
          className={styles.options}
          aria-label="Clients"
          // Else the browser closes the dialog around it, too.
          hideOnEscape={(event) => {
            event.preventDefault()
            return true
          }}
        >
          {options.map((one) => (
            <ComboboxItem
              key={one.id}
              value={one.id}
              setValueOnClick={false}
              onClick={() => pick(one)}
            >
              <b>{one.name}</b>
              <span className={type.fine}>{one.location}</span>
            </ComboboxItem>
          ))}
        </ComboboxPopover>
      </ComboboxProvider>
      {isOpen && text.trim() !== '' && options.length === 0 ? (
        <p className={`${type.fine} ${styles.none}`} role="status">
          No client matches these words.
        </p>
      ) : null}
      <Chosen
        ids={chosen}
        onRemove={(id) => {
          onChange(chosen.filter((one) => one !== id))
          input.current?.focus()
        }}
      />
    </div>
  )
}

interface Option {
  id: string
  name: string
  location: string
}

/** Clients that match and are not chosen yet; for empty text those changed last. */
function useMatches(text: string, chosen: readonly string[]): Option[] {
  const query = { text, sort: text.trim() === '' ? ('recent' as const) : ('name' as const) }
  const count = MAX_OPTIONS + chosen.length
  const found = useDataQuery(`${count} ${text}`, () => getData().clients.list(query, 0, count))
  const last = useLast(found?.answer.items, found)
  return (last ?? []).filter(({ id }) => !chosen.includes(id)).slice(0, MAX_OPTIONS)
}

function Chosen({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const names = useClientNames(ids)
  if (ids.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label="Chosen clients">
      {ids.map((id) => (
        <li key={id}>
          {names.get(id) ?? '…'}
          <button type="button" onClick={() => onRemove(id)}>
            <CloseIcon />
            <VisuallyHidden>Remove {names.get(id)}</VisuallyHidden>
          </button>
        </li>
      ))}
    </ul>
  )
}
